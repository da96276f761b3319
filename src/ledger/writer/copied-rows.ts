import type { PromiseRow } from '../plan/plan.ts';
import type { CopiedTable } from '../rows/statement.ts';

export const promises: CopiedTable<PromiseRow> = {
  columns: `idempotency_key (
    wallet_id, key, fingerprint, transaction_id, answer_due_at, answer_status, answer, created_at)`,
  write: (fields, row, at) =>
    fields
      .number(row.walletId)
      .text(row.key)
      .text(row.fingerprint)
      .number(row.transactionId)
      .text(new Date(row.answerDueAtMs).toISOString())
      .number(row.answer === null ? null : 200)
      .text(row.answer)
      .text(at),
};
