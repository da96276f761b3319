import { actorOfCaller, type Caller, makerOf } from '../access/caller.ts';
import type { Records } from '../history/records.ts';
import type { OpenRefund } from '../ledger/commands/open-refund.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { type Ugx, ugx, ugxToJson } from '../money/ugx.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { Refusal } from '../refusal.ts';
import type { MoneyAnswer, OnTaken } from './answer.ts';
import { type ClientDataRequest, clientDataOfRequest, shownClientData } from './client-data.ts';
import { findTransaction } from './history.ts';
import { idempotencyOf, type MoneyServices, perform, refuseLive } from './operation.ts';
import { refusalOf } from './sentences.ts';

export interface RefundRequest extends ClientDataRequest {
  /** Shillings that the customer gets; all that is left of the collection unless given. */
  readonly amount?: number;
  readonly description?: string;
}

/**
 * Gives a completed collection, or a part of it, back to the customer who paid it; our fee on the collection is kept.
 * @param collectionId the transaction id of the collection.
 * @throws Refusal when nothing was written. @throws HistoryUnavailable, NotAsProven
 */
export async function refundCollection(
  services: MoneyServices,
  records: Records,
  caller: Caller,
  collectionId: number,
  request: RefundRequest,
  idempotency: IdempotentRequest | null,
  onTaken: OnTaken,
): Promise<MoneyAnswer> {
  const moved = await readMovedTransaction(records, caller.walletId, collectionId);
  const collection = moved ?? (await findTransaction(records, caller.walletId, collectionId));
  if (collection === null) {
    throw new Refusal('not_found', 'This wallet has no collection with that transaction id; check the id.');
  }
  // What no operator took is no collection; everything else about it is for the ledger to decide, under the lock.
  if (collection.operatorAccountId === null) throw refusalOf({ code: 'not_refundable', because: 'no_collection' });
  const prepared = services.operators.prepareRefund(caller.mode, collection.operatorAccountId);
  if (prepared.is === 'not_configured') {
    refuseLive(services, caller.mode);
    throw new Refusal(
      'operator_unavailable',
      `The account at ${collection.provider ?? 'the operator'} that took this payment is not connected. Nothing happened; ask the administrator of the service to connect it.`,
      { retryAfterSeconds: prepared.retryAfterSeconds },
    );
  }
  const asksOperatorNow = prepared.call.sends === 1;
  return perform(
    services,
    {
      kind: 'open_refund',
      amount: request.amount === undefined ? null : ugx(request.amount),
      walletId: caller.walletId,
      mode: caller.mode,
      transactionId: collectionId,
      moved,
      description: request.description ?? null,
      ...clientDataOfRequest(request),
      apiKeyId: caller.apiKeyId,
      apiTriggered: caller.apiKeyId !== null,
      budgetLineage: caller.budgetLineage,
      maker: makerOf(caller),
      idempotency: idempotencyOf(idempotency, services, renderRefund, asksOperatorNow),
      route: prepared.call,
      ...(caller.person === undefined ? {} : { audit: refundBy(actorOfCaller(caller), collection) }),
    },
    { render: renderRefund, callNow: asksOperatorNow ? prepared.call : null, onTaken },
  );
}

/** A person's refund, with what the page asked them to confirm. */
function refundBy(actor: Actor, collection: Transaction): NonNullable<OpenRefund['audit']> {
  return ({ transactionId, amount }) => ({
    actor,
    action: 'transaction.refunded',
    subject: `transaction ${collection.transactionId}`,
    details: { transaction_id: transactionId },
    shown: {
      amount: ugxToJson(amount),
      recipient_phone: collection.counterpartyPhone,
      recipient_name: collection.counterpartyName,
    },
  });
}

/** The answer to a refund; amounts in shillings. */
export function renderRefund(refund: Transaction, balance: Ugx | null): string {
  return JSON.stringify({
    success: true,
    message: 'The refund was accepted and is on its way to the customer.',
    data: {
      transaction_id: refund.transactionId,
      reference: referenceOf(refund.type, refund.createdAtMs, refund.transactionId),
      collection_id: Number(refund.details?.refunds),
      amount: ugxToJson(refund.amount),
      status: refund.status,
      new_balance: balance === null ? null : ugxToJson(balance),
      external_reference: refund.externalReference,
      created_at: isoTime(refund.createdAtMs),
      ...shownClientData(refund),
    },
  });
}
