import { clientDetails } from '../client-data.ts';
import { eventsOf } from '../event-names.ts';
import { noteReference, refusalOfReference } from '../plan/client-references.ts';
import { type Draft, newTransaction } from '../plan/draft.ts';
import type { Act, Opening } from '../plan/opening.ts';
import type { Outcome } from '../plan/outcome.ts';
import { payerKey } from '../rows/payer-claim.ts';
import type { OperatorCall } from '../rows/submission.ts';
import { isFinal, type Transaction } from '../transaction.ts';

/** Money in: a customer is prompted to pay. */
export interface OpenCollection extends Opening, Act {
  readonly kind: 'open_collection';
  readonly customerPhone: string;
  readonly customerName: string | null;
  readonly provider: string;
  readonly route: { readonly to: 'operator' } & OperatorCall;
}

/**
 * Money in: nothing is posted until the operator's final result. A frozen wallet still collects. A wallet can allow one open
 * collection per payer, so that no customer is prompted twice for one purchase.
 */
export function openCollection(draft: Draft, command: OpenCollection, transactionId: number): Outcome {
  const wallet = draft.wallet(command.walletId);
  if (wallet === undefined || wallet.mode !== command.mode) {
    return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  }
  const refusal = refusalOfReference(draft, command);
  if (refusal !== null) return { is: 'refused', refusal };
  if (wallet.oneCollectionPerPayer) {
    const payer = payerKey(command.walletId, command.customerPhone);
    const open = draft.collectionsOpened.get(payer) ?? draft.state.openCollections.get(payer);
    // Its end may be a command before this one in the same batch.
    if (open !== undefined && !isFinal(draft.transaction(command.walletId, open)?.status ?? 'processing')) {
      return { is: 'refused', refusal: { code: 'collection_already_open', transactionId: open } };
    }
    draft.collectionsOpened.set(payer, transactionId);
    draft.rows.payerClaims.push({ walletId: command.walletId, phone: command.customerPhone, transactionId });
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
      details: detailsOf(command.clientData),
      createdAtMs: draft.state.nowMs,
    }),
  );
  noteReference(draft, transaction);
  draft.rows.operatorReferences.push(transaction);
  draft.rows.submissions.push({ transaction, direction: 'collection', call: command.route });
  draft.emit(transaction, eventsOf.collectionAccepted());
  return { is: 'done', transaction, balance: wallet.available };
}

function detailsOf(clientData: OpenCollection['clientData']): Transaction['details'] {
  const details = clientDetails(clientData);
  return Object.keys(details).length === 0 ? null : details;
}
