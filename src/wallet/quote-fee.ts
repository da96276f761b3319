import type { Caller } from '../access/caller.ts';
import { arriving } from '../fees/arriving.ts';
import { splitCollection, splitPayout } from '../fees/fee.ts';
import { priceInForce } from '../fees/price.ts';
import type { FeeOperation } from '../fees/schedules.ts';
import { ugx, ugxToJson } from '../money/ugx.ts';
import type { MoneyServices } from './operation.ts';
import { phoneField } from './phone.ts';

/** The operations whose fee can be asked for. */
export const quotedOperations = ['send_money', 'withdrawal', 'collection'] as const;

export interface FeeRequest {
  readonly operation: (typeof quotedOperations)[number];
  /** Shillings. */
  readonly amount: number;
  readonly recipient_phone?: string;
  readonly sender_pays_fee?: boolean;
}

/** The answer of interface.md, in shillings. */
export interface FeeQuote {
  readonly operation: FeeRequest['operation'];
  readonly amount: number;
  readonly fee_amount: number;
  readonly net_amount: number;
  readonly total_deducted: number;
  readonly transfer_type: 'internal' | 'external';
  readonly currency: 'UGX';
}

/** What an operation would cost, by the same rules that it would use. Amounts in shillings. */
export async function quoteFee(
  services: Pick<MoneyServices, 'feeBook' | 'recipients'>,
  caller: Caller,
  request: FeeRequest,
): Promise<FeeQuote> {
  const transferType = await transferTypeOf(services, caller, request);
  const operation = scheduleOf(request.operation, transferType);
  const senderPaysFee = request.operation === 'withdrawal' || (request.sender_pays_fee ?? true);
  const cost = await costOf(services, caller.clientId, { operation, amount: request.amount, senderPaysFee });
  return { operation: request.operation, ...cost, transfer_type: transferType, currency: 'UGX' };
}

/** What an amount costs. Shillings. */
export type Cost = Pick<FeeQuote, 'amount' | 'fee_amount' | 'net_amount' | 'total_deducted'>;

/**
 * What an amount would cost a client now, by the schedule of an operation.
 * @param asked.amount shillings. @throws Refusal `amount_too_small` when the fee would leave nothing.
 */
export async function costOf(
  { feeBook }: Pick<MoneyServices, 'feeBook'>,
  clientId: number,
  asked: { readonly operation: FeeOperation; readonly amount: number; readonly senderPaysFee: boolean },
): Promise<Cost> {
  const { operation, senderPaysFee } = asked;
  const amount = ugx(asked.amount);
  const { fee } = await priceInForce(feeBook, operation, clientId, amount);
  const split = arriving(
    operation === 'collection' ? splitCollection(amount, fee) : splitPayout(amount, fee, senderPaysFee),
  );
  return {
    amount: ugxToJson(amount),
    fee_amount: ugxToJson(split.fee),
    net_amount: ugxToJson(split.net),
    total_deducted: ugxToJson(split.gross),
  };
}

async function transferTypeOf(
  services: Pick<MoneyServices, 'recipients'>,
  caller: Caller,
  request: FeeRequest,
): Promise<'internal' | 'external'> {
  if (request.operation !== 'send_money' || request.recipient_phone === undefined) return 'external';
  const phone = phoneField('recipient_phone', request.recipient_phone);
  return (await services.recipients.find(caller.mode, phone)) === null ? 'external' : 'internal';
}

function scheduleOf(operation: FeeRequest['operation'], transferType: 'internal' | 'external'): FeeOperation {
  return operation === 'send_money' ? `send_money_${transferType}` : operation;
}
