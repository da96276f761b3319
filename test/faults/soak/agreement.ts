import type { BookedPayment } from '../../service/stand-in-process.ts';
import type { Operator } from './operation.ts';
import type { OurTransaction } from './our-books.ts';

export type Books = Readonly<Record<Operator, readonly BookedPayment[]>>;

/** One payment of which our books and the operator's say something else. */
export interface Disagreement {
  readonly reference: string;
  /** In one sentence, for a person. */
  readonly what: string;
}

/** How our books and the operators' agree. */
export interface Agreement {
  /** None when all is well. */
  readonly disagreements: readonly Disagreement[];
  /** What cannot be known here although the operators know it, and waits for a person: how many, by why. */
  readonly withAPerson: Readonly<Record<string, number>>;
}

const kinds: Readonly<Record<Operator, Readonly<Record<OurTransaction['type'], string>>>> = {
  MTN: { collection: 'requesttopay', payment_sent: 'transfer', withdrawal: 'transfer', refund: 'refund' },
  Airtel: { collection: 'collection', payment_sent: 'disbursement', withdrawal: 'disbursement', refund: 'refund' },
};

/** Holds every transaction of ours against the operators' books, and every payment of theirs against ours. Pure. */
export function compareBooks(ours: readonly OurTransaction[], theirs: Books): Agreement {
  const disagreements: Disagreement[] = [];
  const withAPerson: Record<string, number> = {};
  const payments = new Map<string, BookedPayment>();
  for (const operator of ['MTN', 'Airtel'] as const) {
    for (const payment of theirs[operator]) payments.set(`${operator} ${payment.reference}`, payment);
  }
  for (const transaction of ours) {
    const name = nameAtOperator(transaction);
    const payment = name === null ? undefined : payments.get(name);
    if (name !== null) payments.delete(name);
    const why = whyWithAPerson(transaction, payment);
    if (why !== null) withAPerson[why] = (withAPerson[why] ?? 0) + 1;
    else {
      const wrong = differenceOf(transaction, payment);
      if (wrong !== null) {
        const what = `${describe(transaction)}: ${wrong}; ${describePayment(payment)}`;
        disagreements.push({ reference: transaction.reference, what });
      }
    }
  }
  for (const [name, payment] of payments) {
    disagreements.push({ reference: payment.reference, what: `${name} is none of ours; ${describePayment(payment)}` });
  }
  return { disagreements, withAPerson };
}

/** Under which name the operator's books have it; Airtel knows a refund by the collection's receipt alone. */
function nameAtOperator({ operator, type, reference, collectionReceipt }: OurTransaction): string | null {
  if (operator === 'MTN' || type !== 'refund') return `${operator} ${reference}`;
  return collectionReceipt === null ? null : `${operator} refund-${collectionReceipt}`;
}

/** Why nobody but a person can end a transaction, or null. */
function whyWithAPerson(ours: OurTransaction, payment: BookedPayment | undefined): string | null {
  const { status, cases } = ours;
  const is = (kind: string) => cases.includes(kind);
  if (status === 'processing' && is('cannot_be_asked')) return 'a refund at Airtel, which cannot be asked about';
  // The float then has what the operator said, until a person decides.
  const hasAnotherAmount = status === 'processing' ? is('amount_differs') : status === 'failed' && is('late_success');
  if (hasAnotherAmount && ours.otherAmounts.length > 0) {
    const said = ours.otherAmounts.map((amount) => (ours.type === 'collection' ? amount : -amount));
    return said.includes(ours.floatMoved) ? 'another amount was named' : null;
  }
  const unknownThere = ours.notFound && ours.sends === 3 && payment === undefined && is('truth_deadline');
  if (status === 'processing' && unknownThere) return 'sent three times and never heard of';
  // No callback tells of it, and what was paid is not queried again: the operator's statement tells.
  const takenBack = payment?.paid === false && ours.type !== 'collection' && ours.operator === 'Airtel';
  if (status === 'completed' && takenBack) return 'a payout that Airtel took back later';
  return null;
}

/** What is wrong, in words, or null. */
function differenceOf(ours: OurTransaction, payment: BookedPayment | undefined): string | null {
  const amount = ours.type === 'collection' ? ours.amount : ours.netAmount;
  if (payment !== undefined) {
    if (payment.amount !== amount) return `our amount is ${amount}`;
    if (payment.phone.slice(-9) !== ours.phone.slice(-9)) return `our phone is ${ours.phone}`;
    if (payment.kind !== kinds[ours.operator][ours.type]) return `ours is a ${ours.type}`;
    if (ours.operator === 'Airtel' && ours.type === 'refund' && payment.calls > 1) return 'it was asked for again';
  }
  const paid = payment?.paid === true;
  const moved = !paid ? 0 : ours.type === 'collection' ? amount : -amount;
  if (ours.floatMoved !== moved) return `our float moved ${ours.floatMoved}, theirs ${moved}`;
  if (ours.status === 'processing') return 'we do not know its end';
  const contradicted = ours.cases.includes(paid ? 'late_success' : 'late_failure');
  if ((ours.status === 'completed') !== paid && !contradicted) return 'nobody was told that the end changed';
  return null;
}

function describe({ transactionId, type, status, operator, reference, cases }: OurTransaction): string {
  return `${operator} ${type} ${transactionId} (${reference}) is ${status} here${cases.length > 0 ? ` with ${cases}` : ''}`;
}

function describePayment(payment: BookedPayment | undefined): string {
  if (payment === undefined) return 'the operator has no such payment';
  const { kind, amount, phone, state, paid, calls } = payment;
  return `there it is a ${kind} of ${amount} with ${phone}: ${state}, ${paid ? 'paid' : 'not paid'}, ${calls} calls`;
}
