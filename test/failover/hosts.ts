import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '../service/nsimbi-command.ts';

/** A host of the kit: a network namespace of this machine with an address, and a disk of its own. */
export interface Host {
  readonly number: 1 | 2 | 3;
  readonly name: string;
  readonly address: string;
  readonly namespace: string;
  readonly folder: string;
  /** Where its disk is mounted. */
  readonly disk: string;
}

/** The network of the hosts, in which the machine itself has the address 1, and nobody has `unused`. */
export const network = { addresses: '10.213.77.0/24', gateway: '10.213.77.1', unused: '10.213.77.99' } as const;
const bridge = 'nsimbi-ha';
const diskBytes = 4 * 2 ** 30;

/** The hosts in `folder`, as they are or as they will be. */
export function hostsIn(folder: string): readonly [Host, Host, Host] {
  const host = (number: Host['number']): Host => ({
    number,
    name: `db${number}`,
    address: `10.213.77.1${number}`,
    namespace: `nsimbi-ha-${number}`,
    folder: join(folder, `db${number}`),
    disk: join(folder, `db${number}`, 'disk'),
  });
  return [host(1), host(2), host(3)];
}

/** Creates the hosts: namespaces behind one bridge, each with a file system of 4 GiB. Needs root on Linux. */
export function createHosts(hosts: readonly Host[]): void {
  removeHosts(hosts);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${network.gateway}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const host of hosts) {
    const [outside, inside] = [`nsimbi-ha-o${host.number}`, `nsimbi-ha-i${host.number}`];
    ip('netns', 'add', host.namespace);
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', host.namespace);
    ip('link', 'set', outside, 'master', bridge, 'up');
    ip('-n', host.namespace, 'link', 'set', 'lo', 'up');
    ip('-n', host.namespace, 'addr', 'add', `${host.address}/24`, 'dev', inside);
    ip('-n', host.namespace, 'link', 'set', inside, 'up');
    mountDisk(host);
  }
}

/** Ends all processes of the hosts and removes them; what an earlier run left too. */
export function removeHosts(hosts: readonly Host[]): void {
  for (const host of hosts) {
    if (existsSync(`/var/run/netns/${host.namespace}`)) {
      signalHost(host, 'SIGKILL');
      ip('netns', 'del', host.namespace);
    }
    // The namespace exists until the last of its processes is gone; the link must not.
    spawnSync('ip', ['link', 'del', `nsimbi-ha-o${host.number}`], { stdio: 'ignore' });
    // Killed processes may have files open for a moment.
    spawnSync('umount', ['--lazy', host.disk], { stdio: 'ignore' });
    rmSync(join(host.folder, 'disk.img'), { force: true });
  }
  spawnSync('ip', ['link', 'del', bridge], { stdio: 'ignore' });
}

/** Sends a signal to every process of a host, also to those that are started meanwhile. */
export function signalHost(host: Host, signal: NodeJS.Signals): void {
  const done = new Set<number>();
  for (;;) {
    const pids = processesOf(host).filter((pid) => !done.has(pid));
    if (pids.length === 0) return;
    for (const pid of pids) {
      done.add(pid);
      signalProcess(pid, signal);
    }
  }
}

/** Process ids of a host. */
export function processesOf(host: Host): number[] {
  return ip('netns', 'pids', host.namespace).split('\n').filter(Boolean).map(Number);
}

/** A process may have ended since it was found. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Takes a host off the network, or puts it back. */
export function setLink(host: Host, state: 'up' | 'down'): void {
  ip('link', 'set', `nsimbi-ha-o${host.number}`, state);
}

/** The words before a command that run it on a host. */
export function onHost(host: Host): readonly string[] {
  return ['ip', 'netns', 'exec', host.namespace];
}

/** Starts a program on a host, or on the machine itself, its output in `logFile`. It gets no signal of the terminal. */
export function startProgram(
  host: Host | null,
  words: readonly string[],
  { logFile, settings }: { readonly logFile: string; readonly settings: Record<string, string> },
): ChildProcess {
  const [program = '', ...rest] = [...(host === null ? [] : onHost(host)), ...words];
  const log = openSync(logFile, 'a');
  const child = spawn(program, rest, {
    cwd: '/',
    env: childEnvironment(settings),
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  return child;
}

/** Leaves nothing free on the disk of a host, on which PostgreSQL writes meanwhile. */
export function fillDisk(host: Host): void {
  const { bavail, bsize } = statfsSync(host.disk);
  const [ballast, rest] = ballastOf(host);
  execFileSync('fallocate', ['--length', String(Math.floor(bavail * bsize * 0.95)), ballast]);
  // Until there is no space left, which is its error.
  spawnSync('dd', ['if=/dev/zero', `of=${rest}`, 'bs=64K'], { stdio: 'ignore' });
}

export function emptyDisk(host: Host): void {
  for (const file of ballastOf(host)) rmSync(file, { force: true });
}

const ballastOf = (host: Host) => [join(host.disk, 'ballast'), join(host.disk, 'rest')] as const;

function mountDisk(host: Host): void {
  mkdirSync(host.disk, { recursive: true });
  const image = join(host.folder, 'disk.img');
  writeFileSync(image, '');
  truncateSync(image, diskBytes);
  execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
  execFileSync('mount', ['-o', 'loop', image, host.disk]);
}

function ip(...words: string[]): string {
  return execFileSync('ip', words, { encoding: 'utf8' });
}
