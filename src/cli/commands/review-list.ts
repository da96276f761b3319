import { referenceOf } from '../../ledger/reference.ts';
import { isoTime } from '../../ledger/transaction-object.ts';
import { type FoundCase, listCases } from '../../wallet/review/cases.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { countValue, idValue, modeValue } from '../option-values.ts';
import type { AnswerRecord } from '../record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi review list */
export function reviewList(cli: Cli) {
  return newCommand('list', 'List the cases that wait for a decision, oldest first.')
    .option('--mode <mode>', 'only live or only test', modeValue)
    .option('--all', 'those that are resolved too')
    .option('--after <id>', 'only those after this number', idValue, 0)
    .option('--limit <count>', 'at most so many', countValue(10_000), 100)
    .action(async ({ json, mode = null, all = false, after, limit }) => {
      const query = { mode, all, after, limit };
      const cases = await withDatabase(cli, ({ pool }) => listCases(pool, query), 'nsimbi_reader');
      cli.showAll(json, cases.map(recordOf), 'There are no review cases.');
      const last = cases.at(-1);
      if (cases.length === limit && last !== undefined) {
        cli.output.say(`There may be more: the same with --after ${last.reviewCaseId}`);
      }
    });
}

function recordOf({
  reviewCaseId,
  mode,
  kind,
  inSuspense,
  transaction,
  openedAtMs,
  resolved,
}: FoundCase): AnswerRecord {
  return {
    review_case_id: reviewCaseId,
    mode,
    kind,
    transaction_id: transaction?.transactionId ?? null,
    reference:
      transaction === null ? null : referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
    status: transaction?.status ?? null,
    amount: transaction?.amount ?? null,
    in_suspense: inSuspense,
    opened_at: isoTime(openedAtMs),
    resolution: resolved?.as ?? null,
  };
}
