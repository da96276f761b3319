import type { OpenCollection, Outcome } from '../commands.ts';
import { eventsOf } from '../event-names.ts';
import { type Draft, newTransaction } from './draft.ts';
import { keepPromise, outcomeOfRepeat } from './idempotency.ts';

/** Money in: nothing is posted until the operator's final word. A frozen wallet still collects. */
export function openCollection(draft: Draft, command: OpenCollection, transactionId: number): Outcome {
  const repeat = outcomeOfRepeat(draft, command.walletId, command.idempotency);
  if (repeat !== null) return repeat;
  const wallet = draft.wallet(command.walletId);
  if (wallet === undefined || wallet.mode !== command.mode) {
    return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  }
  const transaction = draft.open(
    newTransaction({
      walletId: command.walletId,
      transactionId,
      mode: command.mode,
      type: 'collection',
      direction: 'in',
      route: 'external',
      status: 'processing',
      amount: command.gross,
      feeAmount: command.fee,
      netAmount: command.net,
      senderPaysFee: null,
      feeScheduleId: command.feeScheduleId,
      description: command.description,
      counterpartyPhone: command.customerPhone,
      counterpartyName: command.customerName,
      counterpartyWalletId: null,
      provider: command.provider,
      operatorAccountId: command.route.operatorAccountId,
      externalReference: command.route.reference,
      apiKeyId: command.apiKeyId,
      apiTriggered: command.apiTriggered,
      details: null,
      createdAtMs: draft.state.nowMs,
    }),
  );
  draft.rows.operatorReferences.push(transaction);
  draft.rows.submissions.push({ transaction, direction: 'collection', call: command.route });
  draft.emit(transaction, eventsOf.collectionAccepted());
  keepPromise(draft, command.idempotency, transaction, wallet.available);
  return { is: 'done', transaction, balance: wallet.available };
}
