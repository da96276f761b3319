import { InvalidArgumentError } from '@commander-js/extra-typings';
import { isRehearsal } from '../access/live-mode.ts';
import type { Records } from '../history/records.ts';
import type { BookUnknownPayment } from '../ledger/commands/book-unknown-payment.ts';
import type { ResolveCase } from '../ledger/commands/resolve-case.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Resolution } from '../ledger/rows/review-case.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { type FoundCase, findCase, listCases } from '../reviews/cases.ts';
import { meaningOfKind } from '../reviews/kinds.ts';
import { proposeFittingResolution } from '../reviews/propose-resolution.ts';
import { isResolution, meaningFor, meaningOfResolution } from '../reviews/resolutions.ts';
import { resolveCase } from '../reviews/resolve.ts';
import type { Cli } from './cli.ts';
import { answerTo, openWriter } from './ledger-command.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { countValue, idValue, modeValue, sentenceValue } from './option-values.ts';
import { fieldLines, jsonLine, type OutputRecord, tableLines } from './record.ts';
import { showProposed } from './requested-change.ts';
import { plainRecord, transactionRecord } from './transaction-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi review */
export function reviewCommands(cli: Cli) {
  return newGroup('review', 'Review cases, which people resolve.', [
    reviewList(cli),
    reviewShow(cli),
    reviewResolve(cli),
  ]);
}

/** nsimbi review list */
function reviewList(cli: Cli) {
  return newCommand('list', 'List the open review cases, oldest first.')
    .option('--mode <mode>', 'only live or only test', modeValue)
    .option('--all', 'also resolved cases')
    .option('--after <id>', 'only entries after this number', idValue, 0)
    .option('--limit <count>', 'maximum number of entries', countValue(10_000), 100)
    .action(async ({ json, mode = null, all = false, after, limit }) => {
      const query = { mode, all, after, limit };
      const cases = await withDatabase(cli, ({ records }) => listCases(records, query), 'nsimbi_reader');
      cli.showAll(json, cases.map(recordOf), 'There are no review cases.');
      const last = cases.at(-1);
      if (cases.length === limit && last !== undefined) {
        cli.output.say(`There may be more: repeat with --after ${last.reviewCaseId}`);
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
}: FoundCase): OutputRecord {
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

/** nsimbi review show */
function reviewShow(cli: Cli) {
  return newCommand('show', 'Show a case: what was found, its transaction, and how it can be resolved.')
    .argument('<case>', 'its number', idValue)
    .action(async (reviewCaseId, { json }) => {
      const found = await withDatabase(cli, ({ records }) => caseNumbered(records, reviewCaseId), 'nsimbi_reader');
      const record = caseRecord(found);
      const transaction = found.transaction === null ? null : transactionRecord(found.transaction);
      const resolutions = found.fitting.map((as) => ({ as, meaning: meaningFor(found, as) }));
      const lines =
        json === true
          ? [jsonLine({ ...record, transaction, resolutions })]
          : [record, ...(transaction === null ? [] : [transaction])]
              .flatMap((part) => [...fieldLines(part), ''])
              .concat(tableLines(resolutions));
      for (const line of lines) cli.output.print(line);
    });
}

/** A review case that must be there. @throws CommandRefused */
async function caseNumbered(records: Records, reviewCaseId: number): Promise<FoundCase> {
  const found = await findCase(records, reviewCaseId);
  if (found === null) {
    throw new CommandRefused(`there is no review case ${reviewCaseId}; nsimbi review list --all shows those there are`);
  }
  return found;
}

/** What a case is about and how it ended, if it has. */
function caseRecord(reviewCase: FoundCase): OutputRecord {
  const { resolved } = reviewCase;
  return {
    review_case_id: reviewCase.reviewCaseId,
    mode: reviewCase.mode,
    kind: reviewCase.kind,
    meaning: meaningOfKind[reviewCase.kind],
    transaction_id: reviewCase.transaction?.transactionId ?? null,
    in_suspense: reviewCase.inSuspense,
    found: plainRecord(reviewCase.found),
    opened_at: isoTime(reviewCase.openedAtMs),
    resolution: resolved?.as ?? null,
    resolution_reason: resolved?.reason ?? null,
    resolved_by: resolved?.by ?? null,
    confirmed_by: resolved?.confirmedBy ?? null,
    resolved_at: resolved === null ? null : isoTime(resolved.atMs),
    resolution_transaction_id: resolved?.transactionId ?? null,
  };
}

/** nsimbi review resolve */
function reviewResolve(cli: Cli) {
  return newCommand(
    'resolve',
    'Resolve a case. With live money this proposes the resolution, which another person confirms in the dashboard. nsimbi review show lists the resolutions.',
  )
    .argument('<case>', 'its number', idValue)
    .requiredOption('--as <resolution>', Object.keys(meaningOfResolution).join(', '), resolutionValue)
    .requiredOption('--reason <text>', 'the reason; shown to the client if its balance changes', sentenceValue)
    .option('--client <id>', 'the client that is credited or charged for a payment without a transaction', idValue)
    .action(async (reviewCaseId, { json, as: resolution, reason, client: clientId = null }) => {
      const actor = cli.actor;
      await withDatabase(cli, async ({ config, pool, records, target }) => {
        const found = await caseNumbered(records, reviewCaseId);
        if (found.mode === 'live' && !(await isRehearsal(pool, config))) {
          await proposeFittingResolution(pool, found, { resolution, reason, clientId, actor });
          showProposed(cli, json, reviewCaseId, 'Reviews');
          return;
        }
        const writer = openWriter({ config, target });
        try {
          const submit = (command: ResolveCase | BookUnknownPayment) => answerTo(writer, command);
          // The ledger wants two names; this one says why there is no second person.
          const approver = `${actor.name} (${found.mode === 'test' ? 'test money' : 'rehearsal'})`;
          const decision = { resolution, reason, maker: actor.name, approver, actor, clientId };
          await resolveCase({ pool, records, submit }, found, decision);
        } finally {
          await writer.close();
        }
        cli.show(json, caseRecord(await caseNumbered(records, reviewCaseId)));
      });
    });
}

function resolutionValue(text: string): Resolution {
  if (isResolution(text)) return text;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(meaningOfResolution).join(', ')}.`);
}
