import type { Records } from '../history/records.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { findTransactions } from '../wallet/history.ts';
import type { TransactionKey } from './look-back.ts';
import type { SearchTerms } from './search-text.ts';

/** What is found by a key, so that the number of transactions does not matter. */
export const exactKinds = ['transaction', 'operator', 'client_reference'] as const;
export type ExactKind = (typeof exactKinds)[number];

/** Looks one kind up: at most `limit` of the newest transactions. */
export type ExactLookup = (db: Queryable, terms: SearchTerms, limit: number) => Promise<readonly TransactionKey[]>;

/** The look-ups in some wallets, such as both of one client. */
export function lookupsInWallets(walletIds: readonly number[]): Readonly<Record<ExactKind, ExactLookup>> {
  return {
    transaction: async (_db, { transactionId }) =>
      transactionId === null ? [] : walletIds.map((walletId) => ({ walletId, transactionId })),
    operator: async (db, { operatorText }) => {
      const known = await knownToOperators(db, operatorText);
      return known.filter(({ walletId }) => walletIds.includes(walletId));
    },
    client_reference: async (db, { text }, limit) =>
      keysOf(
        await db.query<KeyRow>({
          name: 'search.client_reference',
          text: `SELECT found.* FROM unnest($1::bigint[]) AS wallet (wallet_id), LATERAL (
                        SELECT r.wallet_id, transaction_id FROM client_reference r
                         WHERE r.wallet_id = wallet.wallet_id AND client_reference = $2
                         ORDER BY transaction_id DESC LIMIT $3) AS found`,
          values: [walletIds, text, limit],
        }),
      ),
  };
}

/** The look-ups in all wallets but the hidden ones. A record belongs to its wallet, so that some try the key of every wallet. */
export function lookupsEverywhere(hiddenWallets: readonly number[]): Readonly<Record<ExactKind, ExactLookup>> {
  const shown = (keys: readonly TransactionKey[]) => keys.filter(({ walletId }) => !hiddenWallets.includes(walletId));
  return {
    transaction: async (db, { transactionId }) =>
      transactionId === null ? [] : shown(await walletsOfTransaction(db, transactionId)),
    operator: async (db, { operatorText }) => shown(await knownToOperators(db, operatorText)),
    client_reference: async (db, { text }, limit) =>
      keysOf(
        await db.query<KeyRow>({
          name: 'search.client_reference_everywhere',
          text: `SELECT found.* FROM wallet, LATERAL (
                        SELECT r.wallet_id, transaction_id FROM client_reference r
                         WHERE r.wallet_id = wallet.wallet_id AND client_reference = $2
                         ORDER BY transaction_id DESC LIMIT $3 OFFSET 0) AS found
                  WHERE wallet.wallet_id <> ALL ($1::bigint[]) LIMIT 100`,
          values: [hiddenWallets, text, limit],
        }),
      ),
  };
}

/** The proof of a transaction names its wallet. It is a few seconds younger than the transaction; until then every wallet is tried. */
async function walletsOfTransaction(db: Queryable, transactionId: number): Promise<TransactionKey[]> {
  const proven = keysOf(
    await db.query<KeyRow>({
      name: 'search.wallet_of_proven',
      text: 'SELECT wallet_id, transaction_id FROM transaction_proof WHERE transaction_id = $1 LIMIT 1',
      values: [transactionId],
    }),
  );
  if (proven.length > 0) return proven;
  return keysOf(
    await db.query<KeyRow>({
      name: 'search.wallet_of_transaction',
      text: `SELECT found.* FROM wallet, LATERAL (
                    SELECT t.wallet_id, transaction_id FROM transaction t
                     WHERE t.wallet_id = wallet.wallet_id AND transaction_id = $1 OFFSET 0) AS found LIMIT 1`,
      values: [transactionId],
    }),
  );
}

/** By the keys of the operators' references and receipts. */
async function knownToOperators(db: Queryable, text: string): Promise<TransactionKey[]> {
  if (text === '') return [];
  return keysOf(
    await db.query<KeyRow>({
      name: 'search.known_to_operators',
      text: `
        SELECT wallet_id, transaction_id
          FROM operator_account CROSS JOIN LATERAL (
               SELECT wallet_id, transaction_id FROM operator_reference
                WHERE operator_account_id = operator_account.operator_account_id AND reference = $1
                UNION
               SELECT wallet_id, transaction_id FROM operator_receipt
                WHERE operator_account_id = operator_account.operator_account_id AND receipt = $1 OFFSET 0) AS known
         LIMIT 100`,
      values: [text],
    }),
  );
}

interface KeyRow {
  wallet_id: string;
  transaction_id: string;
}

function keysOf({ rows }: { readonly rows: readonly KeyRow[] }): TransactionKey[] {
  return rows.map((row) => ({ walletId: Number(row.wallet_id), transactionId: Number(row.transaction_id) }));
}

/** The transactions of some keys, newest first; a key without a transaction has none. @throws HistoryUnavailable */
export async function readByKeys(records: Records, keys: readonly TransactionKey[]): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for (const [walletId, ofWallet = []] of Map.groupBy(keys, (key) => key.walletId)) {
    const ids = [...new Set(ofWallet.map(({ transactionId }) => transactionId))];
    found.push(...(await findTransactions(records, walletId, ids)));
  }
  return found.sort((one, other) => other.transactionId - one.transactionId);
}

/** Whether a transaction is the one that our reference in the text names. Always so where the text names an id alone. */
export function isNamed({ type, createdAtMs, transactionId }: Transaction, { reference }: SearchTerms): boolean {
  return reference === null || referenceOf(type, createdAtMs, transactionId) === reference;
}
