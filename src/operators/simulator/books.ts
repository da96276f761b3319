import { type Ugx, ugx } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { MoneyCall } from '../contract.ts';
import type { BookedPayment } from './payment-state.ts';

/** A payment found in the books, with the time at which they were read. */
export interface FoundPayment extends BookedPayment {
  readonly amount: Ugx;
  readonly readAtMs: number;
}

/** Writes a payment into the books of an operator. A reference that is there already keeps its first payment. */
export async function bookPayment(
  db: Queryable,
  operator: string,
  direction: 'collection' | 'payout',
  call: MoneyCall,
  promptWindowMs: number | null,
): Promise<void> {
  await db.query({
    name: 'simulator_book_payment',
    text: `
      INSERT INTO simulator_payment (reference, operator, direction, phone, amount, description, merchant_name,
                                     created_at, prompt_until)
      SELECT $1, $2, $3, $4, $5, $6, $7, moment, moment + $8::double precision * interval '1 millisecond'
        FROM trusted_now() AS moment
          ON CONFLICT (reference) DO NOTHING`,
    values: [
      call.reference,
      operator,
      direction,
      call.phone,
      call.amount.toString(),
      call.description,
      call.merchantName,
      promptWindowMs,
    ],
  });
}

/** The payment that an operator's books hold under a reference, or null. */
export async function findPayment(
  db: Queryable,
  operator: string,
  direction: 'collection' | 'payout',
  reference: string,
): Promise<FoundPayment | null> {
  const { rows } = await db.query<{
    payment_id: string;
    phone: string;
    amount: string;
    created_at: Date;
    decision: 'approve' | 'decline' | null;
    read_at: Date;
  }>({
    name: 'simulator_find_payment',
    text: `
      SELECT payment_id, phone, amount, created_at, decision, trusted_now() AS read_at
        FROM simulator_payment
       WHERE reference = $1 AND operator = $2 AND direction = $3`,
    values: [reference, operator, direction],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    paymentId: Number(row.payment_id),
    direction,
    phone: row.phone,
    amount: ugx(row.amount),
    createdAtMs: row.created_at.getTime(),
    decision: row.decision,
    readAtMs: row.read_at.getTime(),
  };
}
