import { meaningOfResolution } from '../../wallet/review/resolutions.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { fieldLines, jsonLine, tableLines } from '../record.ts';
import { caseNumbered, caseRecord } from '../review-record.ts';
import { transactionRecord } from '../transaction-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi review show */
export function reviewShow(cli: Cli) {
  return newCommand('show', 'Show a case: what was found, its transaction, and how it can be resolved.')
    .argument('<case>', 'its number', idValue)
    .action(async (reviewCaseId, { json }) => {
      const found = await withDatabase(cli, ({ pool }) => caseNumbered(pool, reviewCaseId), 'nsimbi_reader');
      const record = caseRecord(found);
      const transaction = found.transaction === null ? null : transactionRecord(found.transaction);
      const resolutions = found.fitting.map((as) => ({ as, meaning: meaningOfResolution[as] }));
      const lines =
        json === true
          ? [jsonLine({ ...record, transaction, resolutions })]
          : [record, ...(transaction === null ? [] : [transaction])]
              .flatMap((part) => [...fieldLines(part), ''])
              .concat(tableLines(resolutions));
      for (const line of lines) cli.output.answer(line);
    });
}
