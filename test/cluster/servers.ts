import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../service/free-port.ts';
import { waitUntil } from '../service/wait-until.ts';

const run = promisify(execFile);

/** The programs of Debian's PostgreSQL, the newest that is installed with Citus, or at all. */
function programsFolder(): string {
  const root = '/usr/lib/postgresql';
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  const [version] = versions;
  if (version === undefined) throw new Error(`there is no PostgreSQL in ${root}`);
  return join(root, version, 'bin');
}

/** A PostgreSQL of one's own on a port of the loopback address, which trusts whoever connects: only for tests. */
export class Server {
  readonly port: number;
  readonly #data: string;
  readonly #programs = programsFolder();

  private constructor(data: string, port: number) {
    this.#data = data;
    this.port = port;
  }

  /** Creates it in a folder that belongs to the user postgres, and starts it. */
  static async create(folder: string, name: string, { withCitus = false } = {}): Promise<Server> {
    const server = new Server(join(folder, name), await freePort());
    await server.#as('initdb', '-D', server.#data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8');
    const settings = [
      `port = ${server.port}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${folder}'`,
      'shared_buffers = 512MB',
      'max_connections = 200',
      'max_wal_size = 8GB',
      'checkpoint_timeout = 15min',
      ...(withCitus ? ["shared_preload_libraries = 'citus'", "citus.show_shards_for_app_name_prefixes = '*'"] : []),
    ];
    appendFileSync(join(server.#data, 'postgresql.conf'), `${settings.join('\n')}\n`);
    await server.start();
    return server;
  }

  /** The URL of a database, as the superuser. */
  url(database: string): string {
    return urlOf(this.port, database);
  }

  async start(): Promise<void> {
    const start = ['-D', this.#data, '-l', `${this.#data}.log`, '-w', 'start'];
    // After a kill its shared memory is in use until the last of its processes is gone.
    await waitUntil('the server starts', () =>
      this.#as('pg_ctl', ...start).then(
        () => true,
        () => false,
      ),
    );
    await waitUntil('the server responds', () => this.query('postgres', 'SELECT').then(() => true));
  }

  async stop(): Promise<void> {
    await this.#as('pg_ctl', '-D', this.#data, '-m', 'fast', '-w', 'stop').catch(() => undefined);
  }

  /** kill -9 of the server and all its sessions. */
  async kill(): Promise<void> {
    const pid = Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // Stopped, it does not start them again.
    process.kill(pid, 'SIGSTOP');
    await run('pkill', ['-9', '-P', String(pid)]).catch(() => undefined);
    process.kill(pid, 'SIGKILL');
    await waitUntil('the killed server is gone', async () => {
      return await this.query('postgres', 'SELECT').then(
        () => false,
        () => true,
      );
    });
  }

  /** Runs a statement in a database of it. */
  async query<Row extends pg.QueryResultRow>(
    database: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    return await query<Row>(this.port, database, text, values);
  }

  async #as(program: string, ...words: string[]): Promise<void> {
    await run('runuser', ['-u', 'postgres', '--', join(this.#programs, program), ...words], { cwd: '/' });
  }
}

/** Where the servers of a history store are: one PostgreSQL, or the coordinator and the workers of a Citus cluster. */
export interface StorePorts {
  readonly coordinator: number;
  readonly workers: readonly number[];
}

/** Where tests of the history store create its databases, as JSON of StorePorts; on the server of the test run when it is not set. */
export const storeVariable = 'NSIMBI_TEST_HISTORY_PORTS';

/** Creates a database for a history store. @returns its URL. */
export async function createStore({ coordinator, workers }: StorePorts, name: string): Promise<string> {
  for (const port of [coordinator, ...workers]) {
    await query(port, 'postgres', `CREATE DATABASE ${name}`);
    if (workers.length > 0) await query(port, name, 'CREATE EXTENSION citus');
  }
  if (workers.length > 0) {
    await query(coordinator, name, `SELECT citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator]);
    for (const port of workers) await query(coordinator, name, `SELECT citus_add_node('127.0.0.1', $1)`, [port]);
  }
  return urlOf(coordinator, name);
}

/** As the superuser, whom these servers trust. */
function urlOf(port: number, database: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`;
}

async function query<Row extends pg.QueryResultRow>(
  port: number,
  database: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf(port, database) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
