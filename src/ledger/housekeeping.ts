import type { Queryable } from '../postgres/pool.ts';
import { countAllEnded, countEnded, forgetOldHours } from './count-ended.ts';
import { forgetOldKeys } from './idempotency.ts';
import { ensurePartitions } from './partitions.ts';
import { forgetOldQuotes } from './rows/quote.ts';

const deltasPerStep = 10_000;

/**
 * Folds some deltas of system accounts into their rows. Balances stay what they were at every moment, because reading is
 * one statement and so is this. Deltas that come meanwhile wait for the next time.
 * @returns how many were folded; call again while there are more.
 */
export async function compactDeltas(
  db: Queryable,
  deltasMax: number = deltasPerStep,
): Promise<{ folded: number; more: boolean }> {
  const { rows } = await db.query<{ folded: string }>(
    `WITH folded AS (
       DELETE FROM system_account_delta
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM system_account_delta LIMIT $1)) RETURNING account_id, amount),
          sums AS (SELECT account_id, sum(amount) AS amount FROM folded GROUP BY account_id),
          updated AS (UPDATE system_account a SET balance = a.balance + s.amount FROM sums s
                       WHERE a.account_id = s.account_id)
     SELECT count(*) AS folded FROM folded`,
    [deltasMax],
  );
  const folded = Number(rows[0]?.folded ?? 0);
  return { folded, more: folded === deltasMax };
}

/** Something that is done again and again in the background. */
export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  /** Does a small step; again at once while there is more. */
  readonly work: (db: Queryable) => Promise<{ readonly more: boolean }>;
}

export const ledgerDuties: readonly Duty[] = [
  { name: 'compact_deltas', everyMs: 2_000, work: compactDeltas },
  { name: 'ensure_partitions', everyMs: 60_000, work: keepPartitionsAhead },
  { name: 'count_ended', everyMs: 10_000, work: countEnded },
  // Many wallets are never far behind, and figures of the platform need them too.
  { name: 'count_all_ended', everyMs: 60_000, work: countSomeOfAll },
  { name: 'forget_hours', everyMs: 3_600_000, work: forgetOldHours },
  { name: 'forget_idempotency_keys', everyMs: 60_000, work: forgetOldKeys },
  { name: 'forget_quotes', everyMs: 600_000, work: forgetOldQuotes },
];

/** Keeps tables small and ahead of what is written. Runs in every worker process; none needs a leader. */
export class Housekeeping {
  readonly #db: Queryable;
  readonly #onError: (duty: string, error: unknown) => void;
  readonly #duties: readonly Duty[];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  #stopping = false;

  /** @param duties those of the ledger when left out. */
  constructor(db: Queryable, onError: (duty: string, error: unknown) => void, duties: readonly Duty[] = ledgerDuties) {
    this.#db = db;
    this.#onError = onError;
    this.#duties = duties;
  }

  start(): void {
    for (const duty of this.#duties) this.#next(duty, duty.everyMs * Math.random());
  }

  /** Waits for the step under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  async #work(duty: Duty): Promise<void> {
    for (let more = true; more && !this.#stopping; ) more = (await duty.work(this.#db)).more;
  }

  #next(duty: Duty, afterMs: number): void {
    if (this.#stopping) return;
    const timer = setTimeout(() => {
      this.#timers.splice(this.#timers.indexOf(timer), 1);
      const run: Promise<void> = Promise.resolve()
        .then(() => this.#work(duty))
        .catch((error: unknown) => this.#onError(duty.name, error))
        .then(() => {
          this.#running.delete(run);
          this.#next(duty, duty.everyMs);
        });
      this.#running.add(run);
    }, afterMs);
    timer.unref();
    this.#timers.push(timer);
  }
}

/** At most a second of each minute: under load there is always more. */
async function countSomeOfAll(db: Queryable): Promise<{ more: boolean }> {
  await countAllEnded(db, 1_000);
  return { more: false };
}

async function keepPartitionsAhead(db: Queryable): Promise<{ more: boolean }> {
  await ensurePartitions(db);
  return { more: false };
}
