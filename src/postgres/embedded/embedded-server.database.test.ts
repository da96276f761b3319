import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { run, signedInAs } from '../../../test/postgres-server.ts';
import { readLogin } from '../login.ts';
import { type OpenDatabase, openDatabase, testFolderMark } from '../open-database.ts';
import { createPool, type DatabaseTarget } from '../pool.ts';
import { DatabaseNotStarted } from '../start-error.ts';
import { type Cluster, clusterAt, socketTarget } from './cluster.ts';
import { DataFolderInUse } from './embedded-server.ts';
import { passwordsFile, readPasswords } from './passwords.ts';
import { runningPostmaster, stopPostmaster } from './postmaster.ts';

let parent: string;
let opened: OpenDatabase[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'nsimbi-embedded-'));
  await chmod(parent, 0o711);
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const database of opened) await database.close();
  opened = [];
  children = [];
});

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
});

describe('a data folder whose name has spaces, quotes and commas, and is too long for a socket', () => {
  let dataDir: string;
  let cluster: Cluster;

  beforeAll(async () => {
    dataDir = await dataFolder(`It's my "data", ${'long '.repeat(20)}`);
    cluster = clusterAt(join(dataDir, 'postgres'));
  });

  afterAll(async () => {
    await stopPostmaster(cluster);
    await rm(cluster.socketFolder, { recursive: true, force: true });
  });

  test('the service makes a cluster, and what it wrote is there after a stop and a start', async () => {
    const first = await open(dataDir, 'service');
    await run(ownerOf(first), 'CREATE TABLE kept AS SELECT 17 AS coins; GRANT SELECT ON kept TO PUBLIC');
    await first.close();
    expect(runningPostmaster(cluster)).toBeNull();

    const second = await open(dataDir, 'service');
    expect(await coins(second)).toBe(17);
  });

  test('a new segment of the WAL is a small one, because payments wait while it is filled', async () => {
    const service = await open(dataDir, 'service');
    expect(await firstRow(ownerOf(service), 'SHOW wal_segment_size')).toEqual({ wal_segment_size: '4MB' });
  });

  test('a second service is refused, and told which process has the folder', async () => {
    await open(dataDir, 'service');
    const refused = open(dataDir, 'service');
    await expect(refused).rejects.toThrow(DataFolderInUse);
    await expect(refused).rejects.toThrow(`process ${process.pid}`);
    expect(runningPostmaster(cluster)).not.toBeNull();
  });

  test('a command works beside the service and leaves its server running', async () => {
    const service = await open(dataDir, 'service');
    const command = await open(dataDir, 'command');
    expect(await coins(command)).toBe(17);
    await command.close();
    expect(await coins(service)).toBe(17);
  });

  test('a command without a service starts the server for as long as it runs; the last of several stops it', async () => {
    const commands = await Promise.all([open(dataDir, 'command'), open(dataDir, 'command'), open(dataDir, 'command')]);
    for (const command of commands) {
      expect(await coins(command)).toBe(17);
      await command.close();
    }
    expect(runningPostmaster(cluster)).toBeNull();
  });

  test('a service that joins the server of a command keeps it when the command ends', async () => {
    const command = await open(dataDir, 'command');
    const service = await open(dataDir, 'service');
    await command.close();
    expect(await coins(service)).toBe(17);
  });

  test('the server of a killed service is taken over, and stopped by whoever took it', async () => {
    const child = await serviceInAnotherProcess(dataDir);
    const pid = runningPostmaster(cluster);
    expect(pid).not.toBeNull();
    await expect(open(dataDir, 'service')).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');

    const next = await open(dataDir, 'service');
    expect(runningPostmaster(cluster)).toBe(pid);
    expect(await coins(next)).toBe(17);
    await next.close();
    expect(runningPostmaster(cluster)).toBeNull();
  });

  test('a server that is killed under the service is started again, and pools go on by themselves', async () => {
    const service = await open(dataDir, 'service');
    const pool = createPool(ownerOf(service), { applicationName: 'nsimbi test', max: 2, role: 'nsimbi_owner' });
    await pool.query('SELECT 1');
    const killed = runningPostmaster(cluster);
    if (killed === null) throw new Error('the server should run');
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => [null, killed].includes(runningPostmaster(cluster))).toBe(false);
    await expect
      .poll(() =>
        pool.query('SELECT coins FROM public.kept').then(
          ({ rows }) => rows,
          () => null,
        ),
      )
      .toEqual([{ coins: 17 }]);
    await pool.end();
  });

  test('a pid file whose number now belongs to another process does not hinder the start', async () => {
    await writeFile(join(cluster.folder, 'postmaster.pid'), `${process.pid}\n${cluster.folder}\n`);
    const service = await open(dataDir, 'service');
    expect(await coins(service)).toBe(17);
  });

  test('the service signs in as a role that is only a member of nsimbi_service, and migrations as one of nsimbi_owner', async () => {
    const service = await open(dataDir, 'service');
    expect(await memberships(service.target)).toEqual({ login: 'nsimbi', roles: ['nsimbi_service'] });
    expect(await memberships(ownerOf(service))).toEqual({ login: 'nsimbi_migrator', roles: ['nsimbi_owner'] });
    const pool = createPool(service.target, { applicationName: 'nsimbi test', max: 1 });
    expect(await readLogin(pool)).toEqual({ name: 'nsimbi', serves: true, becomesOwner: false, excess: [] });
    await expect(pool.query('CREATE TEMPORARY TABLE wallet (available bigint)')).rejects.toThrow('permission denied');
    await pool.end();
  });

  test('nobody gets in without a password, and the passwords are in a file that only its owner reads', async () => {
    const service = await open(dataDir, 'service');
    const file = passwordsFile(cluster.home);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const login of ['postgres', 'nsimbi_migrator', 'nsimbi']) {
      const target = signedInAs(service.target, login, 'guessed');
      await expect(run(target, 'SELECT 1')).rejects.toThrow('password authentication failed');
    }
    const hba = await readFile(join(cluster.folder, 'pg_hba.conf'), 'utf8');
    expect(hba.split('\n').filter((line) => /^\s*(local|host).*\b(trust|peer|ident)\b/.test(line))).toEqual([]);
    const log = await readFile(cluster.logFile, 'utf8');
    for (const password of Object.values(readPasswords(cluster.home))) expect(log).not.toContain(password);
  });
});

test('a data folder of 0.1.0, where whoever reached the socket was let in, gets passwords at the start and keeps its data', async () => {
  const dataDir = await dataFolder('of 0.1.0');
  const cluster = clusterAt(join(dataDir, 'postgres'));
  const before = await open(dataDir, 'service');
  await run(
    socketTarget(cluster, 'postgres', 'nsimbi'),
    'CREATE TABLE kept AS SELECT 11 AS coins; GRANT SELECT ON kept TO PUBLIC',
  );
  // What 0.1.0 had made of the same cluster.
  await run(
    socketTarget(cluster, 'postgres', 'postgres'),
    `ALTER DATABASE nsimbi OWNER TO nsimbi;
     REVOKE nsimbi_owner FROM nsimbi_migrator; DROP ROLE nsimbi_migrator;
     REVOKE nsimbi_reader FROM nsimbi_service; GRANT nsimbi_owner, nsimbi_reader TO nsimbi;
     GRANT TEMPORARY ON DATABASE nsimbi TO PUBLIC;
     ALTER ROLE nsimbi PASSWORD NULL; ALTER ROLE postgres PASSWORD NULL`,
  );
  await before.close();
  const hba = join(cluster.folder, 'pg_hba.conf');
  const standby = 'hostssl replication standby 192.0.2.0/24 cert # trust';
  await writeFile(hba, `# trust\nlocal   all             all                                     trust\n${standby}\n`);
  await rm(passwordsFile(cluster.home));

  const service = await open(dataDir, 'service');
  expect(await coins(service)).toBe(11);
  expect(await memberships(service.target)).toEqual({ login: 'nsimbi', roles: ['nsimbi_service'] });
  expect(await memberships(ownerOf(service))).toEqual({ login: 'nsimbi_migrator', roles: ['nsimbi_owner'] });
  expect((await readFile(hba, 'utf8')).split('\n').slice(0, 3)).toEqual([
    '# trust',
    'local   all             all                                     scram-sha-256',
    standby,
  ]);
  await expect
    .poll(() => run(signedInAs(service.target, 'postgres', 'guessed'), 'SELECT 1').catch(String))
    .toContain('password authentication failed');
});

test('a start that was cut off before the server read its new rules is completed by the next one', async () => {
  const dataDir = await dataFolder('cut off');
  const cluster = clusterAt(join(dataDir, 'postgres'));
  const service = await open(dataDir, 'service');
  const administrator = socketTarget(cluster, 'postgres', 'postgres');
  const hba = join(cluster.folder, 'pg_hba.conf');
  const rules = await readFile(hba, 'utf8');
  const guessed = () => run(signedInAs(service.target, 'nsimbi', 'guessed'), 'SELECT 1').then(() => 'let in', String);
  await writeFile(hba, 'local all all trust\n');
  await run(administrator, 'SELECT pg_reload_conf()');
  await expect.poll(guessed).toBe('let in');
  await writeFile(hba, rules);
  await open(dataDir, 'command');
  await expect.poll(guessed).toContain('password authentication failed');
});

test('passwords that are lost or damaged are said in one line that shows none', async () => {
  const dataDir = await dataFolder('damaged');
  const first = await open(dataDir, 'command');
  await first.close();
  await writeFile(passwordsFile(join(dataDir, 'postgres')), '{"postgres": "a-password-of-somebody');
  const refused = open(dataDir, 'command');
  await expect(refused).rejects.toThrow(/passwords\.json does not hold the passwords of the database; restore it/);
  await expect(refused).rejects.not.toThrow(/a-password-of-somebody/);
});

test('two commands that start at once in an empty folder share one cluster', async () => {
  const dataDir = await dataFolder('empty');
  const [one, other] = await Promise.all([open(dataDir, 'command'), open(dataDir, 'command')]);
  await run(ownerOf(one), 'CREATE TABLE kept AS SELECT 3 AS coins; GRANT SELECT ON kept TO PUBLIC');
  expect(await coins(other)).toBe(3);
});

test('what killed starts left of their clusters is removed; what a start is making and a copy of a person are not', async () => {
  const dataDir = await dataFolder('left');
  const home = join(dataDir, 'postgres');
  const abandoned = join(home, `cluster.${randomUUID()}`);
  const inTheMaking = `cluster.${randomUUID()}`;
  await mkdir(join(abandoned, 'base'), { recursive: true });
  await mkdir(join(home, inTheMaking));
  await mkdir(join(home, 'cluster.bak'));
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const old of [abandoned, join(home, 'cluster.bak')]) await utimes(old, longAgo, longAgo);
  await open(dataDir, 'command');
  const clusters = (await readdir(home)).filter((name) => name.startsWith('cluster'));
  expect(new Set(clusters)).toEqual(new Set(['cluster', inTheMaking, 'cluster.bak']));
});

test('a file in place of the data folder is said in one line', async () => {
  const file = join(parent, 'file');
  await writeFile(file, '');
  const refused = openDatabase(
    { databaseUrl: null, ownerDatabaseUrl: null, dataDir: join(file, 'data') },
    { purpose: 'service' },
  );
  await expect(refused).rejects.toThrow(DatabaseNotStarted);
  await expect(refused).rejects.toThrow(/^cannot use .*NSIMBI_DATA_DIR$/);
});

test('a cluster of another PostgreSQL version is refused and left alone', async () => {
  const dataDir = await dataFolder('old');
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true });
  const version = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
  await writeFile(version, '9\n');
  await expect(open(dataDir, 'service')).rejects.toThrow(
    /made by PostgreSQL 9 and this Nsimbi brings \d+; move the data/,
  );
  expect(await readFile(version, 'utf8')).toBe('9\n');
});

test.runIf(process.getuid?.() === 0)(
  "where root's server cannot enter the data folder, the database lives elsewhere and the folder records where",
  async () => {
    const locked = join(parent, 'only for root');
    await mkdir(locked, { mode: 0o700 });
    const dataDir = join(locked, 'data');
    const first = await open(dataDir, 'service');
    await run(ownerOf(first), 'CREATE TABLE kept AS SELECT 5 AS coins; GRANT SELECT ON kept TO PUBLIC');
    await first.close();

    const record = join(dataDir, 'postgres-location.json');
    const { home } = JSON.parse(await readFile(record, 'utf8'));
    try {
      expect(home).toMatch(/^\/var\/lib\/nsimbi\//);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      const second = await open(dataDir, 'service');
      expect(await coins(second)).toBe(5);
      await second.close();
    } finally {
      await rm(home, { recursive: true, force: true });
    }
    await expect(open(dataDir, 'service')).rejects.toThrow(/which is not there; bring that folder back/);
  },
);

async function dataFolder(name: string): Promise<string> {
  const folder = join(parent, name.trim());
  await mkdir(folder);
  await writeFile(join(folder, testFolderMark), '');
  return folder;
}

async function open(dataDir: string, purpose: 'service' | 'command'): Promise<OpenDatabase> {
  const database = await openDatabase(
    { databaseUrl: null, ownerDatabaseUrl: null, dataDir },
    { purpose, report: () => undefined },
  );
  opened.push(database);
  return database;
}

async function serviceInAnotherProcess(dataDir: string): Promise<ChildProcess> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, '../open-database.ts'))});
    await openDatabase({ databaseUrl: null, ownerDatabaseUrl: null, dataDir: ${JSON.stringify(dataDir)} }, { purpose: 'service' });
    console.log('open');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the other process ended')));
  });
  return child;
}

async function coins(database: OpenDatabase): Promise<unknown> {
  return (await firstRow(ownerOf(database), 'SELECT coins FROM public.kept'))?.coins;
}

function ownerOf({ owner }: OpenDatabase): DatabaseTarget {
  if (owner === null) throw new Error('an embedded server has a login for migrations');
  return owner;
}

/** The roles that a login was granted, and no others. */
async function memberships(target: DatabaseTarget): Promise<unknown> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT session_user AS login, array_agg(roleid::regrole::text ORDER BY roleid) AS roles
         FROM pg_auth_members WHERE member = session_user::regrole`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

async function firstRow(target: DatabaseTarget, statement: string): Promise<Record<string, unknown> | undefined> {
  const pool = createPool(target, { applicationName: 'nsimbi test', max: 1, role: 'nsimbi_owner' });
  try {
    return (await pool.query<Record<string, unknown>>(statement)).rows[0];
  } finally {
    await pool.end();
  }
}
