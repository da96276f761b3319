import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';

const writeEveryMs = 60_000;

/** Locked in order, so that two processes that note the same keys cannot wait for each other. */
const writeSql = `
  WITH used AS (
    SELECT api_key_id, to_timestamp(used_at_ms / 1000.0) AS used_at
      FROM unnest($1::bigint[], $2::bigint[]) AS used (api_key_id, used_at_ms)
  ), locked AS (
    SELECT api_key_id FROM api_key WHERE api_key_id = ANY ($1::bigint[]) ORDER BY api_key_id FOR NO KEY UPDATE
  )
  UPDATE api_key SET last_used_at = greatest(last_used_at, used_at)
    FROM used JOIN locked USING (api_key_id) WHERE api_key.api_key_id = used.api_key_id`;

/** Remembers in which minute each key was last used and writes it down together, at most once a minute per key. */
export class LastUsed {
  readonly #db: Queryable;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #usedAtMs = new Map<number, number>();

  constructor(db: Queryable, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.write(), writeEveryMs);
    this.#timer.unref();
  }

  /** The first use of a minute stands for those that follow it: a busy key costs no more than one that is used once. */
  note(apiKeyId: number, nowMs: number): void {
    if (!this.#usedAtMs.has(apiKeyId)) this.#usedAtMs.set(apiKeyId, nowMs);
  }

  /** Writes what was noted. What cannot be written is lost: it is a hint for people, and the next use notes it again. */
  async write(): Promise<void> {
    if (this.#usedAtMs.size === 0) return;
    const noted = this.#usedAtMs;
    this.#usedAtMs = new Map();
    try {
      await this.#db.query(writeSql, [numberArray([...noted.keys()]), numberArray([...noted.values()])]);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Writes for the last time. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
