import { type Caller, makerOf } from '../access/caller.ts';
import { arriving } from '../fees/arriving.ts';
import { splitPayout } from '../fees/fee.ts';
import { type Price, priceInForce } from '../fees/price.ts';
import { refuseOtherFee } from '../fees/shown-fee.ts';
import type { BulkRow } from '../ledger/commands/open-payout.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Quote } from '../ledger/rows/quote.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime, isoTimeOrNull } from '../ledger/transaction-object.ts';
import { type Ugx, ugx, ugxToJson } from '../money/ugx.ts';
import type { Msisdn } from '../phone/msisdn.ts';
import { actOfPerson } from './act-of-person.ts';
import type { MoneyAnswer, OnTaken } from './answer.ts';
import { type ClientDataRequest, clientDataOfRequest, shownClientData } from './client-data.ts';
import { answerTo, idempotencyOf, type MoneyServices, untilRouted, write } from './operation.ts';
import { phoneField, prepareOrRefuse } from './phone.ts';
import { refuseOtherThanQuoted } from './quoted-price.ts';
import { type Recipient, recipientName } from './recipients.ts';

export interface SendMoneyRequest extends ClientDataRequest {
  readonly recipient_phone: string;
  /** Shillings, from 500 to 5,000,000. */
  readonly amount: number;
  readonly description?: string;
  /** True unless said otherwise: the recipient gets `amount` and the fee comes on top. */
  readonly sender_pays_fee?: boolean;
}

/** A payment as a row of a bulk payout. It never comes from a request's body, because it can carry an approval. */
export interface SentInBulk {
  readonly bulk: BulkRow;
  /** What was confirmed, also where the fees have changed since; null for the fee in force now. */
  readonly price: Price | null;
}

/** What the price of a payment was agreed by, beside the fees in force. */
export interface Agreed {
  readonly inBulk?: SentInBulk;
  /** The fee that a person was shown, in shillings. */
  readonly shownFee?: number | undefined;
  /** The quote that a program named: the payment costs what it says. */
  readonly quote?: Quote;
}

/**
 * Sends money to a phone: at once when another wallet here has that phone, else through its operator.
 * @throws Refusal when nothing was written.
 */
export async function sendMoney(
  services: MoneyServices,
  caller: Caller,
  request: SendMoneyRequest,
  idempotency: IdempotentRequest | null,
  onTaken: OnTaken,
  agreed: Agreed = {},
): Promise<MoneyAnswer> {
  const phone = phoneField('recipient_phone', request.recipient_phone);
  const { outcome, callNow } = await untilRouted(async () => {
    const found = services.recipients.find(caller.mode, phone);
    const recipient = found instanceof Promise ? await found : found;
    const sent = await sendBy(services, caller, request, phone, recipient, idempotency, agreed);
    if (sent.outcome.is === 'route_changed') services.recipients.forget(caller.mode, phone);
    return sent;
  });
  return answerTo(services, outcome, { render: renderSendMoney, callNow, onTaken });
}

async function sendBy(
  services: MoneyServices,
  caller: Caller,
  request: SendMoneyRequest,
  phone: Msisdn,
  recipient: Recipient | null,
  idempotency: IdempotentRequest | null,
  { inBulk, shownFee, quote }: Agreed,
) {
  const internal = recipient !== null;
  const amount = ugx(request.amount);
  const senderPaysFee = request.sender_pays_fee ?? true;
  if (quote !== undefined) refuseOtherThanQuoted(quote, { type: 'payment_sent', phone, amount, senderPaysFee });
  const found =
    inBulk?.price ??
    quote ??
    priceInForce(services.feeBook, internal ? 'send_money_internal' : 'send_money_external', caller.clientId, amount);
  const { fee, feeScheduleId } = found instanceof Promise ? await found : found;
  const split = arriving(splitPayout(amount, fee, senderPaysFee));
  refuseOtherFee(split.fee, shownFee);
  const operator = services.prefixes.operatorOf(phone);
  const route = internal
    ? ({ to: 'wallet', walletId: recipient.walletId } as const)
    : prepareOrRefuse(services, caller.mode, operator, 'payout');
  const callNow = route.to === 'operator' && route.sends === 1 ? route : null;
  const name = recipientName(services.operators, { mode: caller.mode, operator, phone }, recipient);
  const outcome = await write(services, {
    kind: 'open_payout',
    type: 'payment_sent',
    walletId: caller.walletId,
    mode: caller.mode,
    gross: split.gross,
    fee: split.fee,
    net: split.net,
    feeScheduleId,
    senderPaysFee,
    approvalExpiresAfterMs: services.approvalExpiryMs,
    recipientPhone: phone,
    recipientName: name instanceof Promise ? await name : name,
    provider: operator,
    ...(inBulk === undefined ? {} : { bulk: inBulk.bulk }),
    ...(quote === undefined ? {} : { quote }),
    route,
    description: request.description ?? null,
    ...clientDataOfRequest(request),
    apiKeyId: caller.apiKeyId,
    apiTriggered: caller.apiKeyId !== null,
    budgetLineage: caller.budgetLineage,
    maker: makerOf(caller),
    idempotency: idempotencyOf(idempotency, services, renderSendMoney, callNow !== null),
    // The rows of a bulk payout are in the entries of the whole.
    ...(inBulk === undefined ? actOfPerson(caller) : {}),
  });
  return { outcome, callNow };
}

/** The response of interface-decisions.md section 3; amounts in shillings. */
export function renderSendMoney(transaction: Transaction, balance: Ugx | null): string {
  return JSON.stringify({ success: true, message: sentenceOf(transaction), data: sentMoney(transaction, balance) });
}

/** The data of that response. */
export function sentMoney(transaction: Transaction, balance: Ugx | null): object {
  return {
    transaction_id: transaction.transactionId,
    reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
    recipient_name: transaction.counterpartyName,
    recipient_phone: transaction.counterpartyPhone,
    amount_sent: ugxToJson(transaction.netAmount),
    fee_amount: ugxToJson(transaction.feeAmount),
    total_deducted: ugxToJson(transaction.amount),
    transfer_type: transaction.route,
    status: transaction.status,
    requires_approval: transaction.status === 'pending',
    new_balance: balance === null ? null : ugxToJson(balance),
    external_reference: transaction.externalReference,
    created_at: isoTime(transaction.createdAtMs),
    completed_at: isoTimeOrNull(transaction.completedAtMs),
    ...shownClientData(transaction),
  };
}

function sentenceOf(transaction: Transaction): string {
  if (transaction.status === 'pending') return 'The payment waits for approval; the money is set aside.';
  if (transaction.status === 'completed') return 'The money was sent.';
  return 'The payment was accepted and is on its way.';
}
