import { mkdirSync } from 'node:fs';
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
import { superuser } from '../../src/postgres/embedded/passwords.ts';
import {
  removeStalePidFile,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from '../../src/postgres/embedded/postmaster.ts';
import { prepareServerHome } from '../../src/postgres/embedded/server-home.ts';
import { findServerPrograms } from '../../src/postgres/embedded/server-programs.ts';
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

/** Makes a cluster under `folder`, starts it, and creates the database `nsimbi`. */
export async function createOwnPostgres(folder: string): Promise<OwnPostgres> {
  const parent = join(folder, 'own-postgres');
  mkdirSync(parent, { mode: 0o755 });
  const { home, user } = prepareServerHome(parent);
  const cluster = clusterAt(home);
  const programs = findServerPrograms(user);
  await ensureCluster(cluster, programs, user);
  ensureSocketFolder(cluster, user);
  writeSettings(cluster, user, true);
  const urlOf = (database: string) => socketTarget(cluster, superuser, database).connectionString;
  const server: OwnPostgres = {
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
  await server.start();
  await runStatement(urlOf('postgres'), 'CREATE DATABASE nsimbi');
  await createServingLogin({ connectionString: urlOf('postgres') });
  return server;
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
