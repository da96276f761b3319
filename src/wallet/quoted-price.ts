import type { Caller } from '../access/caller.ts';
import type { QuoteDifference } from '../ledger/plan/outcome.ts';
import { findQuote, type Quote } from '../ledger/rows/quote.ts';
import type { Ugx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { quoteDiffers } from './sentences.ts';

/** The quote of the caller's wallet with this number, expired or not. @throws Refusal `not_found` */
export async function quoteOfCaller(db: Queryable, { walletId }: Caller, quoteId: number): Promise<Quote> {
  const quote = await findQuote(db, walletId, quoteId);
  if (quote !== null) return quote;
  throw new Refusal(
    'not_found',
    `This wallet has no quote ${quoteId}; check the number, or ask for a new quote when it is more than a day old.`,
  );
}

/** What a payment asks for, in the terms of a quote; `amount` is that of the request, in shillings. */
export interface AskedPayment extends Pick<Quote, 'type' | 'phone' | 'senderPaysFee'> {
  readonly amount: Ugx;
}

/** The amount of the request that a quote was made for, in shillings. */
export function askedAmount({ senderPaysFee, net, gross }: Pick<Quote, 'senderPaysFee' | 'net' | 'gross'>): Ugx {
  return senderPaysFee ? net : gross;
}

/** Refuses a payment that asks for something else than the quote that it names. @throws Refusal `quote_differs` */
export function refuseOtherThanQuoted(quote: Quote, asked: AskedPayment): void {
  const differs = differenceFrom(quote, asked);
  if (differs !== null) throw quoteDiffers(quote.quoteId, differs);
}

function differenceFrom(quote: Quote, asked: AskedPayment): QuoteDifference | null {
  if (asked.type !== quote.type) return 'operation';
  if (asked.phone !== quote.phone) return 'phone';
  if (asked.senderPaysFee !== quote.senderPaysFee) return 'sender_pays_fee';
  return asked.amount === askedAmount(quote) ? null : 'amount';
}
