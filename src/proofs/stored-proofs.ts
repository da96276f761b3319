import type pg from 'pg';
import { numberArray } from '../postgres/array-parameter.ts';
import { copyInto } from '../postgres/pipeline.ts';
import type { Queryable } from '../postgres/pool.ts';
import { RowBytes } from '../postgres/row-bytes.ts';
import { type AuditEntryLeaf, joinedLeaves, type StoredLeaves, splitLeaves } from './record-leaves.ts';

/** The tables `transaction_proof` and `audit_entry_proof`. */

interface TransactionProofRow {
  readonly transaction_id: string;
  readonly wallet_id: string;
  readonly round: number;
  readonly first_leaf: number;
  readonly contents: string;
  readonly secret: Buffer;
  readonly leaves: Buffer;
}

const columns = 'transaction_id, wallet_id, round, first_leaf, contents, secret, leaves';

/** What is proven of some transactions, in the order of the rounds. */
export async function readStoredLeaves(db: Queryable, transactionIds: readonly number[]): Promise<StoredLeaves[]> {
  if (transactionIds.length === 0) return [];
  const { rows } = await db.query<TransactionProofRow>({
    name: 'proofs.read_transaction_proofs',
    text: `SELECT ${columns} FROM transaction_proof WHERE transaction_id = ANY ($1::bigint[]) ORDER BY transaction_id, round`,
    values: [numberArray(transactionIds)],
  });
  return rows.map(storedLeavesOf);
}

/**
 * What is proven of the transactions with ids from `first` to before `end`, in their order: of at least one transaction when there is one,
 * and whole for each.
 * @param atOnce how many rows are read in one statement, at least.
 */
export async function readLeavesBetween(
  db: Queryable,
  first: number,
  end: number,
  atOnce: number,
): Promise<StoredLeaves[]> {
  const { rows } = await db.query<TransactionProofRow>({
    name: 'proofs.read_leaves_between',
    text: `SELECT ${columns}
             FROM transaction_proof
            WHERE transaction_id >= $1 AND transaction_id <= coalesce(
                    (SELECT transaction_id FROM transaction_proof WHERE transaction_id >= $1 AND transaction_id < $2
                      ORDER BY transaction_id OFFSET $3 LIMIT 1), $2 - 1)
            ORDER BY transaction_id, round`,
    values: [first, end, atOnce - 1],
  });
  return rows.map(storedLeavesOf);
}

/** An entry of the audit log as it is stored with its proof. */
export interface StoredAuditEntryLeaf extends AuditEntryLeaf {
  readonly round: number;
  readonly leafIndex: number;
}

export interface LeavesOfRound {
  readonly transactions: readonly StoredLeaves[];
  readonly auditEntries: readonly StoredAuditEntryLeaf[];
}

/** The leaves of a round with what they belong to, in the order of the tree as far as none is missing. */
export async function readLeavesOfRound(db: Queryable, round: number): Promise<LeavesOfRound> {
  const { rows } = await db.query<TransactionProofRow>({
    name: 'proofs.read_leaves_of_round',
    text: `SELECT ${columns} FROM transaction_proof WHERE round = $1 ORDER BY first_leaf`,
    values: [round],
  });
  const entries = await db.query<{ audit_log_id: string; leaf_index: number; secret: Buffer; leaf: Buffer }>({
    name: 'proofs.read_audit_leaves_of_round',
    text: `SELECT audit_log_id, leaf_index, secret, leaf FROM audit_entry_proof WHERE round = $1 ORDER BY leaf_index`,
    values: [round],
  });
  return {
    transactions: rows.map(storedLeavesOf),
    auditEntries: entries.rows.map((row) => ({
      auditLogId: Number(row.audit_log_id),
      round,
      leafIndex: row.leaf_index,
      secret: row.secret,
      leaf: row.leaf,
    })),
  };
}

/** All leaves of a round in the order of its tree: first those of transactions, then those of the audit log. */
export function treeOf({ transactions, auditEntries }: LeavesOfRound): Buffer[] {
  return [...transactions.flatMap(({ leaves }) => leaves), ...auditEntries.map(({ leaf }) => leaf)];
}

/** Whether the stored places of leaves are those that they have in the tree. */
export function areInTheirPlaces({ transactions, auditEntries }: LeavesOfRound): boolean {
  let next = 0;
  const isNext = (place: number, leaves: number) => {
    const is = place === next;
    next += leaves;
    return is;
  };
  return (
    transactions.every(({ firstLeaf, leaves }) => isNext(firstLeaf, leaves.length)) &&
    auditEntries.every(({ leafIndex }) => isNext(leafIndex, 1))
  );
}

/** Stores the leaves of a round. */
export async function insertLeaves(
  client: pg.PoolClient,
  { transactions, auditEntries }: LeavesOfRound,
): Promise<void> {
  const proofs = new RowBytes();
  for (const { transactionId, walletId, round, firstLeaf, contents, secret, leaves } of transactions) {
    proofs
      .number(transactionId)
      .number(walletId)
      .number(round)
      .number(firstLeaf)
      .text(contents.join(','))
      .text(bytea(secret))
      .text(bytea(joinedLeaves(leaves)))
      .endRow();
  }
  if (proofs.rows > 0) await copyInto(client, `transaction_proof (${columns})`, proofs);
  const entries = new RowBytes();
  for (const { auditLogId, round, leafIndex, secret, leaf } of auditEntries) {
    entries.number(auditLogId).number(round).number(leafIndex).text(bytea(secret)).text(bytea(leaf)).endRow();
  }
  if (entries.rows > 0) {
    await copyInto(client, 'audit_entry_proof (audit_log_id, round, leaf_index, secret, leaf)', entries);
  }
}

function storedLeavesOf(row: TransactionProofRow): StoredLeaves {
  return {
    transactionId: Number(row.transaction_id),
    walletId: Number(row.wallet_id),
    round: row.round,
    firstLeaf: row.first_leaf,
    contents: row.contents.split(','),
    secret: row.secret,
    leaves: splitLeaves(row.leaves),
  };
}

function bytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
