import type { QueryResult, SubmitResult, UnknownWord } from '../operators/contract.ts';
import { maskPhones } from '../phone/masked-phones.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { SettlementContext } from './settlement-context.ts';

/** Different codes kept of one payment: more of them add nothing. */
const codesMax = 20;
const shortMax = 100;
const rawMax = 500;

/** Stores the unknown codes of an answer. An error is logged: it is no reason to treat the payment otherwise. */
export async function storeUnknownCodes(
  { db, logger }: Pick<SettlementContext, 'db' | 'logger'>,
  payment: { readonly walletId: number; readonly transactionId: number },
  { unknownWords = [] }: SubmitResult | QueryResult,
): Promise<void> {
  await writeUnknownCodes(db, payment, unknownWords).catch((error: unknown) => {
    const line = { err: error, transaction_id: payment.transactionId };
    logger.error(line, 'the unknown codes of an answer could not be stored');
  });
}

/**
 * Writes codes that we do not know with the payment that the operator answered about, cut to size and without full
 * phones. The same code of the same call again is counted.
 */
export async function writeUnknownCodes(
  db: Queryable,
  { walletId, transactionId }: { readonly walletId: number; readonly transactionId: number },
  codes: readonly UnknownWord[],
): Promise<void> {
  for (const { call, word, treatedAs, raw } of codes) {
    await db.query({
      name: 'operator_word_store',
      text: `
        INSERT INTO operator_word (wallet_id, transaction_id, call, word, treated_as, raw, first_heard_at, last_heard_at)
        SELECT $1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp()
         WHERE EXISTS (SELECT FROM operator_word
                        WHERE wallet_id = $1 AND transaction_id = $2 AND call = $3 AND word = $4)
            OR (SELECT count(*) FROM operator_word WHERE wallet_id = $1 AND transaction_id = $2) < ${codesMax}
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
