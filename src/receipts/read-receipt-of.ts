import type { Records } from '../history/records.ts';
import { commitmentOf, type Field, fieldSalt, recordSalt } from '../proofs/format/leaf.ts';
import { transactionFields } from '../proofs/format/records.ts';
import { inclusionPath, rootOfPath } from '../proofs/format/tree.ts';
import { readAllTransactions } from '../proofs/moved-records.ts';
import { nameOf, transactionLeaf } from '../proofs/record-leaves.ts';
import { readLeavesOfRound, readStoredLeaves, treeOf } from '../proofs/stored-proofs.ts';
import type { TransactionId } from '../proofs/stored-records.ts';
import { readRound } from '../proofs/stored-rounds.ts';
import { type Disclosure, openedNames } from './disclosure.ts';
import {
  type Receipt,
  type ReceiptField,
  type ReceiptLeaf,
  type ReceiptRound,
  receiptFormat,
} from './verify/receipt.ts';

/** A receipt as it is issued: its values are always there, beside a proof that may be missing. */
export type IssuedReceipt = Receipt & { readonly transaction: Readonly<Record<string, string | null>> };

/**
 * The receipt of a transaction as it is now; null when the wallet has no such transaction. It has no round while what it shows is not
 * proven: before its end, until the next round, and after a later change until the round of that.
 * @throws HistoryUnavailable.
 * @throws Error when the stored leaves do not give the signed root: the database was changed, and the audit says where.
 */
export async function readReceiptOf(
  records: Records,
  asked: TransactionId,
  disclosure: Disclosure,
): Promise<IssuedReceipt | null> {
  const [record] = await readAllTransactions(records, [asked]);
  if (record === undefined) return null;
  const fields = transactionFields(record);
  const opened = openedNames(disclosure);
  const transaction = Object.fromEntries(fields.filter(([name]) => opened.has(name)));
  const stored = await readStoredLeaves(records, [asked.transactionId]);
  const newest = stored.findLast(({ contents }) => contents[0] === nameOf.transaction);
  const leaf = newest?.leaves[0];
  if (newest === undefined || leaf === undefined || !transactionLeaf(newest.secret, record).equals(leaf)) {
    return { format: receiptFormat, transaction, round: null, leaf: null };
  }
  const round = await readRound(records, newest.round);
  if (round === null) throw new Error(`round ${newest.round} of transaction ${asked.transactionId} does not exist`);
  const path = inclusionPath(treeOf(await readLeavesOfRound(records, newest.round)), newest.firstLeaf);
  if (rootOfPath(leaf, newest.firstLeaf, round.tree_size, path)?.toString('hex') !== round.root) {
    throw new Error(`the leaves of round ${newest.round} do not give its root`);
  }
  return {
    format: receiptFormat,
    transaction,
    round: shownRound(round),
    leaf: {
      kind: 'transaction',
      index: newest.firstLeaf,
      path: path.map((hash) => hash.toString('hex')),
      fields: openedFields(fields, recordSalt(newest.secret, nameOf.transaction), opened),
      hash: leaf.toString('hex'),
    } satisfies ReceiptLeaf,
  };
}

/** The fields in their order, those of `opened` with value and salt. Pure. */
function openedFields(fields: readonly Field[], salt: Buffer, opened: ReadonlySet<string>): ReceiptField[] {
  return fields.map((field): ReceiptField => {
    const [name, value] = field;
    const saltOfField = fieldSalt(salt, name);
    const commitment = commitmentOf(saltOfField, field).toString('hex');
    return opened.has(name) ? { name, value, salt: saltOfField.toString('hex'), commitment } : { name, commitment };
  });
}

/** A round with every part of the format, also where it has no fork. */
function shownRound(round: ReceiptRound): ReceiptRound {
  return { ...round, fork_of: round.fork_of ?? null };
}
