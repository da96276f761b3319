import type { Queryable } from '../postgres/pool.ts';
import type { Counted, RateLimitStore } from './rate-limit-store.ts';

/**
 * Rows are locked in the order of their subjects, so that two processes cannot wait for each other. The minute is that
 * of the database's clock, the one clock that all processes share.
 */
const countSql = `
  INSERT INTO rate_limit_window AS old (key, minute, hits)
  SELECT subject, floor(extract(epoch FROM clock_timestamp()) / 60), hits
    FROM unnest($1::text[], $2::bigint[]) AS hit (subject, hits) ORDER BY subject
      ON CONFLICT (key) DO UPDATE
     SET hits = CASE WHEN old.minute = excluded.minute THEN old.hits ELSE 0 END + excluded.hits,
         minute = excluded.minute
  RETURNING key AS subject, minute, hits`;

/** Skips rows that are locked: to wait for one while others are held could deadlock two statements. */
const forgetSql = `
  DELETE FROM rate_limit_window
   WHERE key IN (SELECT key FROM rate_limit_window
                  WHERE minute < floor(extract(epoch FROM clock_timestamp()) / 60) - 1 FOR UPDATE SKIP LOCKED)`;
const forgetEveryMs = 60_000;

interface Waiting {
  readonly hits: number;
  resolve(counted: Counted): void;
  reject(error: unknown): void;
}

/**
 * Counts in the database, for several processes together. Requests that arrive while one statement runs share the
 * next, so a busy process sends a few hundred statements a second and not one per request.
 */
export class PostgresRateLimitStore implements RateLimitStore {
  readonly #db: Queryable;
  readonly #forgetting: NodeJS.Timeout;
  #waiting = new Map<string, Waiting[]>();
  #running = false;

  /** @param onError is called when old windows could not be removed; that is retried a minute later. */
  constructor(db: Queryable, onError: (error: unknown) => void) {
    this.#db = db;
    this.#forgetting = setInterval(() => void db.query(forgetSql).catch(onError), forgetEveryMs);
    this.#forgetting.unref();
  }

  count(subject: string, hits: number): Promise<Counted> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(subject) ?? [];
      waiting.push({ hits, resolve, reject });
      this.#waiting.set(subject, waiting);
      if (!this.#running) void this.#run();
    });
  }

  /** Ends the removal of old windows. */
  close(): void {
    clearInterval(this.#forgetting);
  }

  async #run(): Promise<void> {
    this.#running = true;
    // One turn of the event loop lets requests that arrived together share the statement.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      try {
        await this.#count(batch);
      } catch (error) {
        for (const waiting of batch.values()) for (const one of waiting) one.reject(error);
      }
    }
    this.#running = false;
  }

  async #count(batch: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
    const sums = [...batch.values()].map((waiting) => waiting.reduce((sum, { hits }) => sum + hits, 0));
    const { rows } = await this.#db.query<{ subject: string; minute: string; hits: string }>({
      name: 'access.count_requests',
      text: countSql,
      values: [[...batch.keys()], sums],
    });
    for (const { subject, minute, hits } of rows) {
      const waiting = batch.get(subject) ?? [];
      // Each request of a batch gets the count as it was right after it.
      let so = Number(hits) - waiting.reduce((sum, one) => sum + one.hits, 0);
      for (const one of waiting) {
        so += one.hits;
        one.resolve({ hits: so, endsAtSeconds: (Number(minute) + 1) * 60 });
      }
    }
  }
}
