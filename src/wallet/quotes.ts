import { findApiKey } from '../access/api-keys.ts';
import type { Caller } from '../access/caller.ts';
import { budgetObject } from '../access/key-budget.ts';
import { arriving } from '../fees/arriving.ts';
import { splitPayout } from '../fees/fee.ts';
import { priceInForce } from '../fees/price.ts';
import { insertQuote, type Quote } from '../ledger/rows/quote.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { ugx, ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField } from '../refusal.ts';
import { matchName, scoreOfMatch } from './match-name.ts';
import type { MoneyServices } from './operation.ts';
import { phoneField, prepareOrRefuse } from './phone.ts';
import { askedAmount, quoteOfCaller } from './quoted-price.ts';
import { readWalletLimits, renderLimits, type WalletLimits } from './read-limits.ts';
import { recipientName } from './recipients.ts';
import { refusalOf } from './sentences.ts';

/** The operations that a quote can price. */
export const quoteOperations = ['send_money', 'withdrawal'] as const;

export interface QuoteRequest {
  readonly operation: (typeof quoteOperations)[number];
  readonly recipient_phone: string;
  /** Shillings, as in the request of the operation. */
  readonly amount: number;
  /** Of send_money; true unless said otherwise. */
  readonly sender_pays_fee?: boolean;
  /** The name that the payer expects, to be compared with the registered one. */
  readonly expected_name?: string;
}

/** What an API key may see of a quote. */
export interface QuoteAccess {
  /** Whether the registered name is shown, as the look-up of a phone shows it. */
  readonly seesNames: boolean;
}

/**
 * Stores what a payment or a withdrawal costs now, for ten minutes, and gives it with what is known of the recipient. Nothing is reserved.
 * @throws Refusal when such a payment cannot be made now: the wallet's own phone, an operator that is not served, a fee that leaves nothing.
 */
export async function createQuote(
  db: Queryable,
  services: MoneyServices,
  caller: Caller,
  request: QuoteRequest,
  access: QuoteAccess,
): Promise<object> {
  const isWithdrawal = request.operation === 'withdrawal';
  const senderPaysFee = request.sender_pays_fee ?? true;
  if (isWithdrawal && !senderPaysFee) {
    throw invalidField(
      'sender_pays_fee',
      'sender_pays_fee must be left out: the fee of a withdrawal always comes on top.',
    );
  }
  const phone = phoneField('recipient_phone', request.recipient_phone);
  const recipient = isWithdrawal ? null : await services.recipients.find(caller.mode, phone);
  if (recipient?.walletId === caller.walletId) throw refusalOf({ code: 'own_wallet' });
  const provider = services.prefixes.operatorOf(phone);
  if (recipient === null) prepareOrRefuse(services, caller.mode, provider, 'payout');
  const operation = isWithdrawal ? 'withdrawal' : recipient === null ? 'send_money_external' : 'send_money_internal';
  const amount = ugx(request.amount);
  const { fee, feeScheduleId } = await priceInForce(services.feeBook, operation, caller.clientId, amount);
  const split = arriving(splitPayout(amount, fee, senderPaysFee));
  const name = await recipientName(services.operators, { mode: caller.mode, operator: provider, phone }, recipient);
  const quote = await insertQuote(db, {
    walletId: caller.walletId,
    type: isWithdrawal ? 'withdrawal' : 'payment_sent',
    phone,
    provider,
    recipientWalletId: recipient?.walletId ?? null,
    ...split,
    senderPaysFee,
    feeScheduleId,
    recipientName: name,
    nameMatch: request.expected_name === undefined ? null : matchName(request.expected_name, name),
  });
  return quoteObject(db, caller, quote, access);
}

/** A quote of the caller's wallet, expired or not. @throws Refusal `not_found` */
export async function readQuote(db: Queryable, caller: Caller, quoteId: number, access: QuoteAccess): Promise<object> {
  return quoteObject(db, caller, await quoteOfCaller(db, caller, quoteId), access);
}

async function quoteObject(db: Queryable, caller: Caller, quote: Quote, access: QuoteAccess): Promise<object> {
  const limits = await readWalletLimits(db, caller.walletId);
  const key = caller.apiKeyId === null ? null : await findApiKey(db, caller.apiKeyId);
  const budget = budgetObject(key?.budget ?? null);
  return { ...renderQuote(quote, access), ...renderInformation(ugxToJson(quote.gross), limits, budget) };
}

/** What a quote holds, as the interface shows it; amounts in shillings. Pure. */
export function renderQuote(quote: Quote, { seesNames }: QuoteAccess) {
  const { nameMatch } = quote;
  return {
    quote_id: quote.quoteId,
    operation: quote.type === 'withdrawal' ? 'withdrawal' : 'send_money',
    recipient_phone: quote.phone,
    transfer_type: quote.recipientWalletId === null ? 'external' : 'internal',
    provider: quote.provider,
    amount: ugxToJson(askedAmount(quote)),
    sender_pays_fee: quote.senderPaysFee,
    fee_amount: ugxToJson(quote.fee),
    total_deducted: ugxToJson(quote.gross),
    amount_received: ugxToJson(quote.net),
    currency: 'UGX',
    recipient_name: seesNames ? quote.recipientName : null,
    name_match:
      nameMatch === null
        ? null
        : { result: nameMatch.result, score: scoreOfMatch[nameMatch.result], reason: nameMatch.reason },
    created_at: isoTime(quote.createdAtMs),
    expires_at: isoTime(quote.expiresAtWallMs),
  };
}

/** What a payment that takes `gross` shillings would meet now, which is decided only when it is made. Pure. */
export function renderInformation(gross: number, limits: WalletLimits, budget: ReturnType<typeof budgetObject>) {
  const { frozen, per_payment, left_today, day_ends_at, approval_threshold, as_of } = renderLimits(limits);
  return {
    requires_approval: approval_threshold !== null && gross >= approval_threshold,
    remaining_limits: { frozen, per_payment, left_today, day_ends_at, budget, as_of },
  };
}
