import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Cluster } from '../../src/postgres/embedded/cluster.ts';
import {
  clusterAt,
  ensureCluster,
  ensureSocketFolder,
  socketTarget,
  writeSettings,
} from '../../src/postgres/embedded/cluster.ts';
import { passwordsFile, readPasswords, superuser } from '../../src/postgres/embedded/passwords.ts';
import {
  removeStalePidFile,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from '../../src/postgres/embedded/postmaster.ts';
import { prepareServerHome } from '../../src/postgres/embedded/server-home.ts';
import { findServerPrograms, type ServerPrograms } from '../../src/postgres/embedded/server-programs.ts';
import { giveTo, type ServerUser } from '../../src/postgres/embedded/server-user.ts';
import { createServingLogin, servingTarget } from '../postgres-server.ts';
import { waitUntil } from './wait-until.ts';

/** A PostgreSQL that belongs to nobody's service, with the settings of the embedded one, durable as that is. */
export interface OwnPostgres {
  readonly cluster: Cluster;
  /** Signs in by the socket as superuser. */
  urlOf(database: string): string;
  /** The settings with which a service uses the database `nsimbi`. */
  readonly settings: { readonly DATABASE_URL: string; readonly NSIMBI_OWNER_DATABASE_URL: string };
  start(): Promise<void>;
  /** Cuts all sessions and waits until the server is gone. */
  stop(): Promise<void>;
  /** kill -9 of every process of the server at once. */
  kill(): Promise<void>;
}

/** Returns programs in place of PostgreSQL's own, such as scripts that start them in another way. */
type WrapPrograms = (programs: ServerPrograms) => ServerPrograms;

/** Makes a cluster under `folder`, starts it, and creates the database `nsimbi`. */
export async function createOwnPostgres(
  folder: string,
  wrap: WrapPrograms = (programs) => programs,
): Promise<OwnPostgres> {
  const { cluster, user, programs: installed } = placeFor(folder, 'own-postgres');
  const programs = wrap(installed);
  await ensureCluster(cluster, programs, user);
  writeSettings(cluster, user, true);
  const server = serverOf(cluster, programs, user);
  await server.start();
  await runStatement(server.urlOf('postgres'), 'CREATE DATABASE nsimbi');
  await createServingLogin({ connectionString: server.urlOf('postgres') });
  return server;
}

/**
 * A standby of `primary` under `folder`, made from an online backup and started: it receives what the primary writes while both
 * run. Nothing else may write during the backup.
 */
export async function createStandby(primary: OwnPostgres, folder: string): Promise<OwnPostgres> {
  const { cluster, user, programs } = placeFor(folder, 'own-standby');
  copyFileSync(passwordsFile(primary.cluster.home), passwordsFile(cluster.home));
  const password = readPasswords(cluster.home)[superuser];
  const backup = new pg.Client({ connectionString: primary.urlOf('postgres') });
  await backup.connect();
  await backup.query("SELECT pg_backup_start('standby', true)");
  // With owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', primary.cluster.folder, cluster.folder]);
  const { rows } = await backup.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  await backup.end();
  rmSync(join(cluster.folder, 'postmaster.pid'));
  const files = {
    backup_label: rows[0]?.labelfile ?? '',
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=${primary.cluster.socketFolder} port=5432 user=${superuser} password=${password}'\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cluster.folder, name), text);
    giveTo(user, join(cluster.folder, name));
  }
  writeSettings(cluster, user, true);
  const server = serverOf(cluster, programs, user);
  await server.start();
  return server;
}

function placeFor(folder: string, name: string): { cluster: Cluster; user: ServerUser; programs: ServerPrograms } {
  const parent = join(folder, name);
  mkdirSync(parent, { mode: 0o755 });
  const { home, user } = prepareServerHome(parent);
  const cluster = clusterAt(home);
  ensureSocketFolder(cluster, user);
  return { cluster, user, programs: findServerPrograms(user) };
}

function serverOf(cluster: Cluster, programs: ServerPrograms, user: ServerUser): OwnPostgres {
  const urlOf = (database: string) => socketTarget(cluster, superuser, database).connectionString;
  return {
    cluster,
    urlOf,
    settings: {
      DATABASE_URL: servingTarget({ connectionString: urlOf('nsimbi') }).connectionString,
      NSIMBI_OWNER_DATABASE_URL: urlOf('nsimbi'),
    },
    async start() {
      removeStalePidFile(cluster);
      await waitUntil('PostgreSQL answers', async () => {
        // After a kill the first attempts fail, until the last process of the old server is gone.
        if (runningPostmaster(cluster) === null) spawnPostmaster(cluster, programs, user);
        return await runStatement(urlOf('postgres'), 'SELECT 1').then(
          () => true,
          () => false,
        );
      });
    },
    stop: () => stopPostmaster(cluster),
    async kill() {
      const pid = runningPostmaster(cluster);
      if (pid === null) throw new Error('there is no server to kill');
      process.kill(-pid, 'SIGKILL');
      await waitUntil('the killed server is gone', () => runningPostmaster(cluster) === null);
    },
  };
}

async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
