import { byPlace, type Records } from '../history/records.ts';
import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { EventRecord, TransactionRecord, TransferRecord } from './format/records.ts';
import {
  type EventId,
  eventRecordColumns,
  readEventRecords,
  readTransactionRecords,
  readTransferRecords,
  type StoredTransaction,
  type TransactionId,
  transactionRecord,
  transactionRecordColumns,
  transferRecordColumns,
  type WalletFacts,
} from './stored-records.ts';

/**
 * The rows that are proven, wherever they are. In the history store a statement reads one wallet; so many statements are under way at a
 * time.
 */
const walletsAtOnce = 8;

/** As `readTransactionRecords`, also those that have moved. @throws HistoryUnavailable */
export async function readAllTransactions(
  records: Records,
  asked: readonly TransactionId[],
): Promise<TransactionRecord[]> {
  const { here, moved } = await byPlace(records, asked);
  const found = await readTransactionRecords(records, here);
  if (moved.length === 0) return found;
  const facts = await readWalletFacts(records, moved);
  const rows = await ofEachWallet(moved, (walletId, ids) =>
    readIn<StoredTransaction>(records.history, movedTransactions, walletId, ids),
  );
  return [
    ...found,
    ...rows.flatMap((row) => {
      const wallet = facts.get(Number(row.wallet_id));
      return wallet === undefined ? [] : [transactionRecord(row, wallet)];
    }),
  ];
}

/** As `readTransferRecords`, also those that have moved. @throws HistoryUnavailable */
export async function readAllTransfers(records: Records, asked: readonly TransactionId[]): Promise<TransferRecord[]> {
  const { here, moved } = await byPlace(records, asked);
  return [
    ...(await readTransferRecords(records, here)),
    ...(await ofEachWallet(moved, (walletId, ids) =>
      readIn<TransferRecord>(records.history, movedTransfers, walletId, ids),
    )),
  ];
}

/** As `readEventRecords`, also those that have moved. @throws HistoryUnavailable */
export async function readAllEvents(records: Records, asked: readonly EventId[]): Promise<EventRecord[]> {
  const { here, moved } = await byPlace(records, asked);
  const wanted = new Set(moved.map((one) => `${one.transactionId} ${one.firstSequence}`));
  const rows = await ofEachWallet(moved, (walletId, ids) =>
    readIn<EventRecord>(records.history, movedEvents, walletId, ids),
  );
  return [
    ...(await readEventRecords(records, here)),
    ...rows.filter((row) => wanted.has(`${row.transaction_id} ${row.first_sequence}`)),
  ];
}

const movedTransactions = {
  name: 'proofs.moved_transactions',
  text: `SELECT ${transactionRecordColumns} FROM transaction t WHERE t.wallet_id = $1 AND t.transaction_id = ANY ($2::bigint[])`,
};

const movedTransfers = {
  name: 'proofs.moved_transfers',
  text: `SELECT ${transferRecordColumns} FROM transfer t WHERE t.wallet_id = $1 AND t.transaction_id = ANY ($2::bigint[])
          ORDER BY t.transaction_id, t.line`,
};

const movedEvents = {
  name: 'proofs.moved_events',
  text: `SELECT ${eventRecordColumns} FROM event e WHERE e.wallet_id = $1 AND e.transaction_id = ANY ($2::bigint[])
          ORDER BY e.transaction_id, e.first_event_no`,
};

async function readIn<Row extends object>(
  history: Queryable,
  statement: { readonly name: string; readonly text: string },
  walletId: number,
  ids: readonly number[],
): Promise<Row[]> {
  return (await history.query<Row>({ ...statement, values: [walletId, numberArray(ids)] })).rows;
}

/** Reads what is asked for wallet by wallet. */
async function ofEachWallet<Row>(
  asked: readonly TransactionId[],
  read: (walletId: number, transactionIds: readonly number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  const wallets = [...Map.groupBy(asked, ({ walletId }) => walletId)];
  for (let from = 0; from < wallets.length; from += walletsAtOnce) {
    const rows = await Promise.all(
      wallets
        .slice(from, from + walletsAtOnce)
        .map(([walletId, ids]) => read(walletId, [...new Set(ids.map(({ transactionId }) => transactionId))])),
    );
    for (const some of rows) found.push(...some);
  }
  return found;
}

async function readWalletFacts(
  db: Queryable,
  asked: readonly TransactionId[],
): Promise<ReadonlyMap<number, WalletFacts>> {
  const { rows } = await db.query<WalletFacts & { wallet_id: string }>({
    name: 'proofs.wallet_facts',
    text: 'SELECT wallet_id, client_id, holder_name FROM wallet WHERE wallet_id = ANY ($1::bigint[])',
    values: [numberArray([...new Set(asked.map(({ walletId }) => walletId))])],
  });
  return new Map(rows.map((row) => [Number(row.wallet_id), row]));
}
