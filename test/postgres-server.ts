import { randomBytes } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { clusterAt, socketTarget } from '../src/postgres/embedded/cluster.ts';
import { openEmbeddedServer } from '../src/postgres/embedded/embedded-server.ts';
import { superuser } from '../src/postgres/embedded/passwords.ts';
import { stopPostmaster } from '../src/postgres/embedded/postmaster.ts';
import { prepareServerHome } from '../src/postgres/embedded/server-home.ts';
import { migrate } from '../src/postgres/migrate.ts';
import type { DatabaseTarget } from '../src/postgres/pool.ts';

/** How the workers of a test run learn where their server is and which database they clone. */
export const serverVariable = 'NSIMBI_TEST_SERVER_URL';
export const templateVariable = 'NSIMBI_TEST_TEMPLATE';

/** A login that is only a member of nsimbi_service, for services and commands that a test starts. */
const servingLogin = 'nsimbi_test_serving';
const servingPassword = 'only-a-test';

/**
 * Once per test run: one server, and in it one migrated database that every test's own is cloned from. The server is
 * DATABASE_URL's when that is set, else an embedded one that forgets everything with the machine.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeRemains();
  const server = await obtainServer();
  const template = `nsimbi_test_${randomBytes(5).toString('hex')}`;
  await run(server.target, `CREATE DATABASE ${template}`);
  await createServingLogin(server.target);
  const owner = inDatabase(server.target, template);
  await migrate(owner, undefined, servingTarget(owner));
  process.env[serverVariable] = server.target.connectionString;
  process.env[templateVariable] = template;
  return async () => {
    await dropAll(server.target, template);
    await server.close();
  };
}

/** The same server, another database. */
export function inDatabase(target: DatabaseTarget, database: string): DatabaseTarget {
  const [start, query] = target.connectionString.split('?');
  const path = /^(postgres(?:ql)?:\/\/[^/]*)/.exec(start ?? '')?.[1];
  if (path === undefined) throw new Error('the URL of a test server should begin with postgresql://');
  return { connectionString: `${path}/${database}${query === undefined ? '' : `?${query}`}` };
}

/** The same database, with a login that may only serve. */
export function servingTarget(target: DatabaseTarget): DatabaseTarget {
  return signedInAs(target, servingLogin, servingPassword);
}

/** The same database, with another login. */
export function signedInAs(target: DatabaseTarget, user: string, password: string): DatabaseTarget {
  return withParameters(target, { user, password });
}

/** The same database, by a port of this machine behind which its server is. */
export function atPort(target: DatabaseTarget, port: number): DatabaseTarget {
  return withParameters(target, { host: '127.0.0.1', port: String(port) });
}

function withParameters(target: DatabaseTarget, changed: Readonly<Record<string, string>>): DatabaseTarget {
  const [place, query] = target.connectionString.split('?');
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value);
  // In a URL for PostgreSQL a plus sign is a plus sign.
  return { connectionString: `${place}?${parameters.toString().replaceAll('+', '%20')}` };
}

/** Makes that login on a server. Another test run may use the same server. */
export async function createServingLogin(server: DatabaseTarget): Promise<void> {
  await run(
    server,
    `DO $$ BEGIN CREATE ROLE ${servingLogin} LOGIN PASSWORD '${servingPassword}'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
}

/** Runs one statement on a connection of its own. */
export async function run(target: DatabaseTarget, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: target.connectionString });
  // The statement reports that the server went away.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

interface ObtainedServer {
  readonly target: DatabaseTarget;
  close(): Promise<void>;
}

async function obtainServer(): Promise<ObtainedServer> {
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== '') return { target: { connectionString: url }, close: async () => undefined };
  const folder = await mkdtemp(join(fastFolder(), `${folderPrefix}${process.pid}-`));
  // Started by root, the server runs as somebody else who must be able to enter.
  await chmod(folder, 0o711);
  const server = await openEmbeddedServer(prepareServerHome(folder), {
    purpose: 'service',
    durable: false,
    report: (sentence) => console.error(sentence),
  });
  return {
    target: socketTarget(server.cluster, superuser, 'postgres'),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const folderPrefix = 'nsimbi-test-';
const memoryFolder = '/dev/shm';
const memoryNeededBytes = 8 * 2 ** 30;

/** Every test file copies a database of 600 files: 20 ms in Linux's memory, 400 ms on a disk. There must be room for the log. */
function fastFolder(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= memoryNeededBytes ? memoryFolder : tmpdir();
}

/** A run that was killed could not stop its server. */
async function removeRemains(): Promise<void> {
  for (const parent of new Set([tmpdir(), fastFolder()])) {
    for (const name of await readdir(parent)) await removeIfAbandoned(join(parent, name));
  }
}

async function removeIfAbandoned(folder: string): Promise<void> {
  const pid = Number(new RegExp(`^${folderPrefix}(\\d+)-`).exec(basename(folder))?.[1]);
  if (Number.isNaN(pid) || isAlive(pid)) return;
  await stopPostmaster(clusterAt(join(folder, 'postgres')));
  await rm(folder, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function dropAll(target: DatabaseTarget, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
