import type { Records } from '../history/records.ts';
import { commitmentOf, fieldSalt, leafOf, recordSalt } from './format/leaf.ts';
import { transactionFields } from './format/records.ts';
import type { Round } from './format/round.ts';
import { inclusionPath } from './format/tree.ts';
import { readAllTransactions } from './moved-records.ts';
import { nameOf } from './record-leaves.ts';
import { readLeavesOfRound, readStoredLeaves, treeOf } from './stored-proofs.ts';
import type { TransactionId } from './stored-records.ts';
import { readRound } from './stored-rounds.ts';

/** A field of a proven transaction, with what opens it and what hides it. */
export interface ProvenField {
  readonly name: string;
  readonly value: string | null;
  /** 16 bytes. Whoever has it can verify the value, and guess it. */
  readonly salt: Buffer;
  readonly commitment: Buffer;
}

/** The proof of a transaction as it is now. */
export interface TransactionProof {
  readonly round: Round;
  /** Its leaf's place in the tree, from 0. */
  readonly index: number;
  readonly path: readonly Buffer[];
  /** In the order of the kind. */
  readonly fields: readonly ProvenField[];
}

/**
 * The proof of a transaction that has ended: that of its newest leaf.
 * @returns null where it does not exist, is not proven yet, or is not proven as its row is now.
 */
export async function readTransactionProof(records: Records, id: TransactionId): Promise<TransactionProof | null> {
  const [record] = await readAllTransactions(records, [id]);
  if (record === undefined) return null;
  const stored = await readStoredLeaves(records, [id.transactionId]);
  const latest = stored.findLast(({ contents }) => contents[0] === nameOf.transaction);
  if (latest === undefined) return null;
  const salt = recordSalt(latest.secret, nameOf.transaction);
  const fields = transactionFields(record).map(([name, value]) => {
    const ofField = fieldSalt(salt, name);
    return { name, value, salt: ofField, commitment: commitmentOf(ofField, [name, value]) };
  });
  const leaf = leafOf(
    'transaction',
    fields.map(({ commitment }) => commitment),
  );
  if (latest.leaves[0]?.equals(leaf) !== true) return null;
  const round = await readRound(records, latest.round);
  if (round === null) return null;
  const tree = treeOf(await readLeavesOfRound(records, latest.round));
  return { round, index: latest.firstLeaf, path: inclusionPath(tree, latest.firstLeaf), fields };
}
