import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import { inDatabaseTransaction } from './database-transaction.ts';
import type { Queryable } from './pool.ts';
import { isOlder, programVersion } from './program-version.ts';
import type { Heartbeats, Moment } from './reads.ts';
import { DatabaseNotStarted } from './start-error.ts';

/** Where a process is between its start and its end. While it is `stopping`, it still serves, and a load balancer should send nothing more. */
export type ProcessState = 'starting' | 'ready' | 'stopping';

/** A process of the service that is registered in the database. */
export interface RegisteredProcess {
  readonly host: string;
  readonly pid: number;
  readonly roles: readonly string[];
  /** The version of its program. */
  readonly version: string;
  readonly state: ProcessState;
  /** Where it listens; null until it does. */
  readonly address: string | null;
  readonly startedAt: Date;
  /** Milliseconds of trusted time since its last heartbeat. */
  readonly silentMs: number;
}

const heartbeatEveryMs = 1_000;
/** The times of so many heartbeats are kept: ten minutes. */
const rememberedBeats = 600;

/**
 * How long a process stays registered without a heartbeat, in trusted time: a process that was killed leaves its row behind. One that was
 * frozen for longer has to register again, which its program may be too old for by then.
 */
export const silentMsMax = 30_000;

/** Held shared to register, and alone to apply a migration that older programs cannot run with. */
export const programsLock = `hashtextextended('nsimbi.programs', 0)`;

/** The processes that are registered and not silent, in the order of their start. */
export async function listProcesses(db: Queryable): Promise<RegisteredProcess[]> {
  const { rows } = await db.query<RegisteredProcess>(
    `SELECT host, pid, roles, version, state, address, started_at AS "startedAt",
            greatest(0, round(extract(epoch FROM nsimbi.trusted_now() - seen_at) * 1000))::integer AS "silentMs"
       FROM nsimbi.process
      WHERE seen_at > nsimbi.trusted_now() - $1 * interval '1 millisecond'
      ORDER BY started_at, process_id`,
    [silentMsMax],
  );
  return rows;
}

/** A process that is ready, and when its metrics were read. */
export interface MeasuredProcess {
  readonly host: string;
  readonly pid: number;
  /** Milliseconds of trusted time since its metrics were last read; null when they never were. */
  readonly metricsReadMsAgo: number | null;
}

/** When the metrics of each process that is ready were last read. Not in `listProcesses`, which migrations older than the column use. */
export async function listMetricsReads(db: Queryable): Promise<MeasuredProcess[]> {
  const { rows } = await db.query<MeasuredProcess>(
    `SELECT host, pid,
            round(extract(epoch FROM trusted_now() - metrics_read_at) * 1000)::float8 AS "metricsReadMsAgo"
       FROM process
      WHERE state = 'ready' AND seen_at > trusted_now() - $1 * interval '1 millisecond'
      ORDER BY started_at, process_id`,
    [silentMsMax],
  );
  return rows;
}

/** Removes the rows of processes without a heartbeat for `silentMsMax`. One that was frozen, and goes on, has to register again. */
export async function removeSilentProcesses(db: Queryable): Promise<void> {
  await db.query("DELETE FROM process WHERE seen_at <= trusted_now() - $1 * interval '1 millisecond'", [silentMsMax]);
}

export interface RegistrationOptions {
  readonly pool: pg.Pool;
  readonly roles: readonly string[];
  /** Called once, when the schema has become one that this program cannot run with: it must stop. */
  readonly onRefused: (error: ProgramTooOld) => void;
  /** Called when a heartbeat could not be written; it is tried again. */
  readonly onError: (error: unknown) => void;
  /** The version of this program when left out. */
  readonly version?: string;
}

/** The row of this process in the table `process`, kept alive by heartbeats. */
export class Registration implements Heartbeats {
  readonly #options: RegistrationOptions;
  readonly #version: string;
  readonly #processId = randomUUID();
  #state: ProcessState = 'starting';
  #address: string | null = null;
  #beats = 0;
  #metricsWereRead = false;
  readonly #sent = new Map<number, Moment>();
  #beating: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: RegistrationOptions) {
    this.#options = options;
    this.#version = options.version ?? programVersion;
  }

  /** Registers this process. @throws ProgramTooOld where the schema needs a newer program. */
  static async begin(options: RegistrationOptions): Promise<Registration> {
    const registration = new Registration(options);
    await registration.#register();
    registration.#scheduleBeat();
    return registration;
  }

  get processId(): string {
    return this.#processId;
  }

  sentAt(beat: number): Moment | undefined {
    return this.#sent.get(beat);
  }

  /** Notes that somebody has read the metrics of this process; others see it from the next heartbeat on. */
  noteMetricsRead(): void {
    this.#metricsWereRead = true;
  }

  /** The state that others see from the next heartbeat on, which follows at once. */
  async enter(state: ProcessState, address: string | null = this.#address): Promise<void> {
    this.#state = state;
    this.#address = address;
    clearTimeout(this.#timer);
    await this.#beat();
  }

  /** Ends the registration. A database that is away keeps the row until it counts as silent. */
  async end(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await this.#options.pool
      .query('DELETE FROM process WHERE process_id = $1', [this.#processId])
      .catch(() => undefined);
  }

  #scheduleBeat(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#beat(), heartbeatEveryMs).unref();
  }

  /** One at a time; never throws. */
  #beat(): Promise<void> {
    this.#beating = this.#beating
      .then(() => (this.#isClosed ? undefined : this.#beatOnce()))
      .catch((error: unknown) => {
        if (!(error instanceof ProgramTooOld)) return this.#options.onError(error);
        this.#isClosed = true;
        this.#options.onRefused(error);
      })
      .then(() => {
        clearTimeout(this.#timer);
        this.#scheduleBeat();
      });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const sent = { wallMs: Date.now(), monotonicMs: performance.now() };
    const metricsWereRead = this.#metricsWereRead;
    const { rows } = await this.#options.pool.query<{ beat: string }>({
      name: 'process.beat',
      text: `UPDATE process SET seen_at = trusted_now(), beat = beat + 1, state = $2, address = $3,
                    metrics_read_at = CASE WHEN $4 THEN trusted_now() ELSE metrics_read_at END
              WHERE process_id = $1 RETURNING beat`,
      values: [this.#processId, this.#state, this.#address, metricsWereRead],
    });
    // After a failure the next heartbeat writes it. What was noted while the statement ran has nearly the time that was written.
    if (metricsWereRead) this.#metricsWereRead = false;
    const [row] = rows;
    // Too long without a heartbeat: a migration that looked meanwhile did not count this process.
    if (row === undefined) await this.#register();
    else {
      this.#beats = Number(row.beat);
      this.#sent.set(this.#beats, sent);
      this.#sent.delete(this.#beats - rememberedBeats);
    }
  }

  /** The lock makes a migration that this program cannot run with come first, and then be seen, or wait until this row is seen. */
  async #register(): Promise<void> {
    const { pool, roles } = this.#options;
    await inDatabaseTransaction(pool, async (db) => {
      await db.query(`SELECT pg_advisory_xact_lock_shared(${programsLock})`);
      await refuseOldProgram(db, this.#version);
      await removeSilentProcesses(db);
      await db.query(
        `INSERT INTO process (process_id, host, pid, roles, version, state, address, beat, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, trusted_now())`,
        [this.#processId, hostname(), process.pid, roles, this.#version, this.#state, this.#address, this.#beats],
      );
    });
  }
}

/** @throws ProgramTooOld when a migration was applied that programs of this version cannot run with. */
async function refuseOldProgram(db: Queryable, version: string): Promise<void> {
  const { rows } = await db.query<{ name: string; oldest_program: string }>(
    'SELECT name, oldest_program FROM schema_migration WHERE oldest_program IS NOT NULL ORDER BY number',
  );
  const newer = rows.find(({ oldest_program }) => isOlder(version, oldest_program));
  if (newer !== undefined) throw new ProgramTooOld(version, newer.name, newer.oldest_program);
}

/** The schema has become one that this program does not understand. */
export class ProgramTooOld extends DatabaseNotStarted {
  override readonly name = 'ProgramTooOld';

  constructor(version: string, migrationName: string, oldest: string) {
    super(`migration ${migrationName} needs Nsimbi ${oldest} or newer, and this is ${version}; start that version`);
  }
}
