import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainFileError } from '../start-error.ts';
import type { Cluster } from './cluster.ts';
import type { ServerPrograms } from './server-programs.ts';
import { giveTo, type ServerUser } from './server-user.ts';

/**
 * Starts the server's first process. It gets a process group of its own, so that Ctrl-C reaches us alone and we stop it
 * last, and writes to a file, so that it outlives us when we are killed.
 */
export function spawnPostmaster(cluster: Cluster, programs: ServerPrograms, user: ServerUser): ChildProcess {
  const log = openLog(cluster, user);
  try {
    const child = spawn(programs.postgres, ['-D', cluster.folder], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      // PostgreSQL must not take settings from variables that are meant for other programs.
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
      ...(user ?? {}),
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

const logBytesMax = 10_000_000;

function openLog(cluster: Cluster, user: ServerUser): number {
  try {
    if (logSize(cluster) > logBytesMax) renameSync(cluster.logFile, `${cluster.logFile}.1`);
    const log = openSync(cluster.logFile, 'a', 0o600);
    giveTo(user, cluster.logFile);
    return log;
  } catch (error) {
    throw explainFileError(error, cluster.logFile);
  }
}

/** The size of the server's log in bytes; what is written later begins there. */
export function logSize(cluster: Cluster): number {
  return statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0;
}

/** What the server wrote to its log after `start` bytes, at most 64 KiB of it. */
export function readLogFrom(cluster: Cluster, start: number): string {
  const log = openSync(cluster.logFile, 'r');
  try {
    const { size } = fstatSync(log);
    const from = size < start ? 0 : start;
    const text = Buffer.alloc(Math.min(size - from, 65_536));
    readSync(log, text, 0, text.length, from);
    return text.toString('utf8');
  } finally {
    closeSync(log);
  }
}

/** The process id of the cluster's running server, or null when none runs, whatever its pid file says. */
export function runningPostmaster(cluster: Cluster): number | null {
  const pid = pidFileSays(cluster);
  return pid !== null && isPostmasterOf(cluster, pid) ? pid : null;
}

/**
 * Removes a pid file that would stop PostgreSQL from starting: one whose number belongs to another program by now (after a
 * restart of the machine or container a number is soon used again), and an empty one that a power cut left. Orphans of a killed
 * server are found by PostgreSQL in another way (its shared memory), so this is safe.
 */
export function removeStalePidFile(cluster: Cluster): void {
  const written = statSync(pidFile(cluster), { throwIfNoEntry: false });
  if (written === undefined) return;
  const pid = pidFileSays(cluster);
  const stale = pid === null ? Date.now() - written.mtimeMs > beingWrittenMs : !isPostmasterOf(cluster, pid);
  if (stale) rmSync(pidFile(cluster), { force: true });
}

/** A starting server's pid file is empty for an instant. */
const beingWrittenMs = 5_000;

/**
 * Stops the server and waits until it is gone: first as it likes to be stopped (sessions are cut, a checkpoint is
 * written), after 30 s at once, after 10 more by force.
 */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = runningPostmaster(cluster);
  if (pid === null) return;
  for (const [signal, waitMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    const giveUpAt = Date.now() + waitMs;
    while (Date.now() < giveUpAt) {
      if (!isPostmasterOf(cluster, pid)) return;
      await sleep(10);
    }
  }
}

function pidFile(cluster: Cluster): string {
  return join(cluster.folder, 'postmaster.pid');
}

function pidFileSays(cluster: Cluster): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile(cluster), 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** A server works inside its cluster's folder and was started with that folder's name. */
function isPostmasterOf(cluster: Cluster, pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster.folder || argumentsOf(pid).includes(cluster.folder);
    } catch {
      return false;
    }
  }
  const listed = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  return !listed.trimStart().startsWith('Z') && listed.includes(cluster.folder);
}

function argumentsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
