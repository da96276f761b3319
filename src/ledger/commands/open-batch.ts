import assert from 'node:assert/strict';
import { addUgx, type Ugx, zeroUgx } from '../../money/ugx.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import { refusalOfReference } from '../plan/client-references.ts';
import type { Draft } from '../plan/draft.ts';
import { refusalOfBudget } from '../plan/key-budget.ts';
import type { LedgerRefusal, Outcome } from '../plan/outcome.ts';
import { refusalOfPayout } from '../plan/payout-limits.ts';
import type { Mode } from '../transaction.ts';
import { type OpenPayout, openPayout, wrongRoute } from './open-payout.ts';

/** A payment of a batch: to a wallet here. */
export interface BatchPayment
  extends Pick<
    OpenPayout,
    | 'gross'
    | 'fee'
    | 'net'
    | 'feeScheduleId'
    | 'description'
    | 'senderPaysFee'
    | 'recipientPhone'
    | 'recipientName'
    | 'provider'
    | 'clientData'
  > {
  readonly route: { readonly to: 'wallet'; readonly walletId: number };
}

/** Payments from one wallet to wallets here, of which all are made or none. */
export interface OpenBatch
  extends Pick<OpenPayout, 'walletId' | 'budgetLineage' | 'apiKeyId' | 'apiTriggered' | 'maker'> {
  readonly kind: 'open_batch';
  readonly mode: Mode;
  /** At least one. */
  readonly payments: readonly BatchPayment[];
  readonly idempotency: IdempotencyKey | null;
}

/**
 * Makes all payments of a batch, or none. Limits, budgets and the threshold of approval look at the sum, as if the batch were one payment:
 * a sum that fits has only payments that fit, so that no payment is split to pass a limit. A batch never waits for approval, because
 * it could not be approved in part: one that would is refused.
 * @param numbers the transaction numbers it may take, two for each payment.
 */
export function openBatch(draft: Draft, command: OpenBatch, numbers: readonly number[]): Outcome {
  const wallet = draft.wallet(command.walletId);
  if (wallet === undefined || wallet.mode !== command.mode) {
    return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  }
  const { payments } = command;
  const refused = refusalOfItems(draft, command);
  if (refused !== null) return refused;
  const sum = payments.reduce<Ugx>((total, { gross }) => addUgx(total, gross), zeroUgx);
  const refusal =
    refusalOfPayout(wallet, sum, draft.state.nowMs) ??
    refusalOfBudget(draft, command.budgetLineage, sum) ??
    refusalOfApproval(wallet.approvalThreshold, sum);
  if (refusal !== null) return { is: 'refused', refusal };

  const batchId = numbers[0];
  assert(batchId !== undefined, 'the writer took too few transaction numbers');
  const made = payments.map((payment, index) => {
    const outcome = openPayout(draft, payoutOf(command, payment, batchId, index), numbers.slice(2 * index));
    // What is refused was refused above: here it would leave the payments before it without the others.
    assert(outcome.is === 'done', `payment ${index + 1} of a batch ended ${outcome.is}`);
    return { transaction: outcome.transaction, balance: outcome.balance };
  });
  const [first, last] = [made[0], made.at(-1)];
  assert(first !== undefined && last !== undefined, 'a batch has a payment');
  return { is: 'done', transaction: first.transaction, balance: last.balance, payments: made };
}

/** What one payment of the batch is refused for, with its place; null when each can be made. */
function refusalOfItems(draft: Draft, { walletId, mode, payments }: OpenBatch): Outcome | null {
  const usesReferencesOnce = draft.wallet(walletId)?.uniqueClientReferences === true;
  const references = new Set<string>();
  for (const [index, payment] of payments.entries()) {
    const place = index + 1;
    const wrong = wrongRoute(draft, { walletId, mode, ...payment });
    if (wrong !== null) return wrong.is === 'refused' ? { ...wrong, place } : wrong;
    const refusal = refusalOfReference(draft, { walletId, ...payment });
    if (refusal !== null) return { is: 'refused', refusal, place };
    const reference = usesReferencesOnce ? payment.clientData?.reference : null;
    if (reference === undefined || reference === null) continue;
    if (references.has(reference)) return { is: 'refused', refusal: { code: 'client_reference_repeated' }, place };
    references.add(reference);
  }
  return null;
}

function refusalOfApproval(threshold: Ugx | null, sum: Ugx): LedgerRefusal | null {
  return threshold !== null && sum >= threshold ? { code: 'approval_needed', threshold, asked: sum } : null;
}

function payoutOf(
  { walletId, mode, budgetLineage, apiKeyId, apiTriggered, maker, payments }: OpenBatch,
  payment: BatchPayment,
  batchId: number,
  index: number,
): OpenPayout {
  return {
    ...payment,
    kind: 'open_payout',
    type: 'payment_sent',
    walletId,
    mode,
    budgetLineage,
    apiKeyId,
    apiTriggered,
    maker,
    idempotency: null,
    // It is below the threshold, so that it waits for no approval.
    approvalExpiresAfterMs: 0,
    inBatch: { batchId, item: index + 1, items: payments.length },
  };
}
