import type { Queryable } from '../postgres/pool.ts';

/**
 * Where the records of transactions are: transactions with their transfers and events, and the database with everything else. Old
 * transactions move to the history store (docs/history.md), and never change afterwards.
 */
export interface Records extends Queryable {
  /** The primary: what a standby knows of the boundary may be older than the boundary that was read. */
  readonly primary: Queryable;
  boundary(): Promise<HistoryBoundary>;
  /**
   * The history store, which has the tables transaction, transfer and event. Each statement throws HistoryUnavailable when it is away, or
   * lacks something that has moved.
   */
  readonly history: Queryable;
}

/**
 * What is in the history store. It may be relied on for `reliedOnMsMax`, because what moves meanwhile is in both places for longer than
 * that.
 */
export interface HistoryBoundary {
  /** Transactions with lower ids are in the history store, those from it on are here; 0 while none has moved. */
  readonly movedBelow: number;
  /** The latest creation of a transaction in the history store, in milliseconds since 1970; -Infinity while none has moved. */
  readonly createdUntilMs: number;
}

/** For how long a boundary may be relied on, in milliseconds. */
export const reliedOnMsMax = 30_000;

/**
 * Where the records of a transaction are. A wallet that has nothing in the history store needs none, so that a wrong id is told when the
 * store is away.
 * @returns null when the wallet has no such transaction.
 */
export async function placeOf(records: Records, walletId: number, transactionId: number): Promise<Queryable | null> {
  if (transactionId >= (await records.boundary()).movedBelow) return records;
  return (await lastMovedEvent(records, walletId)) > 0 ? records.history : null;
}

/** Things of transactions, by where the records of these are. */
export async function byPlace<One extends { readonly transactionId: number }>(
  records: Records,
  all: readonly One[],
): Promise<{ readonly here: readonly One[]; readonly moved: readonly One[] }> {
  const { movedBelow } = await records.boundary();
  const { here = [], moved = [] } = Object.groupBy(all, ({ transactionId }) =>
    transactionId < movedBelow ? 'moved' : 'here',
  );
  return { here, moved };
}

/** No transaction has such an id: where records are that have not moved, all of them count. */
export const aboveEveryId = Number.MAX_SAFE_INTEGER;

/** What of a wallet is in the history store. */
export interface MovedEvents {
  /** The sequence of its last event there; 0 when it has nothing there. */
  readonly last: number;
  /**
   * Of transactions with ids from this on, events can be there too, of a partition that is being copied or whose copy was given up. They
   * do not count.
   */
  readonly movedBelow: number;
}

/**
 * Which events of a wallet are in the history store. Sequences do not follow the ids of transactions: a payment that ended late has an
 * event behind those of later payments.
 */
export async function readMovedEvents(records: Records, walletId: number): Promise<MovedEvents> {
  // The boundary first: what moves after it was read is still here.
  const { movedBelow } = await records.boundary();
  if (movedBelow === 0) return { last: 0, movedBelow };
  const { rows } = await records.primary.query<{ last: string }>({
    name: 'history.last_moved_event',
    text: 'SELECT last_no AS last FROM history_event_run WHERE wallet_id = $1 ORDER BY first_no DESC LIMIT 1',
    values: [walletId],
  });
  return { last: Number(rows[0]?.last ?? 0), movedBelow };
}

/** The sequence of the last event of a wallet that is in the history store; 0 when it has nothing there. */
export async function lastMovedEvent(records: Records, walletId: number): Promise<number> {
  return (await readMovedEvents(records, walletId)).last;
}
