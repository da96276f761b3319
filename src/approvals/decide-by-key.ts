import type pg from 'pg';
import { actorOfCaller, type Caller, makerOf } from '../access/caller.ts';
import { mayAtClient, type Role } from '../access/people/rights.ts';
import { admitApprover, type SecondPersonSettings } from '../access/second-person.ts';
import type { Records } from '../history/records.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findTransaction } from '../wallet/history.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { makersOf, readWaitingPayment, shownPayment, type WaitingPayment } from './approvals.ts';
import { approveTransaction, type Decider, rejectTransaction, submitDecision } from './decide-approval.ts';

/** What decisions with an API key need. */
export interface DecisionParts {
  readonly pool: pg.Pool;
  /** The records of transactions by way of `pool` and the history store. */
  readonly records: Records;
  readonly money: Pick<MoneyServices, 'writer' | 'liveRefusal'>;
  readonly settings: SecondPersonSettings;
}

/**
 * Approves a payment with an API key. With live money the key acts for the person behind it, for whom the rules of the dashboard
 * apply; with test money the key itself is the approver. Approving again what this approver has approved changes nothing.
 * @param amount what leaves the wallet, in shillings, as the approval says. Nothing else of a payment that waits can change.
 * @returns the transaction as it is now; still `pending` where another person must approve it too.
 * @throws Refusal `approver_is_maker`, `second_person_required`, `forbidden`, `not_found`, `not_pending`, `invalid_request` for another
 * amount, and what the ledger refuses. @throws HistoryUnavailable
 */
export async function approveByKey(
  parts: DecisionParts,
  caller: Caller,
  transactionId: number,
  amount: number,
): Promise<Transaction> {
  const decider = await deciderOf(parts.pool, caller);
  const hasApproved = ({ details }: Transaction) =>
    [details?.approver, details?.first_approver].some((approver) => isOf(decider, approver));
  const transaction = await decideOnce(parts.records, caller, transactionId, hasApproved, async () => {
    const payment = await readWaitingPayment(parts.records, caller.walletId, transactionId);
    refuseAnotherAmount(payment.transaction, amount);
    return await approveTransaction(submitDecision(parts.money, caller.mode), payment.transaction, {
      ...decider,
      approver: await approverOf(parts, caller, payment, decider),
      firstApproverSeen: payment.firstApprover,
      // The program has confirmed the amount; what else is shown of a payment never changes.
      shown: shownPayment(payment),
    });
  });
  refuseAnotherAmount(transaction, amount);
  return transaction;
}

/**
 * Rejects a payment with an API key, which may also be the one that made it: its money is back in the wallet at once. Rejecting again
 * what was rejected for this person changes nothing.
 * @param reason what the client reads; null for a sentence of ours.
 * @throws Refusal `second_person_required`, `forbidden`, `not_found`, `not_pending`. @throws HistoryUnavailable
 */
export async function rejectByKey(
  parts: DecisionParts,
  caller: Caller,
  transactionId: number,
  reason: string | null,
): Promise<Transaction> {
  const decider = await deciderOf(parts.pool, caller);
  const hasRejected = ({ details }: Transaction) => isOf(decider, details?.rejected_by);
  return await decideOnce(parts.records, caller, transactionId, hasRejected, async () => {
    const { transaction } = await readWaitingPayment(parts.records, caller.walletId, transactionId);
    return await rejectTransaction(submitDecision(parts.money, caller.mode), transaction, decider, reason);
  });
}

/** The person behind an API key, and their roles at its client. */
interface PersonBehindKey {
  readonly email: string;
  /** Empty for a person who was disabled. */
  readonly roles: readonly Role[];
}

/**
 * Who decides when an API key does. A key has no more rights than the person behind it: developers create live keys, and decide about no
 * live payment.
 * @throws Refusal `second_person_required` where no person is known behind a live key, `forbidden` where that person may not decide.
 */
async function deciderOf(db: Queryable, caller: Caller): Promise<Decider> {
  const person = await findPersonBehindKey(db, caller);
  const actor = actorOfCaller(caller);
  if (caller.mode === 'test') return { approver: makerOf(caller), actor, personBehindKey: person?.email ?? null };
  if (person === null) {
    throw new Refusal(
      'second_person_required',
      'No person is known behind this API key, so it cannot decide about live payments; use a key that a person created or rolled in the dashboard.',
    );
  }
  if (!mayAtClient(person.roles, 'approvals.decide', caller.mode)) {
    throw new Refusal(
      'forbidden',
      'The person behind this API key may not decide about payments of this client; use a key of a person who may.',
    );
  }
  return { approver: person.email, actor, personBehindKey: person.email };
}

/** Null where nobody with an account created the key or rolled it last. */
async function findPersonBehindKey(db: Queryable, { apiKeyId }: Caller): Promise<PersonBehindKey | null> {
  const { rows } = await db.query<{
    email: string;
    is_disabled: boolean;
    role: Role | null;
    platform_role: Role | null;
  }>({
    name: 'approvals.find_person_behind_key',
    text: `SELECT email, disabled_at IS NOT NULL AS is_disabled, role, platform_role
             FROM api_key JOIN person ON person.email = api_key.created_by
             LEFT JOIN person_client_role AS own ON own.person_id = person.id AND own.client_id = api_key.client_id
            WHERE api_key_id = $1`,
    values: [apiKeyId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const roles = [row.role, row.platform_role].filter((role) => role !== null);
  return { email: row.email, roles: row.is_disabled ? [] : roles };
}

/** The name under which a decider approves a payment. @throws Refusal where they are no second person for it. */
async function approverOf(
  { pool, settings }: DecisionParts,
  { mode }: Caller,
  payment: WaitingPayment,
  { approver }: Decider,
): Promise<string> {
  // A repeated first approval changes nothing.
  if (payment.firstApprover === approver) return approver;
  return await admitApprover(pool, { mode, makers: makersOf(payment), approver }, settings);
}

/**
 * Decides, unless this decider has decided the same before: then nothing is written, also where both requests arrive at once.
 * @throws what `decide` throws.
 */
async function decideOnce(
  records: Records,
  { walletId }: Caller,
  transactionId: number,
  isDecided: (transaction: Transaction) => boolean,
  decide: () => Promise<Transaction>,
): Promise<Transaction> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'outcome_unknown') throw decisionUnknown();
    if (error.code !== 'not_pending') throw error;
    const transaction = await findTransaction(records, walletId, transactionId);
    if (transaction === null || !isDecided(transaction)) throw error;
    return transaction;
  }
}

/** Whether an approver of a transaction is this one. In a rehearsal its name says so. */
function isOf({ approver }: Decider, name: unknown): boolean {
  return name === approver || name === `${approver} (rehearsal)`;
}

function refuseAnotherAmount(transaction: Transaction, amount: number): void {
  const asShown = ugxToJson(transaction.amount);
  if (amount !== asShown) throw invalidField('amount', `amount must be ${asShown}, as the approval says.`);
}

function decisionUnknown(): Refusal {
  return new Refusal(
    'outcome_unknown',
    'It is not known whether the decision was written; send the same request again, which decides once.',
    { retryAfterSeconds: 5 },
  );
}
