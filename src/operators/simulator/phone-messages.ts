import type { TransactionType } from '../../ledger/transaction.ts';
import { textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { behaviourOf, type SimulatedState } from './behaviours.ts';

/** A message to a phone of test mode about a payment, as an operator sends by SMS. */
export interface PhoneMessage {
  /** The payment's number and which message about it this is. */
  readonly id: string;
  readonly phone: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly kind: 'paid' | 'received' | 'refunded' | 'not_paid' | 'not_received';
  readonly amount: number;
  readonly merchant_name: string;
  readonly transaction_id: number;
  readonly text: string;
}

/** A payment that messages are about; times in milliseconds since 1970, amounts in shillings. */
export interface MessagedPayment {
  readonly paymentId: number;
  readonly direction: 'collection' | 'payout';
  readonly type: TransactionType;
  readonly phone: string;
  readonly amount: number;
  readonly description: string | null;
  readonly merchantName: string;
  readonly transactionId: number;
  readonly createdAtMs: number;
  readonly promptUntilMs: number | null;
  readonly decision: 'approve' | 'decline' | null;
  readonly decidedAtMs: number | null;
}

/** Messages are about so many payments of a phone; the operator's books are read so much further for those of one wallet. */
const paymentsShown = 25;
const paymentsRead = 500;

/** The messages to phones about payments of a wallet, newest first. */
export async function readMessages(
  db: Queryable,
  query: { readonly walletId: number; readonly phones: readonly string[]; readonly usualDelayMs: number },
): Promise<PhoneMessage[]> {
  const { rows } = await db.query<MessageRow>({
    name: 'simulator_read_messages',
    text: `
      SELECT found.*, clock_timestamp() AS read_at
        FROM unnest($2::text[]) AS asked (phone)
       CROSS JOIN LATERAL (
         SELECT payment.payment_id, payment.direction, payment.phone, payment.amount, payment.description,
                payment.merchant_name, payment.decision, wall_time_of(payment.created_at) AS created_at,
                wall_time_of(payment.prompt_until) AS prompt_until, wall_time_of(payment.decided_at) AS decided_at,
                known.transaction_id, transaction.type
           FROM (SELECT * FROM simulator_payment WHERE phone = asked.phone
                  ORDER BY payment_id DESC LIMIT ${paymentsRead}) AS payment
           JOIN operator_account AS account ON account.mode = 'test' AND account.operator = payment.operator
           JOIN operator_reference AS known
             ON known.operator_account_id = account.operator_account_id AND known.reference = payment.reference
           JOIN transaction USING (transaction_id)
          WHERE known.wallet_id = $1
          ORDER BY payment.payment_id DESC
          LIMIT ${paymentsShown}) AS found`,
    values: [query.walletId, textArray(query.phones)],
  });
  return rows
    .flatMap((row) => messagesAbout(paymentFrom(row), row.read_at.getTime(), query.usualDelayMs))
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** The messages to a phone about a payment until `nowMs`. Pure. */
export function messagesAbout(payment: MessagedPayment, nowMs: number, usualDelayMs: number): PhoneMessage[] {
  const { handset, changes } = behaviourOf(payment.phone, payment.direction, usualDelayMs);
  const moments: { state: SimulatedState; atMs: number }[] = [];
  if (handset !== undefined) {
    if (payment.decision !== null && payment.decidedAtMs !== null) {
      moments.push({ state: handset[payment.decision], atMs: payment.decidedAtMs });
    } else if (payment.promptUntilMs !== null) {
      moments.push({ state: handset.unanswered, atMs: payment.promptUntilMs });
    }
  } else {
    for (const { state, afterMs } of changes) moments.push({ state, atMs: payment.createdAtMs + afterMs });
  }
  return moments
    .filter(({ state, atMs }) => state.is !== 'pending' && atMs <= nowMs)
    .map(({ state, atMs }, position) => ({
      id: `${payment.paymentId}-${position + 1}`,
      phone: payment.phone,
      at: new Date(atMs).toISOString(),
      kind: kindOf(payment, state.is === 'succeeded'),
      amount: payment.amount,
      merchant_name: payment.merchantName,
      transaction_id: payment.transactionId,
      text: sentenceOf(payment, state),
    }));
}

function kindOf({ direction, type }: MessagedPayment, succeeded: boolean): PhoneMessage['kind'] {
  if (direction === 'collection') return succeeded ? 'paid' : 'not_paid';
  if (!succeeded) return 'not_received';
  return type === 'refund' ? 'refunded' : 'received';
}

/** Why a customer did not pay, in the operator's voice. */
const notPaid: Readonly<Record<string, string>> = {
  customer_refused: 'You declined it.',
  customer_insufficient_funds: 'You do not have enough money.',
  prompt_expired: 'You did not answer in time.',
};

function sentenceOf(payment: MessagedPayment, state: SimulatedState): string {
  const amount = `UGX ${payment.amount.toLocaleString('en-US')}`;
  const reason = payment.description === null || payment.description === '' ? '' : ` Reason: ${payment.description}.`;
  const { merchantName } = payment;
  if (payment.direction === 'collection') {
    if (state.is === 'succeeded') return `You have paid ${amount} to ${merchantName}.${reason}`;
    const why = state.is === 'failed' ? (notPaid[state.code] ?? 'Try again later.') : '';
    return `Your payment of ${amount} to ${merchantName} was not made. ${why}`;
  }
  if (state.is !== 'succeeded') return `${amount} from ${merchantName} could not be paid to you.`;
  const verb = payment.type === 'refund' ? 'was given back to you by' : 'has come to you from';
  return `${amount} ${verb} ${merchantName}.${reason}`;
}

interface MessageRow {
  payment_id: string;
  direction: 'collection' | 'payout';
  phone: string;
  amount: string;
  description: string | null;
  merchant_name: string;
  created_at: Date;
  prompt_until: Date | null;
  decision: 'approve' | 'decline' | null;
  decided_at: Date | null;
  transaction_id: string;
  type: TransactionType;
  read_at: Date;
}

function paymentFrom(row: MessageRow): MessagedPayment {
  return {
    paymentId: Number(row.payment_id),
    direction: row.direction,
    type: row.type,
    phone: row.phone,
    amount: Number(row.amount),
    description: row.description,
    merchantName: row.merchant_name,
    transactionId: Number(row.transaction_id),
    createdAtMs: row.created_at.getTime(),
    promptUntilMs: row.prompt_until?.getTime() ?? null,
    decision: row.decision,
    decidedAtMs: row.decided_at?.getTime() ?? null,
  };
}
