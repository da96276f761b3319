import { type Caller, makerOf } from '../access/caller.ts';
import { arriving } from '../fees/arriving.ts';
import { splitPayout } from '../fees/fee.ts';
import { priceInForce } from '../fees/price.ts';
import type { BatchPayment } from '../ledger/commands/open-batch.ts';
import type { IdempotencyKey, IdempotentRequest, Made } from '../ledger/idempotency.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { addUgx, type Ugx, ugx, ugxToJson, zeroUgx } from '../money/ugx.ts';
import { invalidField, Refusal, refusalOfItem } from '../refusal.ts';
import type { MoneyAnswer } from './answer.ts';
import { clientDataOfRequest } from './client-data.ts';
import { answerTo, type MoneyServices, type Render, untilRouted, write } from './operation.ts';
import { phoneField } from './phone.ts';
import { type SendMoneyRequest, sentMoney } from './send-money.ts';
import { refusalOf } from './sentences.ts';

export interface BatchRequest {
  /** 1 to 256, each to a phone with a wallet here. */
  readonly payments: readonly SendMoneyRequest[];
}

/** The response of a batch is stored in the commit that makes it, so that a repeat never has to render it. */
export const renderBatchAgain: Render = () => {
  throw new Error('the response of a batch is not stored with it');
};

/**
 * Makes all payments of a batch, or none, in one database transaction.
 * @param paymentsMax as many as the caller may make in a minute: more would be refused again and again.
 * @throws Refusal when nothing was written. Where one payment is the cause, its errors name it, such as payments[2].
 */
export async function sendBatch(
  services: MoneyServices,
  caller: Caller,
  { payments }: BatchRequest,
  idempotency: IdempotentRequest | null,
  paymentsMax: number,
): Promise<MoneyAnswer> {
  if (payments.length > paymentsMax) {
    throw invalidField(
      'payments',
      `payments must have at most ${paymentsMax} ${paymentsMax === 1 ? 'item' : 'items'}, as many payments as this API key may make in a ` +
        'minute (send_money); send fewer, or ask for a higher limit.',
    );
  }
  const { outcome } = await untilRouted(async () => {
    const prepared = await preparePayments(services, caller, payments);
    const written = await write(services, {
      kind: 'open_batch',
      walletId: caller.walletId,
      mode: caller.mode,
      apiKeyId: caller.apiKeyId,
      apiTriggered: caller.apiKeyId !== null,
      budgetLineage: caller.budgetLineage,
      maker: makerOf(caller),
      payments: prepared,
      idempotency: idempotency === null ? null : keyOf(idempotency),
    });
    if (written.is === 'route_changed') {
      for (const { recipientPhone } of prepared) services.recipients.forget(caller.mode, recipientPhone);
    }
    return { outcome: written };
  });
  return await answerToBatch(services, outcome);
}

function answerToBatch(services: MoneyServices, outcome: Outcome): MoneyAnswer | Promise<MoneyAnswer> {
  if (outcome.is === 'done') {
    const body = outcome.response?.body ?? renderBatch(outcome.payments ?? []);
    return { is: 'success', final: true, body };
  }
  if (outcome.is === 'refused' && 'place' in outcome && outcome.place !== undefined) {
    throw refusalOfItem(refusalOf(outcome.refusal), placeOf(outcome.place - 1));
  }
  return answerTo(services, outcome, { render: renderBatchAgain, callNow: null, onTaken: () => undefined });
}

function keyOf({ key, fingerprint }: IdempotentRequest): IdempotencyKey {
  return {
    key,
    fingerprint,
    // Its response is stored at once, so that no repeat waits for it.
    responseDueAfterMs: 0,
    render: ({ payments = [] }) => ({ status: 200, body: renderBatch(payments) }),
  };
}

/** Each payment with its price, and with the wallet that it reaches. @throws Refusal for the first one that cannot be made. */
async function preparePayments(
  services: MoneyServices,
  caller: Caller,
  requests: readonly SendMoneyRequest[],
): Promise<BatchPayment[]> {
  const prepared = await Promise.allSettled(requests.map((request) => prepare(services, caller, request)));
  return prepared.map((settled, index) => {
    if (settled.status === 'fulfilled') return settled.value;
    throw settled.reason instanceof Refusal ? refusalOfItem(settled.reason, placeOf(index)) : settled.reason;
  });
}

async function prepare(services: MoneyServices, caller: Caller, request: SendMoneyRequest): Promise<BatchPayment> {
  const phone = phoneField('recipient_phone', request.recipient_phone);
  const recipient = await services.recipients.find(caller.mode, phone);
  if (recipient === null) {
    throw invalidField(
      'recipient_phone',
      'recipient_phone must belong to a wallet of this service; send a payment to another number by itself, or in a bulk payout.',
    );
  }
  const { fee, feeScheduleId } = await priceInForce(
    services.feeBook,
    'send_money_internal',
    caller.clientId,
    ugx(request.amount),
  );
  const senderPaysFee = request.sender_pays_fee ?? true;
  const { gross, fee: taken, net } = arriving(splitPayout(ugx(request.amount), fee, senderPaysFee));
  return {
    gross,
    fee: taken,
    net,
    feeScheduleId,
    senderPaysFee,
    description: request.description ?? null,
    recipientPhone: phone,
    recipientName: recipient.holderName,
    provider: services.prefixes.operatorOf(phone),
    route: { to: 'wallet', walletId: recipient.walletId },
    ...clientDataOfRequest(request),
  };
}

const placeOf = (index: number) => `payments[${index}]`;

/** The response: the sums, and each payment as a payment by itself is answered, in the order of the request. Amounts in shillings. */
export function renderBatch(payments: readonly Made[]): string {
  const [first, last] = [payments[0], payments.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a batch has a payment');
  const sumOf = (amountOf: (made: Made) => Ugx) =>
    ugxToJson(payments.reduce<Ugx>((sum, made) => addUgx(sum, amountOf(made)), zeroUgx));
  return JSON.stringify({
    success: true,
    message: payments.length === 1 ? 'The payment was made.' : `All ${payments.length} payments were made.`,
    data: {
      batch_id: first.transaction.transactionId,
      payment_count: payments.length,
      amount_sent: sumOf(({ transaction }) => transaction.netAmount),
      fee_amount: sumOf(({ transaction }) => transaction.feeAmount),
      total_deducted: sumOf(({ transaction }) => transaction.amount),
      new_balance: ugxToJson(last.balance),
      created_at: isoTime(first.transaction.createdAtMs),
      payments: payments.map(({ transaction, balance }) => sentMoney(transaction, balance)),
    },
  });
}
