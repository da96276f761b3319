import { ugx } from '../../money/ugx.ts';
import { bigintArray, numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { sentTogether } from '../../postgres/sent-together.ts';
import type { Command } from '../commands.ts';
import { findUsedKeys, type UsedKeys } from '../idempotency.ts';
import {
  externalReferenceKey,
  listedKey,
  type PlanState,
  payerKey,
  phoneKey,
  type ReviewCase,
  receiptKey,
  type SuspenseClaim,
  type WalletState,
} from '../plan/state.ts';
import type { Transaction } from '../transaction.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../transaction-row.ts';

const lockWallets = {
  name: 'ledger.lock_wallets',
  // Sorted before it locks, so that two batches never wait for each other in a circle.
  text: `
    SELECT wallet_id, mode, holder_name, phone, available, held, entry_no, event_sequence, day, day_out, frozen,
           has_webhooks, limit_per_transaction, limit_per_day, approval_threshold, withdraw_listed_only,
           one_collection_per_payer
      FROM wallet WHERE wallet_id = ANY ($1::bigint[]) ORDER BY wallet_id FOR NO KEY UPDATE`,
};

const moment = {
  name: 'ledger.moment',
  text: `
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
           pg_current_xact_id()::text AS database_transaction,
           (SELECT array_agg(nextval('transaction_number')) FROM generate_series(1, $1))::text AS numbers`,
};

const readPhoneOwners = {
  name: 'ledger.read_phone_owners',
  text: `
    SELECT o.mode, o.phone, o.wallet_id FROM unnest($1::text[], $2::text[]) AS asked (mode, phone)
      JOIN wallet_phone o ON o.mode = asked.mode AND o.phone = asked.phone`,
};

const readListedNumbers = {
  name: 'ledger.read_listed_numbers',
  text: `
    SELECT n.wallet_id, n.phone FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, phone)
      JOIN withdrawal_number n ON n.wallet_id = asked.wallet_id AND n.phone = asked.phone`,
};

const readTransactions = {
  name: 'ledger.read_transactions',
  text: `
    SELECT ${transactionColumns} FROM transaction
     WHERE (wallet_id, transaction_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
};

const readApprovals = {
  name: 'ledger.read_approvals',
  text: `
    SELECT transaction_id, maker, round(extract(epoch FROM due_at) * 1000)::bigint AS expires_at_ms
      FROM approval WHERE transaction_id = ANY ($1::bigint[])`,
};

// An operator numbers its receipts over all accounts that we have with it. OFFSET 0 keeps the look for a receipt apart: a
// plan made while the table was empty would else read all receipts of the account for each one.
const readReceipts = {
  name: 'ledger.read_receipts',
  text: `
    SELECT t.operator_account_id, r.receipt, r.transaction_id
      FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS asked (wallet_id, transaction_id, receipt)
      JOIN transaction t ON t.wallet_id = asked.wallet_id AND t.transaction_id = asked.transaction_id
      JOIN operator_account own ON own.operator_account_id = t.operator_account_id
      JOIN operator_account account ON account.mode = own.mode AND account.operator = own.operator
     CROSS JOIN LATERAL (SELECT * FROM operator_receipt o
                          WHERE o.operator_account_id = account.operator_account_id AND o.receipt = asked.receipt
                         OFFSET 0) AS r`,
};

const readExternalReferences = {
  name: 'ledger.read_external_references',
  text: `
    SELECT asked.mode, asked.reference, c.transaction_id FROM unnest($1::text[], $2::text[]) AS asked (mode, reference)
      JOIN adjustment_claim c ON c.mode = asked.mode AND c.reference_key = comparable_reference(asked.reference)`,
};

const readSuspenseClaims = {
  name: 'ledger.read_suspense_claims',
  text: 'SELECT transaction_id, kind, amount, receipt FROM suspense_claim WHERE transaction_id = ANY ($1::bigint[])',
};

const readRefunds = {
  name: 'ledger.read_refunds',
  text: 'SELECT collection_id, refund_id FROM refund_claim WHERE collection_id = ANY ($1::bigint[])',
};

const readReversed = {
  name: 'ledger.read_reversed',
  text: `
    SELECT transaction_id FROM review_case
     WHERE transaction_id = ANY ($1::bigint[]) AND kind = 'late_failure' AND resolution IS DISTINCT FROM 'returned'`,
};

const readOpenCollections = {
  name: 'ledger.read_open_collections',
  text: `
    SELECT c.wallet_id, c.phone, c.transaction_id FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, phone)
      JOIN wallet w ON w.wallet_id = asked.wallet_id AND w.one_collection_per_payer
      JOIN payer_claim c ON c.wallet_id = asked.wallet_id AND c.phone = asked.phone
      JOIN transaction t ON t.wallet_id = c.wallet_id AND t.transaction_id = c.transaction_id
     WHERE t.status = 'processing'`,
};

const lockCases = {
  name: 'ledger.lock_cases',
  // A statement of its own, so that what is read next is what the lock waited for: the withdrawal of a proposal, say.
  text: `
    SELECT FROM review_case WHERE review_case_id = ANY ($1::bigint[]) ORDER BY review_case_id FOR NO KEY UPDATE`,
};

const readCases = {
  name: 'ledger.read_cases',
  text: `
    SELECT review_case_id, transaction_id, kind, resolved_at IS NULL AS is_open,
           round(extract(epoch FROM proposed_at) * 1000)::bigint AS proposed_at_ms,
           coalesce((found->>'in_suspense')::bigint, 0) AS in_suspense,
           (SELECT r.transaction_id
              FROM operator_account own
              JOIN operator_account account ON account.mode = own.mode AND account.operator = own.operator
              JOIN operator_receipt r ON r.operator_account_id = account.operator_account_id
             WHERE own.operator_account_id = review_case.operator_account_id AND r.receipt = found->>'receipt'
             LIMIT 1) AS receipt_of
      FROM review_case LEFT JOIN resolution_proposal USING (review_case_id)
     WHERE review_case_id = ANY ($1::bigint[])`,
};

const readSends = {
  name: 'ledger.read_sends',
  // Locked, so that no other money call begins between this look and the end that is built on it.
  text: `
    SELECT transaction_id, sends FROM submission WHERE transaction_id = ANY ($1::bigint[])
     ORDER BY transaction_id FOR UPDATE`,
};

interface ApprovalRow {
  transaction_id: string;
  maker: string;
  expires_at_ms: string;
}

interface SuspenseClaimRow {
  transaction_id: string;
  kind: SuspenseClaim['kind'];
  amount: string;
  receipt: string;
}

interface WalletRow {
  wallet_id: string;
  mode: WalletState['mode'];
  holder_name: string;
  phone: string | null;
  available: string;
  held: string;
  entry_no: string;
  event_sequence: string;
  day: number;
  day_out: string;
  frozen: boolean;
  has_webhooks: boolean;
  limit_per_transaction: string | null;
  limit_per_day: string | null;
  approval_threshold: string | null;
  withdraw_listed_only: boolean;
  one_collection_per_payer: boolean;
}

interface CaseRow {
  review_case_id: string;
  transaction_id: string | null;
  kind: ReviewCase['kind'];
  is_open: boolean;
  in_suspense: string;
  receipt_of: string | null;
  proposed_at_ms: string | null;
}

/** Locks wallets in the order of their numbers and gives their state. A statement of its own: see docs/architecture.md. */
export async function lockWalletRows(db: Queryable, walletIds: readonly number[]): Promise<Map<number, WalletState>> {
  const { rows } = await db.query<WalletRow>({ ...lockWallets, values: [bigintArray(walletIds, (id) => id)] });
  return new Map(rows.map((row) => [Number(row.wallet_id), walletFromRow(row)]));
}

/** When a batch is written, and under which numbers. */
export interface Moment {
  /** The database's clock. */
  readonly nowMs: number;
  /** PostgreSQL's 64-bit number of this database transaction. */
  readonly databaseTransaction: string;
  /** Fresh transaction numbers. */
  readonly numbers: readonly number[];
}

/** Reads the clock and takes `count` fresh numbers; call it under the wallets' locks, so that both follow their order. */
export async function takeMoment(db: Queryable, count: number): Promise<Moment> {
  const { rows } = await db.query<{ now_ms: string; database_transaction: string; numbers: string | null }>({
    ...moment,
    values: [count],
  });
  const row = rows[0];
  if (row === undefined) throw new Error('the server did not say what time it is');
  return {
    nowMs: Number(row.now_ms),
    databaseTransaction: row.database_transaction,
    numbers: row.numbers === null ? [] : row.numbers.slice(1, -1).split(',').map(Number),
  };
}

/** What a batch reads besides its locked wallets. */
export type CommandState = Omit<PlanState, 'nowMs' | 'wallets' | 'systemAccounts'>;

/** Reads what the commands depend on, in statements after the lock so that nothing older than the lock is seen. */
export async function readCommandState(db: Queryable, commands: readonly Command[]): Promise<CommandState> {
  const [usedKeys, phoneOwners, listedNumbers, openCollections, moving, receipts, externalReferences] =
    await sentTogether([
      readUsedKeys(db, commands),
      readOwners(db, commands),
      readListed(db, commands),
      readCollectionsOpen(db, commands),
      readMoving(db, commands),
      readKnownReceipts(db, commands),
      readKnownExternalReferences(db, commands),
    ]);
  return {
    ...moving,
    usedKeys,
    phoneOwners,
    listedNumbers,
    openCollections,
    receipts,
    externalReferences,
  };
}

function readUsedKeys(db: Queryable, commands: readonly Command[]): Promise<UsedKeys> {
  return findUsedKeys(
    db,
    commands.flatMap((command) =>
      'idempotency' in command && command.idempotency !== null
        ? [{ walletId: command.walletId, key: command.idempotency.key }]
        : [],
    ),
  );
}

async function readOwners(db: Queryable, commands: readonly Command[]): Promise<Map<string, number>> {
  const sends = commands.filter((command) => command.kind === 'open_payout' && command.type === 'payment_sent');
  if (sends.length === 0) return new Map();
  const modes: string[] = [];
  const phones: string[] = [];
  for (const command of sends) {
    if (command.kind !== 'open_payout') continue;
    modes.push(command.mode);
    phones.push(command.recipientPhone);
  }
  const { rows } = await db.query<{ mode: Transaction['mode']; phone: string; wallet_id: string }>({
    ...readPhoneOwners,
    values: [textArray(modes), textArray(phones)],
  });
  return new Map(rows.map((row) => [phoneKey(row.mode, row.phone), Number(row.wallet_id)]));
}

async function readListed(db: Queryable, commands: readonly Command[]): Promise<Set<string>> {
  const walletIds: number[] = [];
  const phones: string[] = [];
  for (const command of commands) {
    if (command.kind !== 'open_payout' || command.type !== 'withdrawal') continue;
    walletIds.push(command.walletId);
    phones.push(command.recipientPhone);
  }
  if (phones.length === 0) return new Set();
  const { rows } = await db.query<{ wallet_id: string; phone: string }>({
    ...readListedNumbers,
    values: [numberArray(walletIds), textArray(phones)],
  });
  return new Set(rows.map((row) => listedKey(Number(row.wallet_id), row.phone)));
}

async function readCollectionsOpen(db: Queryable, commands: readonly Command[]): Promise<Map<string, number>> {
  const collections = commands.filter((command) => command.kind === 'open_collection');
  if (collections.length === 0) return new Map();
  const { rows } = await db.query<{ wallet_id: string; phone: string; transaction_id: string }>({
    ...readOpenCollections,
    values: [
      numberArray(collections.map(({ walletId }) => walletId)),
      textArray(collections.map(({ customerPhone }) => customerPhone)),
    ],
  });
  return new Map(rows.map((row) => [payerKey(Number(row.wallet_id), row.phone), Number(row.transaction_id)]));
}

/** Stored transactions that commands want to move, with what is known about them. */
async function readMoving(
  db: Queryable,
  commands: readonly Command[],
): Promise<
  Pick<PlanState, 'transactions' | 'approvals' | 'suspenseClaims' | 'sends' | 'refunds' | 'reversed' | 'reviewCases'>
> {
  const walletIds: number[] = [];
  const transactionIds: number[] = [];
  let decided = false;
  let contradictable = false;
  const refunded: number[] = [];
  const caseIds: number[] = [];
  const onSends: number[] = [];
  for (const command of commands) {
    if (command.kind === 'book_unknown_payment') caseIds.push(command.reviewCaseId);
    if (!('transactionId' in command)) continue;
    walletIds.push(command.walletId);
    transactionIds.push(command.transactionId);
    if (command.kind === 'approve' || command.kind === 'reject') decided = true;
    else contradictable = true;
    if (command.kind === 'open_refund') refunded.push(command.transactionId);
    if (command.kind === 'resolve_case') caseIds.push(command.reviewCaseId);
    if (dependsOnSends(command)) onSends.push(command.transactionId);
  }
  if (transactionIds.length === 0 && caseIds.length === 0) {
    return {
      transactions: new Map(),
      approvals: new Map(),
      suspenseClaims: new Map(),
      sends: new Map(),
      refunds: new Map(),
      reversed: new Set(),
      reviewCases: new Map(),
    };
  }
  const numbers = numberArray(transactionIds);
  const none = { rows: [] };
  const [transactions, approvals, claims, sends, refunds, reversed, cases] = await sentTogether([
    db.query<TransactionRow>({ ...readTransactions, values: [numberArray(walletIds), numbers] }),
    decided ? db.query<ApprovalRow>({ ...readApprovals, values: [numbers] }) : none,
    contradictable ? db.query<SuspenseClaimRow>({ ...readSuspenseClaims, values: [numbers] }) : none,
    onSends.length > 0
      ? db.query<{ transaction_id: string; sends: number }>({ ...readSends, values: [numberArray(onSends)] })
      : none,
    refunded.length > 0
      ? db.query<{ collection_id: string; refund_id: string }>({ ...readRefunds, values: [numberArray(refunded)] })
      : none,
    refunded.length > 0
      ? db.query<{ transaction_id: string }>({ ...readReversed, values: [numberArray(refunded)] })
      : none,
    caseIds.length > 0 ? lockAndReadCases(db, caseIds) : none,
  ]);
  return {
    transactions: new Map(transactions.rows.map((row) => [Number(row.transaction_id), transactionFromRow(row)])),
    approvals: new Map(
      approvals.rows.map((row) => [
        Number(row.transaction_id),
        { maker: row.maker, expiresAtMs: Number(row.expires_at_ms) },
      ]),
    ),
    suspenseClaims: claimsFromRows(claims.rows),
    sends: new Map(sends.rows.map((row) => [Number(row.transaction_id), row.sends])),
    refunds: new Map(
      [...Map.groupBy(refunds.rows, (row) => Number(row.collection_id))].map(([collectionId, rows]) => [
        collectionId,
        rows.map((row) => Number(row.refund_id)),
      ]),
    ),
    reversed: new Set(reversed.rows.map((row) => Number(row.transaction_id))),
    reviewCases: new Map(cases.rows.map((row) => [Number(row.review_case_id), caseFromRow(row)])),
  };
}

async function lockAndReadCases(db: Queryable, caseIds: readonly number[]): Promise<{ rows: CaseRow[] }> {
  const values = [numberArray(caseIds)];
  const [, cases] = await sentTogether([
    db.query({ ...lockCases, values }),
    db.query<CaseRow>({ ...readCases, values }),
  ]);
  return cases;
}

function claimsFromRows(rows: readonly SuspenseClaimRow[]): Map<number, SuspenseClaim[]> {
  const claims = new Map<number, SuspenseClaim[]>();
  for (const row of rows) {
    const transactionId = Number(row.transaction_id);
    const known = claims.get(transactionId) ?? [];
    claims.set(transactionId, [...known, { kind: row.kind, amount: ugx(row.amount), receipt: row.receipt }]);
  }
  return claims;
}

function caseFromRow(row: CaseRow): ReviewCase {
  return {
    transactionId: row.transaction_id === null ? null : Number(row.transaction_id),
    kind: row.kind,
    inSuspense: BigInt(row.in_suspense),
    receiptOf: row.receipt_of === null ? null : Number(row.receipt_of),
    isOpen: row.is_open,
    proposedAtMs: row.proposed_at_ms === null ? null : Number(row.proposed_at_ms),
  };
}

function dependsOnSends(command: Command): boolean {
  return command.kind === 'settle' && command.word.is === 'failed' && command.word.onlyAfterSends !== undefined;
}

async function readKnownReceipts(db: Queryable, commands: readonly Command[]): Promise<Map<string, number>> {
  const walletIds: number[] = [];
  const transactionIds: number[] = [];
  const receipts: string[] = [];
  for (const command of commands) {
    if (command.kind !== 'settle' || command.word.receipt === null) continue;
    walletIds.push(command.walletId);
    transactionIds.push(command.transactionId);
    receipts.push(command.word.receipt);
  }
  if (receipts.length === 0) return new Map();
  const { rows } = await db.query<{ operator_account_id: number; receipt: string; transaction_id: string }>({
    ...readReceipts,
    values: [numberArray(walletIds), numberArray(transactionIds), textArray(receipts)],
  });
  return new Map(rows.map((row) => [receiptKey(row.operator_account_id, row.receipt), Number(row.transaction_id)]));
}

async function readKnownExternalReferences(db: Queryable, commands: readonly Command[]): Promise<Map<string, number>> {
  const modes: string[] = [];
  const references: string[] = [];
  for (const command of commands) {
    if (!('externalReference' in command) || command.externalReference === null) continue;
    modes.push(command.mode);
    references.push(command.externalReference);
  }
  if (references.length === 0) return new Map();
  const { rows } = await db.query<{ mode: Transaction['mode']; reference: string; transaction_id: string }>({
    ...readExternalReferences,
    values: [textArray(modes), textArray(references)],
  });
  return new Map(rows.map((row) => [externalReferenceKey(row.mode, row.reference), Number(row.transaction_id)]));
}

function walletFromRow(row: WalletRow): WalletState {
  const limit = (text: string | null) => (text === null ? null : ugx(text));
  return {
    walletId: Number(row.wallet_id),
    mode: row.mode,
    holderName: row.holder_name,
    phone: row.phone,
    available: ugx(row.available),
    held: ugx(row.held),
    entryNo: Number(row.entry_no),
    eventSequence: Number(row.event_sequence),
    day: row.day,
    dayOut: ugx(row.day_out),
    frozen: row.frozen,
    hasWebhooks: row.has_webhooks,
    limitPerTransaction: limit(row.limit_per_transaction),
    limitPerDay: limit(row.limit_per_day),
    approvalThreshold: limit(row.approval_threshold),
    withdrawListedOnly: row.withdraw_listed_only,
    oneCollectionPerPayer: row.one_collection_per_payer,
  };
}
