import { type Ugx, ugx } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** How long a quote can be named by payments, in trusted time. */
export const quoteLifetimeMs = 600_000;

/** What a quote holds. It is written once and never changes, so it can be read without a lock. */
export interface QuoteTerms {
  readonly walletId: number;
  /** The type of the transaction that it can price. */
  readonly type: 'payment_sent' | 'withdrawal';
  readonly phone: string;
  readonly provider: string;
  /** The wallet here that has the phone; null where an operator pays out. */
  readonly recipientWalletId: number | null;
  /** Shillings, as of a transaction: gross is what leaves the wallet. */
  readonly gross: Ugx;
  readonly fee: Ugx;
  readonly net: Ugx;
  readonly senderPaysFee: boolean;
  readonly feeScheduleId: number;
  readonly recipientName: string | null;
  /** How well an expected name matched; null where none was given. */
  readonly nameMatch: StoredNameMatch | null;
}

/** The result of comparing names, with a sentence that says why. */
export interface StoredNameMatch {
  readonly result: 'match' | 'close' | 'different' | 'unknown';
  readonly reason: string;
}

/** A quote as it is stored. Times in milliseconds since 1970. */
export interface Quote extends QuoteTerms {
  readonly quoteId: number;
  readonly createdAtMs: number;
  /** In trusted time: from then on no payment can name it. */
  readonly expiresAtMs: number;
  /** The same moment by the wall clock, with the present difference of both clocks: for showing it. */
  readonly expiresAtWallMs: number;
}

interface QuoteRow {
  readonly quote_id: string;
  readonly wallet_id: string;
  readonly type: QuoteTerms['type'];
  readonly phone: string;
  readonly provider: string;
  readonly recipient_wallet_id: string | null;
  readonly amount: string;
  readonly fee_amount: string;
  readonly net_amount: string;
  readonly sender_pays_fee: boolean;
  readonly fee_schedule_id: string;
  readonly recipient_name: string | null;
  readonly name_match: StoredNameMatch['result'] | null;
  readonly name_match_reason: string | null;
  readonly created_at_ms: string;
  readonly expires_at_ms: string;
  readonly expires_at_wall_ms: string;
}

const columns = `
  quote_id, wallet_id, type, phone, provider, recipient_wallet_id, amount, fee_amount, net_amount, sender_pays_fee, fee_schedule_id,
  recipient_name, name_match, name_match_reason,
  round(extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms,
  round(extract(epoch FROM expires_at) * 1000)::bigint AS expires_at_ms,
  round(extract(epoch FROM wall_time_of(expires_at)) * 1000)::bigint AS expires_at_wall_ms`;

/** Stores a quote, which can be named from now until ten minutes of trusted time later. */
export async function insertQuote(db: Queryable, terms: QuoteTerms): Promise<Quote> {
  const { rows } = await db.query<QuoteRow>({
    name: 'ledger.insert_quote',
    text: `
      INSERT INTO quote (wallet_id, type, phone, provider, recipient_wallet_id, amount, fee_amount, net_amount, sender_pays_fee,
                         fee_schedule_id, recipient_name, name_match, name_match_reason, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp(),
              trusted_now() + $14::bigint * interval '1 millisecond')
      RETURNING ${columns}`,
    values: [
      terms.walletId,
      terms.type,
      terms.phone,
      terms.provider,
      terms.recipientWalletId,
      terms.gross,
      terms.fee,
      terms.net,
      terms.senderPaysFee,
      terms.feeScheduleId,
      terms.recipientName,
      terms.nameMatch?.result ?? null,
      terms.nameMatch?.reason ?? null,
      quoteLifetimeMs,
    ],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not return the quote that it stored');
  return quoteOf(row);
}

/** The quote with this number, expired or not; null where the wallet has none, or it was removed. */
export async function findQuote(db: Queryable, walletId: number, quoteId: number): Promise<Quote | null> {
  const { rows } = await db.query<QuoteRow>({
    name: 'ledger.find_quote',
    text: `SELECT ${columns} FROM quote WHERE quote_id = $1 AND wallet_id = $2`,
    values: [quoteId, walletId],
  });
  return rows[0] === undefined ? null : quoteOf(rows[0]);
}

function quoteOf(row: QuoteRow): Quote {
  return {
    quoteId: Number(row.quote_id),
    walletId: Number(row.wallet_id),
    type: row.type,
    phone: row.phone,
    provider: row.provider,
    recipientWalletId: row.recipient_wallet_id === null ? null : Number(row.recipient_wallet_id),
    gross: ugx(row.amount),
    fee: ugx(row.fee_amount),
    net: ugx(row.net_amount),
    senderPaysFee: row.sender_pays_fee,
    feeScheduleId: Number(row.fee_schedule_id),
    recipientName: row.recipient_name,
    nameMatch:
      row.name_match === null || row.name_match_reason === null
        ? null
        : { result: row.name_match, reason: row.name_match_reason },
    createdAtMs: Number(row.created_at_ms),
    expiresAtMs: Number(row.expires_at_ms),
    expiresAtWallMs: Number(row.expires_at_wall_ms),
  };
}

const rowsPerStep = 2_000;

/**
 * Removes a small batch of quotes that expired a day ago, by trusted time and by the wall clock. Until then the audit compares their payments
 * with them.
 * @returns how many; call again while it is a full batch.
 */
export async function forgetOldQuotes(db: Queryable): Promise<{ forgotten: number; more: boolean }> {
  const { rows } = await db.query<{ before: Date }>(`SELECT trusted_now() - interval '1 day' AS before`);
  const { rowCount } = await db.query(
    `DELETE FROM quote WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM quote
        WHERE expires_at < $2 AND created_at < clock_timestamp() - interval '1 day' - $3::bigint * interval '1 millisecond'
        LIMIT $1))`,
    [rowsPerStep, rows[0]?.before, quoteLifetimeMs],
  );
  const forgotten = rowCount ?? 0;
  return { forgotten, more: forgotten === rowsPerStep };
}
