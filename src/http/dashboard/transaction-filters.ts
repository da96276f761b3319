import { Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import type { Records } from '../../history/records.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import { type TransactionObject, transactionObject } from '../../ledger/transaction-object.ts';
import { invalidField } from '../../refusal.ts';
import { exactKinds, isNamed, lookupsInWallets, readByKeys } from '../../search/exact-matches.ts';
import { parseSearchText, phrasesOf } from '../../search/search-text.ts';
import type { HistoryRequest } from '../../wallet/history.ts';
import { enteredAmount } from '../schemas/amount.ts';
import { momentOf } from '../schemas/moment.ts';

/** The filters of the list of transactions that the API's list has not; the exports have them too. */
export const searchFilters = {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A reference (ours, the client’s or the operator’s), an operator’s receipt, a phone in any form, an id, an amount, or words of a ' +
        'name or a note. What it finds by a reference, a receipt or an id is shown whatever the other filters say.',
    }),
  ),
  amount: Type.Optional(enteredAmount(1, 'In shillings, with the fee or without it.')),
  text: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description: 'Words that are all in the name of the counterparty or in the note; quotes keep words together.',
    }),
  ),
};

/** Filters as a request has them. */
export interface RequestedFilters extends Omit<HistoryRequest, 'limit' | 'cursor' | 'phrases' | 'fromMs' | 'toMs'> {
  readonly search?: string;
  readonly text?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The transactions that filters ask for: exact matches of the search text, or those of the history that its filters let through. */
export type ChosenTransactions =
  | { readonly found: TransactionObject[] }
  | { readonly filters: Omit<HistoryRequest, 'limit' | 'cursor'> };

/**
 * What the list and the exports show for some filters.
 * @throws Refusal for a text without a word that can be looked for.
 */
export async function chooseTransactions(
  records: Records,
  caller: Caller,
  { search, text, from, to, ...rest }: RequestedFilters,
): Promise<ChosenTransactions> {
  const phrases = text === undefined ? [] : phrasesOf(text);
  if (text !== undefined && phrases.length === 0)
    throw invalidField('text', 'text needs a word of two characters or more.');
  const result = search === undefined ? {} : await lookUp(records, caller, search);
  if ('found' in result) return result;
  return {
    filters: {
      ...rest,
      ...(text === undefined ? {} : { phrases }),
      ...(from === undefined ? {} : { fromMs: momentOf(from) }),
      ...(to === undefined ? {} : { toMs: momentOf(to) }),
      ...result,
    },
  };
}

/** The most transactions that an exact match shows. */
const exactMax = 20;

/**
 * What a search finds: transactions with this id, reference or receipt, or else the filter by which the history is to be looked
 * through.
 */
async function lookUp(
  records: Records,
  caller: Caller,
  text: string,
): Promise<{ readonly found: TransactionObject[] } | Pick<HistoryRequest, 'phone' | 'amount' | 'phrases'>> {
  const terms = parseSearchText(text);
  const lookups = lookupsInWallets([caller.walletId]);
  const exact = new Map<number, Transaction>();
  for (const kind of terms.text === '' ? [] : exactKinds) {
    const transactions = await readByKeys(records, await lookups[kind](records, terms, exactMax));
    for (const one of transactions)
      if (kind !== 'transaction' || isNamed(one, terms)) exact.set(one.transactionId, one);
  }
  if (exact.size > 0) return { found: [...exact.values()].slice(0, exactMax).map(transactionObject) };
  if (terms.phone !== null) return { phone: terms.phone };
  if (terms.amount !== null) return { amount: terms.amount };
  return terms.phrases.length > 0 ? { phrases: terms.phrases } : { found: [] };
}
