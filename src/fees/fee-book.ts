import type { Queryable } from '../postgres/pool.ts';
import { readDatabaseClock } from './database-clock.ts';
import {
  type FeeOperation,
  type FeeSchedule,
  type FeeScheduleInForce,
  readFeeSchedules,
  scheduleInForce,
} from './schedules.ts';

/** How long schedules are used without reading them again, in milliseconds. */
const believedMs = 1_000;

/**
 * The fee schedules, kept in memory for a second. A change of fees is therefore in force everywhere a second after it
 * was made; the schedule and the fee that a client was quoted are frozen on the transaction.
 */
export class FeeBook {
  readonly #db: Queryable;
  #schedules: readonly FeeSchedule[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** The database's time at #readAt: schedules begin by its clock, and ours may be wrong. */
  #databaseMs = 0;
  #reading: Promise<void> | null = null;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** The schedule in force for a client now. @throws NoFeeSchedule when none was ever set for the operation. */
  inForce(operation: FeeOperation, clientId: number): FeeScheduleInForce | Promise<FeeScheduleInForce> {
    if (performance.now() - this.#readAt < believedMs) return this.#find(operation, clientId);
    this.#reading ??= this.#read();
    return this.#reading.then(() => this.#find(operation, clientId));
  }

  async #read(): Promise<void> {
    try {
      const startedAt = performance.now();
      const databaseMs = await readDatabaseClock(this.#db);
      this.#schedules = await readFeeSchedules(this.#db);
      this.#databaseMs = databaseMs;
      this.#readAt = startedAt;
    } finally {
      this.#reading = null;
    }
  }

  #find(operation: FeeOperation, clientId: number): FeeScheduleInForce {
    const nowMs = this.#databaseMs + performance.now() - this.#readAt;
    const schedule = scheduleInForce(this.#schedules, operation, clientId, nowMs);
    if (schedule === null) throw new NoFeeSchedule(operation);
    return schedule;
  }
}

export class NoFeeSchedule extends Error {
  constructor(operation: FeeOperation) {
    super(`no fee schedule is in force for ${operation}`);
  }
}
