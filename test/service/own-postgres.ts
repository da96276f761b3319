import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Cluster } from '../../src/postgres/embedded/cluster.ts';
import {
  clusterAt,
  ensureCluster,
  ensureSocketFolder,
  socketTarget,
  superuser,
  writeSettings,
} from '../../src/postgres/embedded/cluster.ts';
import {
  removeStalePidFile,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from '../../src/postgres/embedded/postmaster.ts';
import { prepareServerHome } from '../../src/postgres/embedded/server-home.ts';
import { findServerPrograms } from '../../src/postgres/embedded/server-programs.ts';
import { waitUntil } from './wait-until.ts';

/** A PostgreSQL that belongs to nobody's service, with the settings of the embedded one, durable as that is. */
export interface OwnPostgres {
  readonly cluster: Cluster;
  /** Signs in by the socket as superuser. */
  urlOf(database: string): string;
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
  const server = await prepareOwnPostgres(parent);
  await server.start();
  await runStatement(server.urlOf('postgres'), 'CREATE DATABASE nsimbi');
  return server;
}

/**
 * The server of a folder, not started.
 * @param options.cloneInto puts a cluster into the empty folder that it is given, instead of a new one.
 * @param options.launch the program that starts the server, instead of `postgres` itself.
 */
export async function prepareOwnPostgres(
  parent: string,
  options: {
    readonly cloneInto?: (clusterFolder: string) => Promise<void>;
    readonly launch?: (postgres: string) => string;
  } = {},
): Promise<OwnPostgres> {
  const { home, user } = prepareServerHome(parent);
  const cluster = clusterAt(home);
  const found = findServerPrograms(user);
  const programs = { ...found, postgres: options.launch?.(found.postgres) ?? found.postgres };
  if (!existsSync(cluster.folder)) await options.cloneInto?.(cluster.folder);
  await ensureCluster(cluster, found, user);
  ensureSocketFolder(cluster, user);
  writeSettings(cluster, user, true);
  const urlOf = (database: string) => socketTarget(cluster, superuser, database).connectionString;
  return {
    cluster,
    urlOf,
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

/** Runs one statement on a connection of its own. */
export async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
