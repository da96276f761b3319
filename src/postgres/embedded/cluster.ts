import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseTarget } from '../pool.ts';
import { DatabaseNotStarted, explainFileError } from '../start-error.ts';
import { type EmbeddedLogin, ensurePasswords, readPasswords, scramVerifier, superuser } from './passwords.ts';
import type { ServerPrograms } from './server-programs.ts';
import { giveTo, type ServerUser } from './server-user.ts';

/** The files of one embedded PostgreSQL: a home folder with the cluster, its log, and mostly its socket. */
export interface Cluster {
  readonly home: string;
  /** What PostgreSQL calls the data directory. */
  readonly folder: string;
  readonly logFile: string;
  readonly socketFolder: string;
}

const port = 5432;

/** Where the files of a home folder are. Nothing is written. */
export function clusterAt(home: string): Cluster {
  return { home, folder: join(home, 'cluster'), logFile: join(home, 'server.log'), socketFolder: socketFolderOf(home) };
}

/** A URL that signs in by the cluster's socket, with its password; libpq's programs understand it too. */
export function socketTarget(cluster: Cluster, user: EmbeddedLogin, database: string): DatabaseTarget {
  const password = readPasswords(cluster.home)[user];
  const query = new URLSearchParams({ host: cluster.socketFolder, port: String(port), user, password });
  // In a URL for PostgreSQL a plus sign is a plus sign.
  return { connectionString: `postgresql:///${database}?${query.toString().replaceAll('+', '%20')}` };
}

/** A socket's path may have 107 bytes on Linux and 103 on macOS; a longer home gets a folder with a short name. */
function socketFolderOf(home: string): string {
  const beside = join(home, 'socket');
  const longest = process.platform === 'darwin' ? 103 : 107;
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${port}`)) <= longest) return beside;
  const base = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
  return join(base, `nsimbi-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
}

/**
 * A young server, and one under more load than before, has no used segment to write again: it fills a new one with zeros, and
 * no payment is written meanwhile. Of PostgreSQL's 16 MiB that takes 50 ms, of 4 it takes a quarter (docs/decisions/0011-postgresql-for-short-pauses.md).
 * Only a cluster that is being made can have it; all others keep what they have.
 */
const walSegmentMebibytes = 4;

const run = promisify(execFile);

/**
 * Makes the cluster where there is none, and the passwords of its logins. It is made under another name and renamed when
 * it is whole, so that a start that is cut off, or a second one at the same time, never leaves a broken cluster. It takes
 * `initdb` more than a second, in which this process is free.
 * @throws DatabaseNotStarted
 */
export async function ensureCluster(cluster: Cluster, programs: ServerPrograms, user: ServerUser): Promise<void> {
  removeLeftovers(cluster);
  ensurePasswords(cluster.home);
  if (existsSync(cluster.folder)) {
    refuseOtherVersion(cluster, programs);
    return;
  }
  const unfinished = `${cluster.folder}.${randomUUID()}`;
  const verifierFile = `${cluster.folder}.${randomUUID()}`;
  const end = new AbortController();
  const endIt = () => end.abort();
  // A start that is given up must not leave a program behind that works for nobody.
  process.once('exit', endIt);
  try {
    writeFileSync(verifierFile, scramVerifier(readPasswords(cluster.home)[superuser]), { mode: 0o600 });
    giveTo(user, verifierFile);
    await run(
      programs.initdb,
      [
        ...['--pgdata', unfinished, '--username', superuser, '--encoding', 'UTF8', '--locale', 'C'],
        ...['--auth', 'scram-sha-256', '--pwfile', verifierFile],
        ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--no-instructions'],
        ...['--wal-segsize', String(walSegmentMebibytes)],
      ],
      { cwd: '/', signal: end.signal, ...(user ?? {}) },
    );
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw explainServerText(textOf(error), cluster.home, 'initdb failed');
  } finally {
    process.off('exit', endIt);
    rmSync(verifierFile, { force: true });
  }
  try {
    renameSync(unfinished, cluster.folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(cluster.folder)) throw explainFileError(error, cluster.folder);
  }
}

/** How long `initdb` may take before what it left is nobody's. */
const abandonedAfterMs = 600_000;

/** What `ensureCluster` adds to a cluster's name until it is whole: nothing that a person would call a copy of theirs. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes the clusters of starts that were killed before theirs was whole. */
function removeLeftovers({ home, folder }: Cluster): void {
  const prefix = `${basename(folder)}.`;
  const unfinished = readdirSync(home).filter(
    (name) => name.startsWith(prefix) && uuid.test(name.slice(prefix.length)),
  );
  for (const name of unfinished) {
    const leftover = join(home, name);
    try {
      if (Date.now() - lstatSync(leftover).mtimeMs > abandonedAfterMs) rmSync(leftover, { recursive: true });
    } catch {
      // What cannot be removed, or is gone already, keeps nobody from starting.
    }
  }
}

/** What a program said before it failed, or why it could not be run at all. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('stderr' in error && error.stderr !== '') return String(error.stderr);
  return 'signal' in error && typeof error.signal === 'string' ? `it was ended by ${error.signal}` : error.message;
}

function refuseOtherVersion(cluster: Cluster, programs: ServerPrograms): void {
  let found: number;
  try {
    found = Number.parseInt(readFileSync(join(cluster.folder, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    throw explainFileError(error, cluster.folder);
  }
  if (found !== programs.major) {
    throw new DatabaseNotStarted(
      `${cluster.folder} was made by PostgreSQL ${found} and this Nsimbi brings ${programs.major}; ` +
        'move the data with pg_upgrade or pg_dump, or start the Nsimbi that made it',
    );
  }
}

/**
 * The socket's folder protects the server: only its owner may enter. One in a shared temporary folder may have been
 * created by another user, so an existing one must be ours.
 */
export function ensureSocketFolder(cluster: Cluster, user: ServerUser): void {
  const uid = user?.uid ?? process.getuid?.();
  try {
    mkdirSync(cluster.socketFolder, { mode: 0o700 });
    giveTo(user, cluster.socketFolder);
  } catch (error) {
    if (!existsSync(cluster.socketFolder)) throw explainFileError(error, cluster.socketFolder);
  }
  const found = lstatSync(cluster.socketFolder);
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== 0) || (found.mode & 0o077) !== 0) {
    throw new DatabaseNotStarted(`${cluster.socketFolder} belongs to somebody else or is open to others; remove it`);
  }
  if (found.uid !== uid) giveTo(user, cluster.socketFolder);
}

/** An eighth of the machine's memory, from 128 to 512 MB: what payments touch at random are mostly leaves of indexes. */
function sharedBuffersMb(): number {
  return Math.round(Math.min(512, Math.max(128, totalmem() / 8 / 2 ** 20)));
}

/**
 * Writes postgresql.conf, anew before each start so that it follows the program. What ALTER SYSTEM has set is kept in
 * another file and wins.
 */
export function writeSettings(cluster: Cluster, user: ServerUser, durable: boolean): void {
  const safe = durable ? 'on' : 'off';
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${cluster.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // A service takes up to forty; commands, a second service and tests come on top.
    max_connections: '200',
    shared_buffers: `${sharedBuffersMb()}MB`,
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    fsync: safe,
    full_page_writes: safe,
    synchronous_commit: safe,
    // Online backups and a standby need no change of settings.
    wal_level: 'replica',
    // This PostgreSQL is built with pglz only: after each checkpoint it took 300 ms of a batch that touches many pages.
    wal_compression: 'off',
    wal_buffers: '16MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    autovacuum_naptime: '15s',
    max_logical_replication_workers: '0',
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Statements and the details of errors hold phone numbers; the program says what failed.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  const text = Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
  const file = join(cluster.folder, 'postgresql.conf');
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, `# Written by Nsimbi at each start. Change settings with ALTER SYSTEM.\n${text}`, {
      mode: 0o600,
    });
    giveTo(user, unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    throw explainFileError(error, cluster.folder);
  }
}

/**
 * Has every connection give its password: clusters of older versions let in whoever could reach the socket. Other lines of
 * pg_hba.conf stay, such as those of a standby. To be called when the logins have their passwords; the server follows when it
 * reads the file again.
 */
export function requirePasswords(cluster: Cluster, user: ServerUser): void {
  const file = join(cluster.folder, 'pg_hba.conf');
  const unfinished = `${file}.${process.pid}`;
  try {
    const before = readFileSync(file, 'utf8');
    const after = withoutTrust(before);
    if (after === before) return;
    writeFileSync(unfinished, after, { mode: 0o600 });
    giveTo(user, unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    throw explainFileError(error, file);
  }
}

/** Replaces the method `trust` in the text of a pg_hba.conf. Pure. */
export function withoutTrust(text: string): string {
  return text.replace(/^([ \t]*(?:local|host\w*)[ \t][^#\n]*[ \t])trust(?=[ \t\r]*(?:#|$))/gm, '$1scram-sha-256');
}

/** Turns what a program of PostgreSQL printed into one line for the person who starts us. */
export function explainServerText(text: string, path: string, what: string): DatabaseNotStarted {
  if (/No space left on device/i.test(text)) return explainFileError({ code: 'ENOSPC' }, path);
  if (/Disk quota exceeded/i.test(text)) return explainFileError({ code: 'EDQUOT' }, path);
  if (/Read-only file system/i.test(text)) return explainFileError({ code: 'EROFS' }, path);
  if (/Permission denied/i.test(text)) return explainFileError({ code: 'EACCES' }, path);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  return new DatabaseNotStarted(`${what}: ${telling.trim()}`);
}
