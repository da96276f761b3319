import { type Caller, makerOf } from '../access/caller.ts';
import { arriving } from '../fees/arriving.ts';
import { splitPayout } from '../fees/fee.ts';
import { priceInForce } from '../fees/price.ts';
import { refuseOtherFee } from '../fees/shown-fee.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Quote } from '../ledger/rows/quote.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { type Ugx, ugx, ugxToJson } from '../money/ugx.ts';
import { actOfPerson } from './act-of-person.ts';
import type { MoneyAnswer, OnTaken } from './answer.ts';
import { type ClientDataRequest, clientDataOfRequest, shownClientData } from './client-data.ts';
import { idempotencyOf, type MoneyServices, perform } from './operation.ts';
import { phoneField, prepareOrRefuse } from './phone.ts';
import { refuseOtherThanQuoted } from './quoted-price.ts';

export interface WithdrawRequest extends ClientDataRequest {
  readonly phone: string;
  /** Shillings that the destination gets, from 500 to 5,000,000; the fee comes on top. */
  readonly amount: number;
  readonly description?: string;
}

/**
 * Withdraws to a mobile-money account.
 * @param agreed the fee that a person was shown, in shillings, or the quote that a program named.
 * @throws Refusal when nothing was written.
 */
export async function withdrawToMobile(
  services: MoneyServices,
  caller: Caller,
  request: WithdrawRequest,
  idempotency: IdempotentRequest | null,
  onTaken: OnTaken,
  { shownFee, quote }: { readonly shownFee?: number | undefined; readonly quote?: Quote } = {},
): Promise<MoneyAnswer> {
  const phone = phoneField('phone', request.phone);
  const amount = ugx(request.amount);
  if (quote !== undefined) refuseOtherThanQuoted(quote, { type: 'withdrawal', phone, amount, senderPaysFee: true });
  const { fee, feeScheduleId } = quote ?? (await priceInForce(services.feeBook, 'withdrawal', caller.clientId, amount));
  const split = arriving(splitPayout(amount, fee, true));
  refuseOtherFee(split.fee, shownFee);
  const operator = services.prefixes.operatorOf(phone);
  const route = prepareOrRefuse(services, caller.mode, operator, 'payout');
  const asksOperatorNow = route.sends === 1;
  return perform(
    services,
    {
      kind: 'open_payout',
      type: 'withdrawal',
      walletId: caller.walletId,
      mode: caller.mode,
      ...split,
      feeScheduleId,
      senderPaysFee: true,
      approvalExpiresAfterMs: services.approvalExpiryMs,
      recipientPhone: phone,
      recipientName: await services.operators.lookupName(caller.mode, operator, phone),
      provider: operator,
      ...(quote === undefined ? {} : { quote }),
      route,
      description: request.description ?? null,
      ...clientDataOfRequest(request),
      apiKeyId: caller.apiKeyId,
      apiTriggered: caller.apiKeyId !== null,
      budgetLineage: caller.budgetLineage,
      maker: makerOf(caller),
      idempotency: idempotencyOf(idempotency, services, renderWithdrawal, asksOperatorNow),
      ...actOfPerson(caller),
    },
    { render: renderWithdrawal, callNow: asksOperatorNow ? route : null, onTaken },
  );
}

/** The answer of interface-decisions.md section 3: `amount` is what the destination gets. */
export function renderWithdrawal(transaction: Transaction, balance: Ugx | null): string {
  const pending = transaction.status === 'pending';
  return JSON.stringify({
    success: true,
    message: pending
      ? 'The withdrawal waits for approval; the money is set aside.'
      : 'The withdrawal was accepted and is on its way.',
    data: {
      transaction_id: transaction.transactionId,
      reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
      amount: ugxToJson(transaction.netAmount),
      fee: ugxToJson(transaction.feeAmount),
      total_deducted: ugxToJson(transaction.amount),
      destination_phone: transaction.counterpartyPhone,
      status: transaction.status,
      requires_approval: pending,
      new_balance: balance === null ? null : ugxToJson(balance),
      external_reference: transaction.externalReference,
      created_at: isoTime(transaction.createdAtMs),
      ...shownClientData(transaction),
    },
  });
}
