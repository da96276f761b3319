import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TransactionStatus } from '../ledger/transaction.ts';
import { isFinal } from '../ledger/transaction.ts';
import { type Field, hashBytes, leafOfFields, type RecordKind, recordSalt, saltBytes } from './format/leaf.ts';
import {
  type AuditEntryRecord,
  auditEntryFields,
  type EventRecord,
  eventFields,
  type ResponseRecord,
  responseFields,
  type TransactionRecord,
  type TransferRecord,
  transactionFields,
  transferFields,
} from './format/records.ts';

/** What is proven of a transaction in one round. */
export interface TransactionLeaves {
  readonly transactionId: number;
  readonly walletId: number;
  /** The names of the leaves in their order: `x`, `t<line>`, `e<number of the first event>.<its sequence>`, `r`. */
  readonly contents: readonly string[];
  /** 16 bytes from which the salts of these leaves come. */
  readonly secret: Buffer;
  readonly leaves: readonly Buffer[];
}

/** The same with the round that proved it, as it is stored. */
export interface StoredLeaves extends TransactionLeaves {
  readonly round: number;
  readonly firstLeaf: number;
}

export interface AuditEntryLeaf {
  readonly auditLogId: number;
  readonly secret: Buffer;
  readonly leaf: Buffer;
}

/** The records of some transactions, in the order of their lines and events. */
export interface TransactionRecords {
  readonly transactions: readonly TransactionRecord[];
  readonly transfers: readonly TransferRecord[];
  readonly events: readonly EventRecord[];
  readonly responses: readonly ResponseRecord[];
}

/** The name of a record's leaf among the contents of its transaction. */
export const nameOf = {
  transaction: 'x',
  transfer: ({ line }: Pick<TransferRecord, 'line'>) => `t${line}`,
  event: ({ first_event_no, first_sequence }: Pick<EventRecord, 'first_event_no' | 'first_sequence'>) =>
    `e${first_event_no}.${first_sequence}`,
  response: 'r',
} as const;

export function transactionLeaf(secret: Buffer, row: TransactionRecord): Buffer {
  return leafOfRecord('transaction', secret, nameOf.transaction, transactionFields(row));
}

export function transferLeaf(secret: Buffer, row: TransferRecord): Buffer {
  return leafOfRecord('transfer', secret, nameOf.transfer(row), transferFields(row));
}

export function eventLeaf(secret: Buffer, row: EventRecord): Buffer {
  return leafOfRecord('event', secret, nameOf.event(row), eventFields(row));
}

export function responseLeaf(secret: Buffer, row: ResponseRecord): Buffer {
  return leafOfRecord('response', secret, nameOf.response, responseFields(row));
}

export function auditEntryLeaf(secret: Buffer, row: AuditEntryRecord): Buffer {
  return leafOfRecord('audit_entry', secret, 'audit_entry', auditEntryFields(row));
}

function leafOfRecord(kind: RecordKind, secret: Buffer, name: string, fields: readonly Field[]): Buffer {
  return leafOfFields(kind, recordSalt(secret, name), fields);
}

/** The newest leaf of a transaction's own row, with its secret; null where it is not proven. */
export function latestTransactionLeaf(stored: readonly StoredLeaves[]): { secret: Buffer; leaf: Buffer } | null {
  let latest: StoredLeaves | null = null;
  for (const one of stored) {
    if (one.contents[0] === nameOf.transaction && (latest === null || one.round > latest.round)) latest = one;
  }
  const leaf = latest?.leaves[0];
  return latest === null || leaf === undefined ? null : { secret: latest.secret, leaf };
}

/**
 * The leaves that are missing: of transfers, events and responses that were never proven, and of transactions that have ended and are
 * not as they were proven last. Pauses every few milliseconds for other work.
 * @param stored what is proven of these transactions already.
 */
export async function missingLeaves(
  records: TransactionRecords,
  stored: readonly StoredLeaves[],
): Promise<TransactionLeaves[]> {
  const pause = new Pauses();
  const storedOf = Map.groupBy(stored, ({ transactionId }) => transactionId);
  const made = new Map<number, Draft>();
  const draftOf = (row: OfTransaction) => {
    const transactionId = Number(row.transaction_id);
    let draft = made.get(transactionId);
    if (draft === undefined) {
      const proven = new Set(storedOf.get(transactionId)?.flatMap(({ contents }) => contents));
      const walletId = Number(row.wallet_id);
      draft = { walletId, contents: [], secret: randomBytes(saltBytes), leaves: [], proven };
      made.set(transactionId, draft);
    }
    return draft;
  };
  const add = async <Row extends OfTransaction>(
    row: Row,
    name: string,
    leafOf: (secret: Buffer, row: Row) => Buffer,
  ) => {
    const draft = draftOf(row);
    if (draft.proven.has(name)) return;
    draft.proven.add(name);
    draft.contents.push(name);
    draft.leaves.push(leafOf(draft.secret, row));
    await pause.whenDue();
  };
  for (const row of records.transactions) {
    if (!isFinal(row.status as TransactionStatus)) continue;
    const latest = latestTransactionLeaf(storedOf.get(Number(row.transaction_id)) ?? []);
    if (latest !== null) {
      if (transactionLeaf(latest.secret, row).equals(latest.leaf)) continue;
      draftOf(row).proven.delete(nameOf.transaction);
    }
    await add(row, nameOf.transaction, transactionLeaf);
  }
  for (const row of records.transfers) await add(row, nameOf.transfer(row), transferLeaf);
  for (const row of records.events) await add(row, nameOf.event(row), eventLeaf);
  for (const row of records.responses) await add(row, nameOf.response, responseLeaf);
  return [...made]
    .filter(([, { leaves }]) => leaves.length > 0)
    .map(([transactionId, { proven: _, ...draft }]) => ({ transactionId, ...draft }));
}

type OfTransaction = Pick<TransactionRecord, 'transaction_id' | 'wallet_id'>;

interface Draft {
  readonly walletId: number;
  readonly contents: string[];
  readonly secret: Buffer;
  readonly leaves: Buffer[];
  /** The names of what needs no leaf any more. */
  readonly proven: Set<string>;
}

/** The leaves of entries of the audit log. */
export async function auditEntryLeaves(records: readonly AuditEntryRecord[]): Promise<AuditEntryLeaf[]> {
  const pause = new Pauses();
  const made: AuditEntryLeaf[] = [];
  for (const row of records) {
    const secret = randomBytes(saltBytes);
    made.push({ auditLogId: Number(row.audit_log_id), secret, leaf: auditEntryLeaf(secret, row) });
    await pause.whenDue();
  }
  return made;
}

/** The leaves as the database stores them. */
export function joinedLeaves(leaves: readonly Buffer[]): Buffer {
  return Buffer.concat(leaves);
}

export function splitLeaves(stored: Buffer): Buffer[] {
  return Array.from({ length: stored.length / hashBytes }, (_, index) =>
    stored.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
}

/** Lets requests be answered between two pieces of work. */
class Pauses {
  static readonly #everyMs = 2;
  #since = performance.now();

  async whenDue(): Promise<void> {
    if (performance.now() - this.#since < Pauses.#everyMs) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
