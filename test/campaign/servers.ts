import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { clusterAt } from '../../src/postgres/embedded/cluster.ts';
import { runningPostmaster, stopPostmaster } from '../../src/postgres/embedded/postmaster.ts';
import { prepareServerHome } from '../../src/postgres/embedded/server-home.ts';
import { isConnectionLost } from '../../src/postgres/errors.ts';
import { run } from '../postgres-server.ts';
import { createFakedClock, type FakedClock } from '../service/faked-clock.ts';
import { createServiceDatabase, createStandby, type OwnPostgres, prepareOwnPostgres } from '../service/own-postgres.ts';
import { waitUntil } from '../service/wait-until.ts';

/** The PostgreSQL of a campaign: one server, or a primary and a synchronous standby that can take its place. */
export class Servers {
  primary: OwnPostgres;
  #standby: OwnPostgres | null = null;
  readonly #folder: string;
  /** The clocks of the primary and of the standby; null where clocks are the machine's. */
  #clock: FakedClock | null;
  #standbyClock: FakedClock | null = null;
  #made: number;

  private constructor(folder: string, primary: OwnPostgres, options: { clock: FakedClock | null; made: number }) {
    this.#folder = folder;
    this.#clock = options.clock;
    this.#made = options.made;
    this.primary = primary;
  }

  /**
   * Starts the server in `folder`, makes it where there is none, and gives it a new standby where one is wanted.
   * @param options.number which of the folder's servers was the primary when the campaign was paused.
   */
  static async open(
    folder: string,
    options: { readonly withClock: boolean; readonly withStandby: boolean; readonly number: number },
  ): Promise<Servers> {
    const { withClock, number } = options;
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    chmodSync(folder, 0o755);
    const clock = withClock ? createClock(folder, number) : null;
    const primary = await prepareOwnPostgres(serverFolder(folder, number), clock?.wrap);
    const servers = new Servers(folder, primary, { clock, made: number });
    try {
      await primary.start();
      await servers.#prepare(options.withStandby);
      return servers;
    } catch (error) {
      await servers.stop();
      throw error;
    }
  }

  async #prepare(withStandby: boolean): Promise<void> {
    const { primary } = this;
    const target = { connectionString: primary.urlOf('postgres') };
    // A standby that was there is made anew: it may have been left behind.
    await run(target, "ALTER SYSTEM SET synchronous_standby_names = ''");
    await run(target, 'SELECT pg_reload_conf()');
    if (!(await hasServiceDatabase(primary))) await createServiceDatabase(primary);
    if (withStandby) await this.addStandby();
  }

  /** Which of the folder's servers is the primary. */
  get number(): number {
    return this.#standby === null ? this.#made : this.#made - 1;
  }

  /** Where a client of the primary connects to. */
  get socket(): NetConnectOpts {
    return { path: join(this.primary.cluster.socketFolder, '.s.PGSQL.5432') };
  }

  /** Signs in to the primary as superuser. */
  get url(): string {
    return this.primary.urlOf('nsimbi');
  }

  /**
   * A connection as superuser. It is the caller's to end; that the server ends it is no error of the process. Waits while the server
   * recovers, which it also does by itself: libfaketime reads its file in signal handlers too, where it may damage the memory of a
   * backend; glibc then aborts that one, and the server ends all others.
   */
  async connect(): Promise<pg.Client> {
    return await waitUntil('the server accepts connections', async () => {
      const client = new pg.Client({ connectionString: this.url });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        return undefined;
      }
    });
  }

  /** Ends the primary at once, as a power cut would for its clients, without a checkpoint. */
  async quit(): Promise<void> {
    const pid = runningPostmaster(this.primary.cluster);
    if (pid === null) return;
    process.kill(pid, 'SIGQUIT');
    await waitUntil('the server is gone', () => runningPostmaster(this.primary.cluster) === null);
  }

  /** Starts again whichever server has ended. */
  async startAgain(): Promise<void> {
    await this.primary.start();
    if (this.#standby !== null && runningPostmaster(this.#standby.cluster) === null) await this.#standby.start();
  }

  /** Sets the primary's clock that many seconds from the machine's. @throws when the servers have the machine's clock. */
  setClock(offsetSeconds: number): void {
    if (this.#clock === null) throw new Error('the server has no clock of its own');
    this.#clock.set(offsetSeconds);
  }

  /** Copies the primary into a standby, and has every commit wait for it from now on. */
  async addStandby(): Promise<void> {
    const number = this.#made + 1;
    const folder = serverFolder(this.#folder, number);
    await removeServer(folder);
    this.#standbyClock = this.#clock === null ? null : createClock(this.#folder, number);
    this.#standby = await createStandby(this.primary, folder, this.#standbyClock?.wrap);
    this.#made = number;
    const client = await this.connect();
    try {
      await client.query("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (*)'");
      await client.query('SELECT pg_reload_conf()');
      await waitUntil(
        'the standby is synchronous',
        async () => {
          const { rows } = await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
          return rows.length > 0;
        },
        300_000,
      );
    } finally {
      await client.end();
    }
  }

  /** Loses the primary for ever; the standby takes its place. Call `addStandby` afterwards. */
  async promote(): Promise<void> {
    const promoted = this.#standby;
    if (promoted === null) throw new Error('there is no standby to promote');
    const lost = this.primary;
    await lost.kill();
    const target = { connectionString: promoted.urlOf('postgres') };
    await waitUntil('the standby is promoted', async () => {
      try {
        await run(target, 'SELECT pg_promote(true, 300) WHERE pg_is_in_recovery()');
        return true;
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        return false;
      }
    });
    this.primary = promoted;
    this.#clock = this.#standbyClock;
    this.#standby = null;
    rmSync(lost.cluster.home, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.#standby?.stop();
    await this.primary.stop();
  }
}

async function hasServiceDatabase(server: OwnPostgres): Promise<boolean> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query("SELECT FROM pg_database WHERE datname = 'nsimbi'");
  await client.end();
  return rows.length > 0;
}

function serverFolder(folder: string, number: number): string {
  return join(folder, `server-${number}`);
}

/** A standby of an earlier sitting may still run. */
async function removeServer(folder: string): Promise<void> {
  await stopPostmaster(clusterAt(prepareServerHome(folder).home));
  rmSync(folder, { recursive: true, force: true });
}

/** Outside the folder of the server, which is removed and created for each standby. */
function createClock(folder: string, number: number): FakedClock {
  const place = join(folder, `clock-${number}`);
  mkdirSync(place, { recursive: true, mode: 0o755 });
  // Faults of the clock last for seconds, so that the server need not read the file for each look at the clock.
  return createFakedClock(place, 1);
}
