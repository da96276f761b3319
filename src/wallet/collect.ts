import { type Caller, makerOf } from '../access/caller.ts';
import { arriving } from '../fees/arriving.ts';
import { splitCollection } from '../fees/fee.ts';
import { priceInForce } from '../fees/price.ts';
import { refuseOtherFee } from '../fees/shown-fee.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { ugx, ugxToJson } from '../money/ugx.ts';
import { actOfPerson } from './act-of-person.ts';
import type { MoneyAnswer, OnTaken } from './answer.ts';
import { type ClientDataRequest, clientDataOfRequest, shownClientData } from './client-data.ts';
import { idempotencyOf, type MoneyServices, perform } from './operation.ts';
import { phoneField, prepareOrRefuse } from './phone.ts';

export interface CollectRequest extends ClientDataRequest {
  readonly customer_phone: string;
  /** Shillings that the customer pays, from 1,000 to 5,000,000; the fee comes out of it. */
  readonly amount: number;
  readonly description?: string;
  readonly customer_name?: string;
}

/**
 * Prompts a customer to pay.
 * @param shownFee the fee that a person was shown, in shillings.
 * @throws Refusal when nothing was written.
 */
export async function collectPayment(
  services: MoneyServices,
  caller: Caller,
  request: CollectRequest,
  idempotency: IdempotentRequest | null,
  onTaken: OnTaken,
  shownFee?: number,
): Promise<MoneyAnswer> {
  const phone = phoneField('customer_phone', request.customer_phone);
  const amount = ugx(request.amount);
  const { fee, feeScheduleId } = await priceInForce(services.feeBook, 'collection', caller.clientId, amount);
  const split = arriving(splitCollection(amount, fee));
  refuseOtherFee(split.fee, shownFee);
  const operator = services.prefixes.operatorOf(phone);
  const route = prepareOrRefuse(services, caller.mode, operator, 'collection');
  return perform(
    services,
    {
      kind: 'open_collection',
      walletId: caller.walletId,
      mode: caller.mode,
      ...split,
      feeScheduleId,
      customerPhone: phone,
      customerName: request.customer_name ?? null,
      provider: operator,
      route,
      description: request.description ?? null,
      ...clientDataOfRequest(request),
      apiKeyId: caller.apiKeyId,
      apiTriggered: caller.apiKeyId !== null,
      maker: makerOf(caller),
      idempotency: idempotencyOf(idempotency, services, renderCollection, true),
      ...actOfPerson(caller),
    },
    { render: renderCollection, callNow: route, onTaken },
  );
}

/** The contract's "data of collect-payment response". */
export function renderCollection(transaction: Transaction): string {
  return JSON.stringify({
    success: true,
    message: 'The customer was asked to approve the payment.',
    data: {
      transaction_id: transaction.transactionId,
      reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
      customer_phone: transaction.counterpartyPhone,
      customer_name: transaction.counterpartyName,
      amount_requested: ugxToJson(transaction.amount),
      collection_fee: ugxToJson(transaction.feeAmount),
      net_amount_to_receive: ugxToJson(transaction.netAmount),
      status: transaction.status,
      external_reference: transaction.externalReference,
      instructions:
        'The customer will receive an STK push prompt on their phone and pays by approving it with their mobile money PIN.',
      created_at: isoTime(transaction.createdAtMs),
      ...shownClientData(transaction),
    },
  });
}
