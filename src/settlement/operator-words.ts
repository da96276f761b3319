import type { UnknownWord } from '../operators/contract.ts';
import { maskPhones } from '../phone/masked-phones.ts';
import type { Queryable } from '../postgres/pool.ts';

/** More different words than this of one payment tell nobody anything new. */
const wordsMax = 20;
const shortMax = 100;
const rawMax = 500;

/**
 * Keeps the words of an operator that nobody knows with the payment that they were said of, cut to size and without full
 * phones. The same word of the same call again is counted.
 */
export async function keepUnknownWords(
  db: Queryable,
  { walletId, transactionId }: { readonly walletId: number; readonly transactionId: number },
  words: readonly UnknownWord[],
): Promise<void> {
  for (const { call, word, treatedAs, raw } of words) {
    await db.query({
      name: 'operator_word_keep',
      text: `
        INSERT INTO operator_word (wallet_id, transaction_id, call, word, treated_as, raw, first_heard_at, last_heard_at)
        SELECT $1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp()
         WHERE EXISTS (SELECT FROM operator_word
                        WHERE wallet_id = $1 AND transaction_id = $2 AND call = $3 AND word = $4)
            OR (SELECT count(*) FROM operator_word WHERE wallet_id = $1 AND transaction_id = $2) < ${wordsMax}
            ON CONFLICT (wallet_id, transaction_id, call, word)
            DO UPDATE SET times = operator_word.times + 1, treated_as = excluded.treated_as, raw = excluded.raw,
                          last_heard_at = excluded.last_heard_at`,
      values: [
        walletId,
        transactionId,
        storable(call, shortMax),
        storable(word, shortMax),
        storable(treatedAs, shortMax),
        storable(raw, rawMax),
      ],
    });
  }
}

/** PostgreSQL takes no zero character in a text, and half of a pair is no character. */
function storable(text: string, charactersMax: number): string {
  return maskPhones(text).replaceAll('\0', '').slice(0, charactersMax).toWellFormed();
}
