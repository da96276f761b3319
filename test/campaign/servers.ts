import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { runningPostmaster } from '../../src/postgres/embedded/postmaster.ts';
import { type OwnPostgres, prepareOwnPostgres, runStatement } from '../service/own-postgres.ts';
import { waitUntil } from '../service/wait-until.ts';

const run = promisify(execFile);

/** Debian's libfaketime, by which a server reads another time than the machine's. */
const fakeTimeLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

export const canFakeTime = existsSync(fakeTimeLibrary);

/** The PostgreSQL of a campaign: one server, or a primary and a synchronous standby that can take its place. */
export class Servers {
  primary: OwnPostgres;
  #standby: OwnPostgres | null = null;
  readonly #folder: string;
  readonly #withClock: boolean;
  #made: number;

  private constructor(folder: string, primary: OwnPostgres, options: { withClock: boolean; made: number }) {
    this.#folder = folder;
    this.#withClock = options.withClock;
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
    const primary = await prepareOwnPostgres(serverFolder(folder, number), {
      ...(withClock ? { launch: launcherWithClock(folder, number) } : {}),
    });
    const servers = new Servers(folder, primary, { withClock, made: number });
    if (withClock) servers.setClock('+0');
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
    // A standby that was there is made anew: it may have been left behind.
    await runStatement(primary.urlOf('postgres'), "ALTER SYSTEM SET synchronous_standby_names = ''");
    await runStatement(primary.urlOf('postgres'), 'SELECT pg_reload_conf()');
    await this.#createDatabase();
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

  /** A connection as superuser. It is the caller's to end; that the server ends it is no error of the process. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
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

  /** @param offset as libfaketime writes it: `+8d`, `-3600`, or `+0` for the machine's time. */
  setClock(offset: string): void {
    writeFileSync(clockFile(this.#folder, this.number), offset);
  }

  /**
   * Copies the primary into a standby by PostgreSQL's low-level backup, and has every commit wait for it from now on. The npm
   * package has no pg_basebackup.
   */
  async addStandby(): Promise<void> {
    const number = this.#made + 1;
    const { primary } = this;
    await removeServer(serverFolder(this.#folder, number));
    const client = await this.connect();
    try {
      await waitUntil('nobody uses the slot of an earlier standby', async () => {
        const { rows } = await client.query('SELECT FROM pg_replication_slots WHERE active');
        return rows.length === 0;
      });
      await client.query(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = 'standby'",
      );
      await client.query("SELECT pg_create_physical_replication_slot('standby', true)");
      await client.query("SELECT pg_backup_start('standby', true)");
      const cloneInto = async (folder: string) => {
        await copyCluster(primary.cluster.folder, folder);
        const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
        writeStandbyFiles(folder, rows[0]?.labelfile ?? '', primary);
      };
      const standby = await prepareOwnPostgres(serverFolder(this.#folder, number), {
        cloneInto,
        ...(this.#withClock ? { launch: launcherWithClock(this.#folder, number) } : {}),
      });
      if (this.#withClock) writeFileSync(clockFile(this.#folder, number), '+0');
      await standby.start();
      this.#standby = standby;
      this.#made = number;
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
    await runStatement(promoted.urlOf('postgres'), 'SELECT pg_promote(true, 300)');
    this.primary = promoted;
    this.#standby = null;
    rmSync(lost.cluster.home, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.#standby?.stop();
    await this.primary.stop();
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.primary.urlOf('postgres') });
    await client.connect();
    const { rows } = await client.query("SELECT FROM pg_database WHERE datname = 'nsimbi'");
    if (rows.length === 0) await client.query('CREATE DATABASE nsimbi');
    await client.end();
  }
}

function serverFolder(folder: string, number: number): string {
  return join(folder, `server-${number}`);
}

/** A standby of an earlier sitting may still run. */
async function removeServer(folder: string): Promise<void> {
  if (existsSync(folder)) await (await prepareOwnPostgres(folder)).stop();
  rmSync(folder, { recursive: true, force: true });
}

function clockFile(folder: string, number: number): string {
  return join(folder, `clock-${number}`);
}

/** A script that becomes the server with a clock of its own: the server's environment cannot be set otherwise. */
function launcherWithClock(folder: string, number: number): (postgres: string) => string {
  return (postgres) => {
    const script = join(folder, `postgres-${number}.sh`);
    const variables = [
      `LD_PRELOAD=${fakeTimeLibrary}`,
      `FAKETIME_TIMESTAMP_FILE=${clockFile(folder, number)}`,
      // The offset is read once a second, and the clock that PostgreSQL's own timeouts use stays as it is.
      'FAKETIME_CACHE_DURATION=1',
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
    ];
    writeFileSync(script, `#!/bin/sh\nexport ${variables.join(' ')}\nexec '${postgres}' "$@"\n`, { mode: 0o755 });
    return script;
  };
}

/** PostgreSQL's manual, "Making a Base Backup Using the Low Level API": files may vanish while they are copied. */
async function copyCluster(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]).catch((error: { stderr?: string }) => {
    const lines = (error.stderr ?? String(error)).trim().split('\n');
    if (!lines.every((line) => /No such file or directory/.test(line))) throw error;
  });
  for (const name of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf', 'pg_wal', 'pg_replslot']) {
    rmSync(join(to, name), { recursive: true, force: true });
  }
}

function writeStandbyFiles(folder: string, label: string, primary: OwnPostgres): void {
  const { uid, gid } = statSync(folder);
  const settings = [
    `primary_conninfo = 'host=${primary.cluster.socketFolder} port=5432 user=postgres application_name=standby'`,
    "primary_slot_name = 'standby'",
    "wal_retrieve_retry_interval = '200ms'",
    "wal_receiver_timeout = '10s'",
  ];
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
    ['postgresql.auto.conf', `${settings.join('\n')}\n`],
  ] as const) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
  for (const name of ['pg_wal', 'pg_wal/archive_status', 'pg_replslot']) mkdirSync(join(folder, name), { mode: 0o700 });
  const names = [
    'backup_label',
    'standby.signal',
    'postgresql.auto.conf',
    'pg_wal',
    'pg_wal/archive_status',
    'pg_replslot',
  ];
  for (const name of names) chownSync(join(folder, name), uid, gid);
}
