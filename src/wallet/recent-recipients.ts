import type { Records } from '../history/records.ts';

/** A phone that the wallet has paid, or that has paid it, with the name of its last payment. */
export interface RecentRecipient {
  readonly phone: string;
  readonly name: string | null;
  /** When its last payment was made, in milliseconds since 1970. */
  readonly lastAtMs: number;
}

/** The types of payments that people make by hand. */
export type PaymentType = 'payment_sent' | 'withdrawal' | 'collection';

/** How many phones are shown. */
export const recentRecipientsMax = 8;

/** The number of transactions that a statement reads: few at first, because most wallets have enough phones among these. */
const rowsAtFirst = 500;
const rowsMax = 8_000;

/** After so many milliseconds no statement begins. */
const readForMs = 100;

// A payment that failed is left out: its number may be a wrong one.
const recentRecipientsSql = `
  WITH part AS (
    SELECT transaction_id, created_at, type, status, counterparty_phone, counterparty_name FROM transaction
     WHERE wallet_id = $1 AND transaction_id < $2 AND transaction_id >= $3
     ORDER BY transaction_id DESC LIMIT $4
  ), latest AS (
    SELECT DISTINCT ON (counterparty_phone) counterparty_phone, counterparty_name, created_at, transaction_id FROM part
     WHERE type = $5 AND status <> 'failed' AND counterparty_phone IS NOT NULL AND counterparty_phone <> ALL ($6::text[])
     ORDER BY counterparty_phone, transaction_id DESC
  )
  SELECT (SELECT count(*) FROM part) AS rows_read, (SELECT min(transaction_id) FROM part) AS lowest,
         counterparty_phone AS phone, counterparty_name AS name,
         round(extract(epoch FROM created_at) * 1000)::float8 AS last_at_ms
    FROM (SELECT) AS always LEFT JOIN (SELECT * FROM latest ORDER BY transaction_id DESC LIMIT $7) AS shown ON true
   ORDER BY transaction_id DESC`;

interface RecentRow {
  readonly rows_read: string;
  readonly lowest: string | null;
  readonly phone: string | null;
  readonly name: string | null;
  readonly last_at_ms: number;
}

/**
 * The phones of a wallet's last payments of a type, each once, the latest first. It reads the transactions by the key of the wallet, newest
 * first, until there are enough phones or its time is over, so that a large wallet takes no longer than `readForMs` and one statement. What
 * has moved to the history store is too old to be read.
 * @param rowsOfFirst fewer in tests.
 */
export async function readRecentRecipients(
  records: Records,
  walletId: number,
  type: PaymentType,
  rowsOfFirst = rowsAtFirst,
): Promise<RecentRecipient[]> {
  const { movedBelow } = await records.boundary();
  const until = performance.now() + readForMs;
  const found: RecentRecipient[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  let size = rowsOfFirst;
  do {
    const known = found.map(({ phone }) => phone);
    const { rows } = await records.query<RecentRow>({
      name: 'wallet.recent_recipients',
      text: recentRecipientsSql,
      values: [walletId, before, movedBelow, size, type, known, recentRecipientsMax - found.length],
    });
    for (const { phone, name, last_at_ms: lastAtMs } of rows) if (phone !== null) found.push({ phone, name, lastAtMs });
    const [part] = rows;
    if (part === undefined || part.lowest === null || Number(part.rows_read) < size) break;
    before = Number(part.lowest);
    size = Math.min(size * 4, rowsMax);
  } while (found.length < recentRecipientsMax && performance.now() < until);
  return found;
}
