import type { Transaction } from '../ledger/transaction.ts';
import { isoTime, isoTimeOrNull } from '../ledger/transaction-object.ts';
import type { FoundCase } from './cases.ts';
import type { CaseKind } from './kinds.ts';

/** What is compared. Times: when each side made the payment, and when it ended here or was reported by the operator. */
export type FactName =
  | 'status'
  | 'direction'
  | 'amount'
  | 'currency'
  | 'phone'
  | 'name'
  | 'reference'
  | 'receipt'
  | 'made_at'
  | 'ended_at';

/** How the operator reports a payment; `unknown`: no final result; `not_listed`: its statement does not have it. */
export type OperatorStatus = 'succeeded' | 'failed' | 'pending' | 'unknown' | 'not_listed';

/** `only_here` and `only_there`: the other side has or reports nothing. `shown`: not compared. */
export type Comparison = 'same' | 'differs' | 'only_here' | 'only_there' | 'shown';

/** One detail of a payment as each side has it: shillings, ISO 8601 times, an OperatorStatus, or text. Null where a side has none. */
export interface CaseFact {
  readonly fact: FactName;
  readonly nsimbi: string | number | null;
  readonly operator: string | number | null;
  readonly comparison: Comparison;
}

/** The facts of a case as both sides have them, those that neither side has left out. Pure. */
export function factsOf(found: Pick<FoundCase, 'kind' | 'found' | 'transaction' | 'openedAtMs'>): CaseFact[] {
  const { transaction } = found;
  const theirs = reportedIn(found);
  const ours: Readonly<Record<FactName, string | number | null>> =
    transaction === null
      ? noFacts
      : {
          status: transaction.status,
          // Only a statement says which way the money went, so elsewhere there is nothing to compare.
          direction: theirs.direction === null ? null : transaction.direction,
          amount: Number(transaction.type === 'collection' ? transaction.amount : transaction.netAmount),
          // Every amount here is in shillings; the operator's is a fact only where it reports another one.
          currency: theirs.currency === null ? null : 'UGX',
          phone: transaction.counterpartyPhone,
          name: transaction.counterpartyName,
          reference: transaction.externalReference,
          receipt: transaction.operatorReceipt,
          made_at: isoTime(transaction.createdAtMs),
          ended_at: isoTimeOrNull(transaction.completedAtMs ?? transaction.failedAtMs),
        };
  return names
    .filter((fact) => ours[fact] !== null || theirs[fact] !== null)
    .map((fact) => ({
      fact,
      nsimbi: ours[fact],
      operator: theirs[fact],
      comparison: compare(fact, ours[fact], theirs[fact]),
    }));
}

const noFacts = {
  status: null,
  direction: null,
  amount: null,
  currency: null,
  phone: null,
  name: null,
  reference: null,
  receipt: null,
  made_at: null,
  ended_at: null,
} as const satisfies Record<FactName, null>;

const names = Object.keys(noFacts) as readonly FactName[];

/** What the operator reports, as it was found when the case was opened. */
function reportedIn({
  kind,
  found,
  openedAtMs,
}: Pick<FoundCase, 'kind' | 'found' | 'openedAtMs'>): Record<FactName, string | number | null> {
  const isStatement = kind === 'statement_differs' || kind === 'missing_here';
  const hasReport = !isStatement && operatorStatus[kind] !== null && kind !== 'missing_there';
  const differing = (what: string) => mismatchOf(found, what);
  return {
    ...noFacts,
    status: isStatement ? statusIn(found.status) : (operatorStatus[kind] ?? 'unknown'),
    direction: isStatement ? textOf(found.direction) : null,
    amount: numberOf(found.amount),
    currency: differing('currency'),
    phone: differing('phone'),
    reference: isStatement ? textOf(found.reference) : differing('reference'),
    receipt: textOf(found.receipt),
    made_at: isStatement ? textOf(found.at) : null,
    ended_at: hasReport ? isoTime(openedAtMs) : null,
  };
}

/** What a case says of the operator's result; null where it says that there is none, or where its statement does. */
const operatorStatus: Readonly<Record<CaseKind, OperatorStatus | null>> = {
  late_success: 'succeeded',
  late_failure: 'failed',
  amount_differs: 'succeeded',
  receipt_differs: 'succeeded',
  receipt_reused: 'succeeded',
  details_differ: 'succeeded',
  truth_deadline: null,
  worker_gave_up: null,
  cannot_be_asked: null,
  statement_differs: null,
  missing_here: null,
  missing_there: 'not_listed',
};

function statusIn(value: unknown): OperatorStatus {
  return value === 'succeeded' || value === 'failed' || value === 'pending' ? value : 'unknown';
}

/** A detail that the operator reports otherwise (settlement/mismatches.ts). */
function mismatchOf(found: Readonly<Record<string, unknown>>, what: string): string | null {
  const { differences } = found;
  if (!Array.isArray(differences)) return null;
  const mismatch = differences.find((one: unknown) => (one as { what?: unknown } | null)?.what === what);
  return textOf((mismatch as { told?: unknown } | undefined)?.told);
}

const agreeing: Readonly<Record<Transaction['status'], readonly OperatorStatus[]>> = {
  pending: [],
  processing: ['pending', 'unknown'],
  completed: ['succeeded'],
  failed: ['failed', 'not_listed'],
};

function compare(fact: FactName, ours: string | number | null, theirs: string | number | null): Comparison {
  if (fact === 'made_at' || fact === 'ended_at') return 'shown';
  if (theirs === null) return 'only_here';
  if (ours === null) return 'only_there';
  if (fact !== 'status') return ours === theirs ? 'same' : 'differs';
  const statuses: Readonly<Record<string, readonly string[]>> = agreeing;
  return statuses[ours]?.includes(String(theirs)) === true ? 'same' : 'differs';
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}
