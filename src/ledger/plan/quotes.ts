import assert from 'node:assert/strict';
import type { Quote } from '../rows/quote.ts';
import { isoTime } from '../transaction-object.ts';
import type { Opening } from './opening.ts';
import type { LedgerRefusal } from './outcome.ts';

/** What is compared with the quote of a payment. */
interface QuotedPayout extends Pick<Opening, 'walletId' | 'gross' | 'fee' | 'net' | 'feeScheduleId'> {
  readonly quote?: Quote;
  readonly type: Quote['type'];
  readonly recipientPhone: string;
  readonly provider: string;
  readonly senderPaysFee: boolean;
  readonly route: { readonly to: 'wallet'; readonly walletId: number } | { readonly to: 'operator' };
}

/**
 * Refuses a payment that names a quote which has expired, or whose recipient is no longer reached as it says; null where it may be made, or
 * names none. Call it once the route of the command is known to be that of the phone.
 * @param trustedNowMs trusted time, because a change of a clock must not make a quote last longer.
 */
export function refusalOfQuote(command: QuotedPayout, trustedNowMs: number): LedgerRefusal | null {
  const { quote, route } = command;
  if (quote === undefined) return null;
  const { quoteId } = quote;
  assert(
    quote.walletId === command.walletId && quote.type === command.type && quote.phone === command.recipientPhone,
    `a payment names quote ${quoteId}, which is of another one`,
  );
  if (trustedNowMs >= quote.expiresAtMs) return { code: 'quote_expired', quoteId };
  const recipientWalletId = route.to === 'wallet' ? route.walletId : null;
  if (recipientWalletId !== quote.recipientWalletId) return { code: 'quote_differs', quoteId, differs: 'recipient' };
  if (command.provider !== quote.provider) return { code: 'quote_differs', quoteId, differs: 'provider' };
  assert(
    quote.gross === command.gross &&
      quote.fee === command.fee &&
      quote.net === command.net &&
      quote.senderPaysFee === command.senderPaysFee &&
      quote.feeScheduleId === command.feeScheduleId,
    `a payment does not cost what quote ${quoteId} says`,
  );
  return null;
}

/** The part of a transaction's details that names its quote: by the time of the quote the audit knows which fees were in force. */
export function quoteDetails(quote: Quote | undefined): Record<string, unknown> {
  return quote === undefined ? {} : { quote_id: quote.quoteId, quoted_at: isoTime(quote.createdAtMs) };
}
