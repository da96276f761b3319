import { GroupedLookup } from '../jobs/grouped-lookup.ts';
import type { Mode } from '../ledger/transaction.ts';
import { textArray } from '../postgres/array-parameter.ts';
import { DatabaseUnavailable } from '../postgres/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { OperatorPort } from './operator-port.ts';

/** In each mode. */
const entriesMax = 100_000;

/**
 * How long an answer is waited for. Questions wait for the one under way, and where the database hangs that would be
 * longer than a request may take.
 */
const patienceMs = 4_000;

/** The wallet here that a payment to a phone reaches. */
export interface Recipient {
  readonly walletId: number;
  /** It does not change, so it may be remembered. */
  readonly holderName: string;
}

/** A wallet's holder, or null where the phone has no wallet here; at once where it is remembered. */
type Found = Recipient | null | Promise<Recipient | null>;

/**
 * Which wallet a phone belongs to. What is kept in memory is a guess that saves a query: the ledger verifies it
 * under its locks, and a wrong guess is corrected and sent again (see `route_changed`). A phone without a wallet is
 * looked up each time, because fees and look-ups, which the ledger does not verify, must see the wallet it gets.
 */
export class Recipients {
  readonly #lookup: Readonly<Record<Mode, GroupedLookup<Recipient>>>;
  readonly #known: Readonly<Record<Mode, Map<string, Recipient>>> = { live: new Map(), test: new Map() };

  constructor(db: Queryable) {
    this.#lookup = {
      live: new GroupedLookup((phones) => readOwners(db, 'live', phones)),
      test: new GroupedLookup((phones) => readOwners(db, 'test', phones)),
    };
  }

  /** The wallet of a phone in a mode; null when the phone has none. @throws DatabaseUnavailable after 4 seconds. */
  find(mode: Mode, phone: string): Found {
    return this.#known[mode].get(phone) ?? this.#read(mode, phone);
  }

  /** Drops a guess that turned out wrong, so that the next question reads it anew. */
  forget(mode: Mode, phone: string): void {
    this.#known[mode].delete(phone);
  }

  async #read(mode: Mode, phone: string): Promise<Recipient | null> {
    const recipient = await inTime(this.#lookup[mode].find(phone));
    if (recipient === null) return null;
    const known = this.#known[mode];
    if (known.size >= entriesMax) known.clear();
    known.set(phone, recipient);
    return recipient;
  }
}

/**
 * Who gets a payment to a phone, as a person is shown before it and as the payment records: the holder of the wallet here
 * that it reaches, else what the operator says of the phone (null when it says nothing).
 */
export function recipientName(
  operators: Pick<OperatorPort, 'lookupName'>,
  { mode, operator, phone }: { readonly mode: Mode; readonly operator: string; readonly phone: string },
  recipient: Recipient | null,
): string | Promise<string | null> {
  return recipient?.holderName ?? operators.lookupName(mode, operator, phone);
}

function inTime<Value>(found: Promise<Value>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const tooLate = setTimeout(() => reject(new DatabaseUnavailable('no answer in time')), patienceMs);
  found.then(resolve, reject).finally(() => clearTimeout(tooLate));
  return promise;
}

async function readOwners(db: Queryable, mode: Mode, phones: readonly string[]): Promise<Map<string, Recipient>> {
  const { rows } = await db.query<{ phone: string; wallet_id: string; holder_name: string }>({
    name: 'wallet.read_phone_owners',
    text: `
      SELECT wallet_phone.phone, wallet_id, holder_name
        FROM wallet_phone JOIN wallet USING (wallet_id)
       WHERE wallet_phone.mode = $1 AND wallet_phone.phone = ANY ($2::text[])`,
    values: [mode, textArray(phones)],
  });
  return new Map(rows.map((row) => [row.phone, { walletId: Number(row.wallet_id), holderName: row.holder_name }]));
}
