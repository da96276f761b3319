import type pg from 'pg';
import { bigintArray, numberArray, textArray } from '../../postgres/array-parameter.ts';
import { copyInto } from '../../postgres/copy-into.ts';
import { RowBytes } from '../../postgres/row-bytes.ts';
import { sendStatement } from '../../postgres/send-statement.ts';
import { insertAuditEntries } from '../audit/entry.ts';
import { idempotencyKeyRows } from '../idempotency.ts';
import type { Plan } from '../plan/plan.ts';
import type { Transaction } from '../transaction.ts';
import * as copied from './copied-rows.ts';

/** Sends a statement of a batch or throws; its promise tells when the server has run it. */
export type Send = (client: pg.ClientBase) => Promise<unknown>;

/**
 * The statements that write a plan, in their order: COPY where a batch has many rows, one array statement per table
 * elsewhere. The rows of COPY are made when it is sent, so that the server changes the wallets meanwhile. A row that
 * should change and is not there, or is not as it was read, means that the plan is wrong: then the statement fails
 * (`exactly`).
 */
export function statementsOf(plan: Plan): Send[] {
  const at = plan.nowMs;
  const statements: [number, Statement, () => unknown[]][] = [
    // Before the claims, because another refund of the collection may be claimed at once.
    [plan.refundClaimsEnded.length, deleteRefundClaims, () => endedRefundClaimValues(plan)],
    [plan.wallets.length, updateWallets, () => walletValues(plan)],
    [plan.transactionsMoved.length, updateTransactions, () => [at, ...movedValues(plan)]],
    [plan.systemDeltas.size, insertDeltas, () => deltaValues(plan)],
    [plan.fanOut.length, insertFanOut, () => fanOutValues(plan)],
    [plan.operatorReferences.length, insertOperatorReferences, () => referenceValues(plan)],
    [plan.receipts.length, insertReceipts, () => receiptValues(plan)],
    [plan.submissions.length, insertSubmissions, () => [at, ...submissionValues(plan)]],
    [plan.approvals.length, insertApprovals, () => approvalValues(plan)],
    [plan.approvalsEnded.length, deleteApprovals, () => endedApprovalValues(plan)],
    [plan.suspenseClaims.length, insertSuspenseClaims, () => [at, ...suspenseValues(plan)]],
    [plan.reviewCases.length, insertReviewCases, () => [at, ...reviewValues(plan)]],
    [plan.refundClaims.length, insertRefundClaims, () => refundClaimValues(plan)],
    [plan.payerClaims.length, upsertPayerClaims, () => payerClaimValues(plan)],
    [plan.casesResolved.length, resolveCases, () => [at, ...resolvedValues(plan)]],
    [plan.casesResolved.length, deleteProposals, () => [numberArray(plan.casesResolved.map((c) => c.reviewCaseId))]],
    [plan.adjustmentClaims.length, insertAdjustmentClaims, () => adjustmentValues(plan)],
    [plan.acts.length, insertActs, () => [JSON.stringify(plan.acts)]],
  ];
  return [
    ...statements.flatMap(([rows, statement, values]) => (rows > 0 ? [array(statement, values())] : [])),
    ...copy(copied.openedTransactions, plan.transactionsOpened, at),
    ...copy(copied.transfers, plan.transfers, at),
    ...copy(copied.events, plan.events, at),
    ...copy(idempotencyKeyRows, plan.idempotencyKeys, at),
    ...(plan.submissionsEnded.length > 0 ? [array(deleteSubmissions, [numberArray(plan.submissionsEnded)])] : []),
    ...(plan.submissionsToLookAgain.length > 0 ? [array(keepSubmissions, lookAgainValues(plan))] : []),
  ];
}

type Statement = { readonly name: string; readonly text: string };

function array(statement: Statement, values: readonly unknown[]): Send {
  return (client) => sendStatement(client, { ...statement, values: [...values] });
}

/** It stores each row or fails. */
function copy<Row>(table: copied.CopiedTable<Row>, rows: readonly Row[], atMs: number): Send[] {
  if (rows.length === 0) return [];
  return [(client) => copyInto(client, table.columns, bytesOf(table, rows, new Date(atMs).toISOString()))];
}

function bytesOf<Row>(table: copied.CopiedTable<Row>, rows: readonly Row[], at: string): RowBytes {
  const bytes = new RowBytes();
  for (const row of rows) {
    table.write(bytes, row, at);
    bytes.endRow();
  }
  return bytes;
}

/**
 * A change that fails when it finds another number of rows than its last parameter says.
 * @param what names the rows in the error.
 * @param expected the number of that parameter.
 */
function exactly(name: string, what: string, expected: number, change: string): Statement {
  const text = `WITH changed AS (${change} RETURNING 1) SELECT expect_rows('${what}', $${expected}, count(*)) FROM changed`;
  return { name, text };
}

const updateWallets = exactly(
  'ledger.update_wallets',
  'wallets',
  9,
  `
    UPDATE wallet SET available = new.available, held = new.held, entry_no = new.entry_no,
           event_sequence = new.event_sequence, day = new.day, day_out = new.day_out
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                  $8::bigint[])
        AS new (wallet_id, entry_no_read, available, held, entry_no, day, day_out, event_sequence)
     WHERE wallet.wallet_id = new.wallet_id AND wallet.entry_no = new.entry_no_read`,
);

function walletValues({ wallets }: Plan): unknown[] {
  return [
    bigintArray(wallets, ({ before }) => before.walletId),
    bigintArray(wallets, ({ before }) => before.entryNo),
    bigintArray(wallets, ({ after }) => after.available),
    bigintArray(wallets, ({ after }) => after.held),
    bigintArray(wallets, ({ after }) => after.entryNo),
    bigintArray(wallets, ({ after }) => after.day),
    bigintArray(wallets, ({ after }) => after.dayOut),
    bigintArray(wallets, ({ after }) => after.eventSequence),
    wallets.length,
  ];
}

const updateTransactions = exactly(
  'ledger.update_transactions',
  'transactions moved',
  14,
  `
    UPDATE transaction SET status = new.status, operator_receipt = new.operator_receipt,
           balance_after = new.balance_after, failure_stage = new.failure_stage, failure_code = new.failure_code,
           failure_reason = new.failure_reason, transfer_count = new.transfer_count, event_count = new.event_count,
           details = new.details::jsonb,
           completed_at = CASE WHEN new.status = transaction.status THEN transaction.completed_at
                               WHEN new.status = 'completed' THEN to_timestamp($1::float8 / 1000) END,
           failed_at = CASE WHEN new.status = transaction.status THEN transaction.failed_at
                            WHEN new.status = 'failed' THEN to_timestamp($1::float8 / 1000) END
      FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
                  $10::text[], $11::smallint[], $12::smallint[], $13::text[])
        AS new (wallet_id, transaction_id, status_read, status, operator_receipt, balance_after, failure_stage,
                failure_code, failure_reason, transfer_count, event_count, details)
     WHERE transaction.wallet_id = new.wallet_id AND transaction.transaction_id = new.transaction_id
       AND transaction.status = new.status_read`,
);

function movedValues({ transactionsMoved }: Plan): unknown[] {
  const column = <T>(pick: (transaction: Transaction) => T) => transactionsMoved.map(({ after }) => pick(after));
  return [
    numberArray(column((t) => t.walletId)),
    numberArray(column((t) => t.transactionId)),
    textArray(transactionsMoved.map(({ before }) => before.status)),
    textArray(column((t) => t.status)),
    textArray(column((t) => t.operatorReceipt)),
    numberArray(column((t) => t.balanceAfter)),
    textArray(column((t) => t.failure?.stage ?? null)),
    textArray(column((t) => t.failure?.code ?? null)),
    textArray(column((t) => t.failure?.reason ?? null)),
    numberArray(column((t) => t.transferCount)),
    numberArray(column((t) => t.eventCount)),
    textArray(column((t) => (t.details === null ? null : JSON.stringify(t.details)))),
    transactionsMoved.length,
  ];
}

const insertDeltas: Statement = {
  name: 'ledger.insert_deltas',
  text: 'INSERT INTO system_account_delta (account_id, amount) SELECT * FROM unnest($1::bigint[], $2::bigint[])',
};

function deltaValues({ systemDeltas }: Plan): unknown[] {
  return [numberArray([...systemDeltas.keys()]), numberArray([...systemDeltas.values()])];
}

const insertFanOut: Statement = {
  name: 'ledger.insert_fan_out',
  text: `
    INSERT INTO event_fan_out (wallet_id, first_sequence, transaction_id)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])`,
};

function fanOutValues({ fanOut }: Plan): unknown[] {
  return [
    numberArray(fanOut.map((event) => event.walletId)),
    numberArray(fanOut.map((event) => event.firstSequence)),
    numberArray(fanOut.map((event) => event.transactionId)),
  ];
}

const insertOperatorReferences: Statement = {
  name: 'ledger.insert_operator_references',
  text: `
    INSERT INTO operator_reference (operator_account_id, reference, wallet_id, transaction_id)
    SELECT * FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[])`,
};

function referenceValues({ operatorReferences }: Plan): unknown[] {
  return [
    numberArray(operatorReferences.map((t) => t.operatorAccountId)),
    textArray(operatorReferences.map((t) => t.externalReference)),
    numberArray(operatorReferences.map((t) => t.walletId)),
    numberArray(operatorReferences.map((t) => t.transactionId)),
  ];
}

/**
 * Kept under the first of the accounts that we have with an operator, so that two of them cannot claim one receipt at the
 * same moment.
 */
const insertReceipts: Statement = {
  name: 'ledger.insert_receipts',
  text: `
    INSERT INTO operator_receipt (operator_account_id, receipt, wallet_id, transaction_id)
    SELECT (SELECT min(account.operator_account_id)
              FROM operator_account own
              JOIN operator_account account ON account.mode = own.mode AND account.operator = own.operator
             WHERE own.operator_account_id = new.operator_account_id), receipt, wallet_id, transaction_id
      FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[])
        AS new (operator_account_id, receipt, wallet_id, transaction_id)`,
};

function receiptValues({ receipts }: Plan): unknown[] {
  return [
    numberArray(receipts.map((row) => row.operatorAccountId)),
    textArray(receipts.map((row) => row.receipt)),
    numberArray(receipts.map((row) => row.walletId)),
    numberArray(receipts.map((row) => row.transactionId)),
  ];
}

const insertSubmissions: Statement = {
  name: 'ledger.insert_submissions',
  text: `
    INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
           created_at, sends, first_sent_at, send_until, due_at)
    SELECT transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
           to_timestamp($1::float8 / 1000), sends,
           CASE WHEN sends > 0 THEN to_timestamp($1::float8 / 1000) END,
           CASE WHEN sends > 0 THEN to_timestamp(($1::float8 + call_timeout_ms) / 1000) END,
           to_timestamp(($1::float8 + CASE WHEN sends > 0 THEN first_query_after_ms ELSE 0 END) / 1000)
      FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::text[],
                  $9::smallint[], $10::float8[], $11::float8[])
        AS new (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference, sends,
                call_timeout_ms, first_query_after_ms)`,
};

function submissionValues({ submissions }: Plan): unknown[] {
  return [
    numberArray(submissions.map(({ transaction }) => transaction.transactionId)),
    numberArray(submissions.map(({ transaction }) => transaction.walletId)),
    textArray(submissions.map(({ transaction }) => transaction.mode)),
    textArray(submissions.map(({ transaction }) => transaction.provider)),
    numberArray(submissions.map(({ transaction }) => transaction.operatorAccountId)),
    textArray(submissions.map(({ direction }) => direction)),
    textArray(submissions.map(({ transaction }) => transaction.externalReference)),
    numberArray(submissions.map(({ call }) => call.sends)),
    numberArray(submissions.map(({ call }) => call.callTimeoutMs)),
    numberArray(submissions.map(({ call }) => call.firstQueryAfterMs)),
  ];
}

/** A submission may be gone already: how many rows this finds says nothing. */
const deleteSubmissions: Statement = {
  name: 'ledger.delete_submissions',
  text: 'DELETE FROM submission WHERE transaction_id = ANY ($1::bigint[])',
};

/**
 * The operator is asked about a payment again that has failed: its row stays, as one of a final transaction. What was never
 * asked for cannot be looked at again, so that here too the number of rows says nothing.
 */
const keepSubmissions: Statement = {
  name: 'ledger.keep_submissions',
  text: `
    UPDATE submission
       SET recheck = true, failed_at = to_timestamp($1::float8 / 1000),
           call_ended_at = coalesce(call_ended_at, to_timestamp($1::float8 / 1000)),
           queries = 0, not_found_since = NULL, hints = 0, in_review = false, waits_for = NULL, float_claimed = 0,
           failures = 0, lease_until = NULL, lease_token = NULL, due_at = to_timestamp(new.due_at_ms / 1000)
      FROM unnest($2::bigint[], $3::float8[]) AS new (transaction_id, due_at_ms)
     WHERE submission.transaction_id = new.transaction_id`,
};

function lookAgainValues({ nowMs, submissionsToLookAgain }: Plan): unknown[] {
  return [
    nowMs,
    numberArray(submissionsToLookAgain.map(({ transactionId }) => transactionId)),
    numberArray(submissionsToLookAgain.map(({ dueAtMs }) => dueAtMs)),
  ];
}

const insertApprovals: Statement = {
  name: 'ledger.insert_approvals',
  text: `
    INSERT INTO approval (transaction_id, wallet_id, maker, due_at)
    SELECT transaction_id, wallet_id, maker, to_timestamp(expires_at_ms / 1000)
      FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[])
        AS new (transaction_id, wallet_id, maker, expires_at_ms)`,
};

function approvalValues({ approvals }: Plan): unknown[] {
  return [
    numberArray(approvals.map((row) => row.transactionId)),
    numberArray(approvals.map((row) => row.walletId)),
    textArray(approvals.map((row) => row.maker)),
    numberArray(approvals.map((row) => row.expiresAtMs)),
  ];
}

const deleteApprovals = exactly(
  'ledger.delete_approvals',
  'approvals ended',
  2,
  'DELETE FROM approval WHERE transaction_id = ANY ($1::bigint[])',
);

function endedApprovalValues({ approvalsEnded }: Plan): unknown[] {
  return [numberArray(approvalsEnded), approvalsEnded.length];
}

const insertSuspenseClaims: Statement = {
  name: 'ledger.insert_suspense_claims',
  text: `
    INSERT INTO suspense_claim (transaction_id, kind, amount, receipt, wallet_id, created_at)
    SELECT new.*, to_timestamp($1::float8 / 1000)
      FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[]) AS new`,
};

function suspenseValues({ suspenseClaims }: Plan): unknown[] {
  return [
    numberArray(suspenseClaims.map((row) => row.transactionId)),
    textArray(suspenseClaims.map((row) => row.kind)),
    numberArray(suspenseClaims.map((row) => row.amount)),
    textArray(suspenseClaims.map((row) => row.receipt)),
    numberArray(suspenseClaims.map((row) => row.walletId)),
  ];
}

const insertRefundClaims: Statement = {
  name: 'ledger.insert_refund_claims',
  text: `
    INSERT INTO refund_claim (collection_id, refund_id, wallet_id, paid_late)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[])`,
};

function refundClaimValues({ refundClaims }: Plan): unknown[] {
  return [
    numberArray(refundClaims.map((row) => row.collectionId)),
    numberArray(refundClaims.map((row) => row.refundId)),
    numberArray(refundClaims.map((row) => row.walletId)),
    textArray(refundClaims.map((row) => String(row.paidLate))),
  ];
}

/**
 * A claim may have ended in the batch that made it, and a refund that came back may end once more: how many rows this finds
 * says nothing.
 */
const deleteRefundClaims: Statement = {
  name: 'ledger.delete_refund_claims',
  text: `
    WITH ended AS (
      SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS ended (collection_id, refund_id)
    ), noted AS (
      INSERT INTO refund_ended (collection_id, refund_id) SELECT collection_id, refund_id FROM ended
          ON CONFLICT DO NOTHING
    )
    DELETE FROM refund_claim USING ended
     WHERE refund_claim.collection_id = ended.collection_id AND refund_claim.refund_id = ended.refund_id`,
};

function endedRefundClaimValues({ refundClaimsEnded }: Plan): unknown[] {
  return [
    numberArray(refundClaimsEnded.map(({ collectionId }) => collectionId)),
    numberArray(refundClaimsEnded.map(({ refundId }) => refundId)),
  ];
}

const upsertPayerClaims: Statement = {
  name: 'ledger.upsert_payer_claims',
  text: `
    INSERT INTO payer_claim (wallet_id, phone, transaction_id)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])
        ON CONFLICT (wallet_id, phone) DO UPDATE SET transaction_id = excluded.transaction_id`,
};

function payerClaimValues({ payerClaims }: Plan): unknown[] {
  return [
    numberArray(payerClaims.map((row) => row.walletId)),
    textArray(payerClaims.map((row) => row.phone)),
    numberArray(payerClaims.map((row) => row.transactionId)),
  ];
}

const resolveCases = exactly(
  'ledger.resolve_cases',
  'cases resolved',
  8,
  `
    UPDATE review_case SET resolved_at = to_timestamp($1::float8 / 1000), resolution = new.resolution,
           resolution_reason = new.reason, resolved_by = new.maker, confirmed_by = new.approver,
           resolution_transaction_id = new.transaction_id
      FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
        AS new (review_case_id, resolution, reason, maker, approver, transaction_id)
     WHERE review_case.review_case_id = new.review_case_id AND review_case.resolved_at IS NULL`,
);

function resolvedValues({ casesResolved }: Plan): unknown[] {
  return [
    numberArray(casesResolved.map((row) => row.reviewCaseId)),
    textArray(casesResolved.map((row) => row.resolution)),
    textArray(casesResolved.map((row) => row.reason)),
    textArray(casesResolved.map((row) => row.maker)),
    textArray(casesResolved.map((row) => row.approver)),
    numberArray(casesResolved.map((row) => row.transactionId)),
    casesResolved.length,
  ];
}

const deleteProposals: Statement = {
  name: 'ledger.delete_proposals',
  text: 'DELETE FROM resolution_proposal WHERE review_case_id = ANY ($1::bigint[])',
};

const insertAdjustmentClaims: Statement = {
  name: 'ledger.insert_adjustment_claims',
  text: `
    INSERT INTO adjustment_claim (mode, external_reference, wallet_id, transaction_id)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])`,
};

function adjustmentValues({ adjustmentClaims }: Plan): unknown[] {
  return [
    textArray(adjustmentClaims.map((row) => row.mode)),
    textArray(adjustmentClaims.map((row) => row.externalReference)),
    numberArray(adjustmentClaims.map((row) => row.walletId)),
    numberArray(adjustmentClaims.map((row) => row.transactionId)),
  ];
}

const insertActs: Statement = { name: 'ledger.insert_acts', text: insertAuditEntries };

const insertReviewCases: Statement = {
  name: 'ledger.insert_review_cases',
  text: `
    INSERT INTO review_case (mode, wallet_id, transaction_id, kind, claim, found, opened_at)
    SELECT mode, wallet_id, transaction_id, kind, claim, found::jsonb, to_timestamp($1::float8 / 1000)
      FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
        AS new (mode, wallet_id, transaction_id, kind, claim, found)`,
};

function reviewValues({ reviewCases }: Plan): unknown[] {
  return [
    textArray(reviewCases.map((row) => row.mode)),
    numberArray(reviewCases.map((row) => row.walletId)),
    numberArray(reviewCases.map((row) => row.transactionId)),
    textArray(reviewCases.map((row) => row.kind)),
    textArray(reviewCases.map((row) => row.claim)),
    textArray(reviewCases.map((row) => JSON.stringify(row.found))),
  ];
}
