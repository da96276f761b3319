import { booleanArray, jsonLines, numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Plan } from '../plan/plan.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Writes a plan with one array statement per table; the caller commits. Every statement checks how many rows it wrote,
 * because a row that was not there, or had changed since it was read, means that the plan is wrong.
 * @throws PlanNotWritten when a count differs; PostgreSQL's own errors otherwise.
 */
export async function writePlan(db: Queryable, plan: Plan): Promise<void> {
  const at = plan.nowMs;
  await Promise.all([
    ...writes(db, [
      ['wallets', plan.wallets.length, updateWallets, () => walletValues(plan)],
      ['transactions opened', plan.transactionsOpened.length, insertTransactions, () => [at, ...openedValues(plan)]],
      ['transactions moved', plan.transactionsMoved.length, updateTransactions, () => [at, ...movedValues(plan)]],
      ['transfers', plan.transfers.length, insertTransfers, () => [at, ...transferValues(plan)]],
      ['deltas', plan.systemDeltas.size, insertDeltas, () => deltaValues(plan)],
      ['events', plan.events.length, insertEvents, () => [at, ...eventValues(plan)]],
      ['promises', plan.promises.length, insertPromises, () => [at, ...promiseValues(plan)]],
      ['operator references', plan.operatorReferences.length, insertOperatorReferences, () => referenceValues(plan)],
      ['receipts', plan.receipts.length, insertReceipts, () => receiptValues(plan)],
      ['submissions', plan.submissions.length, insertSubmissions, () => [at, ...submissionValues(plan)]],
      ['approvals', plan.approvals.length, insertApprovals, () => approvalValues(plan)],
      ['approvals ended', plan.approvalsEnded.length, deleteApprovals, () => [numberArray(plan.approvalsEnded)]],
      ['suspense claims', plan.suspenseClaims.length, insertSuspenseClaims, () => [at, ...suspenseValues(plan)]],
      ['adjustment claims', plan.adjustmentClaims.length, insertAdjustmentClaims, () => adjustmentValues(plan)],
    ]),
    // A submission may be gone already, and a case may be open already: their counts say nothing.
    plan.submissionsEnded.length > 0
      ? db.query({ ...deleteSubmissions, values: [numberArray(plan.submissionsEnded)] })
      : null,
    plan.reviewCases.length > 0 ? db.query({ ...insertReviewCases, values: [at, ...reviewValues(plan)] }) : null,
  ]);
}

export class PlanNotWritten extends Error {
  constructor(what: string, expected: number, written: number | null) {
    super(`${what}: ${written} of ${expected} rows were written`);
  }
}

type Statement = { readonly name: string; readonly text: string };

function writes(db: Queryable, steps: [string, number, Statement, () => unknown[]][]): Promise<void>[] {
  return steps
    .filter(([, expected]) => expected > 0)
    .map(async ([what, expected, statement, values]) => {
      const { rowCount } = await db.query({ ...statement, values: values() });
      if (rowCount !== expected) throw new PlanNotWritten(what, expected, rowCount);
    });
}

const updateWallets: Statement = {
  name: 'ledger.update_wallets',
  text: `
    UPDATE wallet SET available = new.available, held = new.held, entry_no = new.entry_no,
           event_sequence = new.event_sequence, day = new.day, day_out = new.day_out
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::integer[], $7::bigint[],
                  $8::bigint[])
        AS new (wallet_id, entry_no_read, available, held, entry_no, day, day_out, event_sequence)
     WHERE wallet.wallet_id = new.wallet_id AND wallet.entry_no = new.entry_no_read`,
};

function walletValues({ wallets }: Plan): unknown[] {
  return [
    numberArray(wallets.map(({ before }) => before.walletId)),
    numberArray(wallets.map(({ before }) => before.entryNo)),
    numberArray(wallets.map(({ after }) => after.available)),
    numberArray(wallets.map(({ after }) => after.held)),
    numberArray(wallets.map(({ after }) => after.entryNo)),
    numberArray(wallets.map(({ after }) => after.day)),
    numberArray(wallets.map(({ after }) => after.dayOut)),
    numberArray(wallets.map(({ after }) => after.eventSequence)),
  ];
}

const insertTransactions: Statement = {
  name: 'ledger.insert_transactions',
  text: `
    INSERT INTO transaction (
           wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount, net_amount,
           sender_pays_fee, fee_schedule_id, description, counterparty_phone, counterparty_name,
           counterparty_wallet_id, provider, operator_account_id, external_reference, api_key_id, api_triggered,
           details, balance_after, transfer_count, event_count, created_at, completed_at)
    SELECT wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount, net_amount,
           sender_pays_fee, fee_schedule_id, description, counterparty_phone, counterparty_name,
           counterparty_wallet_id, provider, operator_account_id, external_reference, api_key_id, api_triggered,
           details::jsonb, balance_after, transfer_count, event_count, to_timestamp($1::float8 / 1000),
           CASE status WHEN 'completed' THEN to_timestamp($1::float8 / 1000) END
      FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                  $9::bigint[], $10::bigint[], $11::bigint[], $12::boolean[], $13::bigint[], $14::text[], $15::text[],
                  $16::text[], $17::bigint[], $18::text[], $19::integer[], $20::text[], $21::bigint[], $22::boolean[],
                  $23::text[], $24::bigint[], $25::smallint[], $26::smallint[])
        AS new (wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount, net_amount,
                sender_pays_fee, fee_schedule_id, description, counterparty_phone, counterparty_name,
                counterparty_wallet_id, provider, operator_account_id, external_reference, api_key_id, api_triggered,
                details, balance_after, transfer_count, event_count)`,
};

function openedValues({ transactionsOpened }: Plan): unknown[] {
  const column = <T>(pick: (transaction: Transaction) => T) => transactionsOpened.map(pick);
  return [
    numberArray(column((t) => t.walletId)),
    numberArray(column((t) => t.transactionId)),
    textArray(column((t) => t.mode)),
    textArray(column((t) => t.type)),
    textArray(column((t) => t.direction)),
    textArray(column((t) => t.route)),
    textArray(column((t) => t.status)),
    numberArray(column((t) => t.amount)),
    numberArray(column((t) => t.feeAmount)),
    numberArray(column((t) => t.netAmount)),
    booleanArray(column((t) => t.senderPaysFee)),
    numberArray(column((t) => t.feeScheduleId)),
    textArray(column((t) => t.description)),
    textArray(column((t) => t.counterpartyPhone)),
    textArray(column((t) => t.counterpartyName)),
    numberArray(column((t) => t.counterpartyWalletId)),
    textArray(column((t) => t.provider)),
    numberArray(column((t) => t.operatorAccountId)),
    textArray(column((t) => t.externalReference)),
    numberArray(column((t) => t.apiKeyId)),
    booleanArray(column((t) => t.apiTriggered)),
    textArray(column((t) => (t.details === null ? null : JSON.stringify(t.details)))),
    numberArray(column((t) => t.balanceAfter)),
    numberArray(column((t) => t.transferCount)),
    numberArray(column((t) => t.eventCount)),
  ];
}

const updateTransactions: Statement = {
  name: 'ledger.update_transactions',
  text: `
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
};

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
  ];
}

const insertTransfers: Statement = {
  name: 'ledger.insert_transfers',
  text: `
    INSERT INTO transfer (wallet_id, transaction_id, line, debit_account, credit_account, amount, entry_no,
           balance_after, created_at)
    SELECT new.*, to_timestamp($1::float8 / 1000)
      FROM unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
                  $9::bigint[]) AS new`,
};

function transferValues({ transfers }: Plan): unknown[] {
  return [
    numberArray(transfers.map((row) => row.walletId)),
    numberArray(transfers.map((row) => row.transactionId)),
    numberArray(transfers.map((row) => row.line)),
    numberArray(transfers.map((row) => row.debitAccount)),
    numberArray(transfers.map((row) => row.creditAccount)),
    numberArray(transfers.map((row) => row.amount)),
    numberArray(transfers.map((row) => row.entryNo)),
    numberArray(transfers.map((row) => row.balanceAfter)),
  ];
}

const insertDeltas: Statement = {
  name: 'ledger.insert_deltas',
  text: 'INSERT INTO system_account_delta (account_id, amount) SELECT * FROM unnest($1::bigint[], $2::bigint[])',
};

function deltaValues({ systemDeltas }: Plan): unknown[] {
  return [numberArray([...systemDeltas.keys()]), numberArray([...systemDeltas.values()])];
}

const insertEvents: Statement = {
  name: 'ledger.insert_events',
  text: `
    INSERT INTO event (wallet_id, first_sequence, transaction_id, first_event_no, names, api_key_id, snapshot,
           created_at)
    SELECT wallet_id, first_sequence, transaction_id, first_event_no, string_to_array(names, ' '), api_key_id, snapshot,
           to_timestamp($1::float8 / 1000)
      FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::text[], $7::bigint[],
                  string_to_array($8::text, E'\\n', ''))
        AS new (wallet_id, first_sequence, transaction_id, first_event_no, names, api_key_id, snapshot)`,
};

function eventValues({ events }: Plan): unknown[] {
  return [
    numberArray(events.map((row) => row.walletId)),
    numberArray(events.map((row) => row.firstSequence)),
    numberArray(events.map((row) => row.transactionId)),
    numberArray(events.map((row) => row.firstEventNo)),
    textArray(events.map((row) => row.names.join(' '))),
    numberArray(events.map((row) => row.apiKeyId)),
    jsonLines(events.map((row) => row.snapshot)),
  ];
}

const insertPromises: Statement = {
  name: 'ledger.insert_promises',
  text: `
    INSERT INTO idempotency_key (wallet_id, key, fingerprint, transaction_id, answer_due_at, answer_status, answer,
           created_at)
    SELECT wallet_id, key, fingerprint, transaction_id, to_timestamp(answer_due_at_ms / 1000.0),
           CASE WHEN answer IS NOT NULL THEN 200 END, answer, to_timestamp($1::float8 / 1000)
      FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
                  string_to_array($7::text, E'\\n', ''))
        AS new (wallet_id, key, fingerprint, transaction_id, answer_due_at_ms, answer)`,
};

function promiseValues({ promises }: Plan): unknown[] {
  return [
    numberArray(promises.map((row) => row.walletId)),
    textArray(promises.map((row) => row.key)),
    textArray(promises.map((row) => row.fingerprint)),
    numberArray(promises.map((row) => row.transactionId)),
    numberArray(promises.map((row) => row.answerDueAtMs)),
    jsonLines(promises.map((row) => row.answer)),
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

const insertReceipts: Statement = {
  name: 'ledger.insert_receipts',
  text: `
    INSERT INTO operator_receipt (operator_account_id, receipt, wallet_id, transaction_id)
    SELECT * FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[])`,
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

const deleteSubmissions: Statement = {
  name: 'ledger.delete_submissions',
  text: 'DELETE FROM submission WHERE transaction_id = ANY ($1::bigint[])',
};

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

const deleteApprovals: Statement = {
  name: 'ledger.delete_approvals',
  text: 'DELETE FROM approval WHERE transaction_id = ANY ($1::bigint[])',
};

const insertSuspenseClaims: Statement = {
  name: 'ledger.insert_suspense_claims',
  text: `
    INSERT INTO suspense_claim (transaction_id, word, receipt, wallet_id, created_at)
    SELECT new.*, to_timestamp($1::float8 / 1000)
      FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[]) AS new`,
};

function suspenseValues({ suspenseClaims }: Plan): unknown[] {
  return [
    numberArray(suspenseClaims.map((row) => row.transactionId)),
    textArray(suspenseClaims.map((row) => row.word)),
    textArray(suspenseClaims.map((row) => row.receipt)),
    numberArray(suspenseClaims.map((row) => row.walletId)),
  ];
}

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

const insertReviewCases: Statement = {
  name: 'ledger.insert_review_cases',
  text: `
    INSERT INTO review_case (mode, wallet_id, transaction_id, kind, found, opened_at)
    SELECT mode, wallet_id, transaction_id, kind, found::jsonb, to_timestamp($1::float8 / 1000)
      FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
        AS new (mode, wallet_id, transaction_id, kind, found)
        ON CONFLICT ON CONSTRAINT case_once DO NOTHING`,
};

function reviewValues({ reviewCases }: Plan): unknown[] {
  return [
    textArray(reviewCases.map((row) => row.mode)),
    numberArray(reviewCases.map((row) => row.walletId)),
    numberArray(reviewCases.map((row) => row.transactionId)),
    textArray(reviewCases.map((row) => row.kind)),
    textArray(reviewCases.map((row) => JSON.stringify(row.found))),
  ];
}
