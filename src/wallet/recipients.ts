import type { Mode } from '../ledger/transaction.ts';
import { textArray } from '../postgres/array-parameter.ts';
import { DatabaseUnavailable } from '../postgres/errors.ts';
import { GroupedLookup } from '../postgres/grouped-lookup.ts';
import type { Queryable } from '../postgres/pool.ts';

/** In each mode. */
const entriesMax = 100_000;

/**
 * How long an answer is waited for. Questions wait for the one under way, and where the database hangs that would be
 * longer than a request may take.
 */
const patienceMs = 4_000;

/**
 * Which wallet a phone belongs to. What is kept in memory is a guess that saves a question: the ledger verifies it
 * under its locks, and a wrong guess is corrected and sent again (see `route_changed`). A phone without a wallet is
 * asked about each time, because fees and look-ups, which the ledger does not verify, must see the wallet it gets.
 */
export class Recipients {
  readonly #lookup: Readonly<Record<Mode, GroupedLookup<number>>>;
  readonly #wallets: Readonly<Record<Mode, Map<string, number>>> = { live: new Map(), test: new Map() };

  constructor(db: Queryable) {
    this.#lookup = {
      live: new GroupedLookup((phones) => readOwners(db, 'live', phones)),
      test: new GroupedLookup((phones) => readOwners(db, 'test', phones)),
    };
  }

  /** The wallet of a phone in a mode, or null when it is nobody's. @throws DatabaseUnavailable after 4 seconds. */
  walletOf(mode: Mode, phone: string): number | null | Promise<number | null> {
    const known = this.#wallets[mode].get(phone);
    return known === undefined ? this.#read(mode, phone) : known;
  }

  /** Corrects a guess. */
  learn(mode: Mode, phone: string, walletId: number | null): void {
    const wallets = this.#wallets[mode];
    if (walletId === null) {
      wallets.delete(phone);
      return;
    }
    if (wallets.size >= entriesMax) wallets.clear();
    wallets.set(phone, walletId);
  }

  async #read(mode: Mode, phone: string): Promise<number | null> {
    const walletId = await inTime(this.#lookup[mode].find(phone));
    this.learn(mode, phone, walletId);
    return walletId;
  }
}

function inTime<Value>(found: Promise<Value>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const tooLate = setTimeout(() => reject(new DatabaseUnavailable('no answer in time')), patienceMs);
  found.then(resolve, reject).finally(() => clearTimeout(tooLate));
  return promise;
}

async function readOwners(db: Queryable, mode: Mode, phones: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ phone: string; wallet_id: string }>({
    name: 'wallet.read_phone_owners',
    text: 'SELECT phone, wallet_id FROM wallet_phone WHERE mode = $1 AND phone = ANY ($2::text[])',
    values: [mode, textArray(phones)],
  });
  return new Map(rows.map((row) => [row.phone, Number(row.wallet_id)]));
}
