import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { BookUnknownPayment, Resolution, ResolveCase } from '../../ledger/commands.ts';
import { isResolution, meaningOfResolution } from '../../wallet/review/resolutions.ts';
import { resolveCase } from '../../wallet/review/resolve.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { answerTo, openWriter } from '../ledger-command.ts';
import { newCommand } from '../new-command.ts';
import { idValue, sentenceValue } from '../option-values.ts';
import { personNamed } from '../person.ts';
import { caseNumbered, caseRecord } from '../review-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi review resolve */
export function reviewResolve(cli: Cli) {
  return newCommand('resolve', 'End a case as a person decided and another one confirmed. nsimbi review show says how.')
    .argument('<case>', 'its number', idValue)
    .requiredOption('--as <resolution>', Object.keys(meaningOfResolution).join(', '), resolutionValue)
    .requiredOption('--reason <text>', 'why; the client reads it where its wallet moves', sentenceValue)
    .requiredOption('--confirmed-by <name>', 'another person who agrees', personNamed)
    .option('--by <name>', 'who decided; you when left out', personNamed)
    .option('--client <id>', 'who gets or pays for a payment that is none of our transactions', idValue)
    .action(
      async (
        reviewCaseId,
        { json, as: resolution, reason, confirmedBy: approver, by: maker = cli.actor, client: clientId = null },
      ) => {
        if (approver === maker) {
          throw new CommandRefused(`--confirmed-by is who decided (${maker}); name another person who agrees`);
        }
        const record = await withDatabase(cli, async ({ pool, target }) => {
          const found = await caseNumbered(pool, reviewCaseId);
          const writer = openWriter(target);
          try {
            const submit = (command: ResolveCase | BookUnknownPayment) => answerTo(writer, command);
            const decision = { resolution, reason, maker, approver, actor: cli.actor, clientId };
            await resolveCase({ pool, submit }, found, decision);
          } finally {
            await writer.close();
          }
          return caseRecord(await caseNumbered(pool, reviewCaseId));
        });
        cli.show(json, record);
      },
    );
}

function resolutionValue(text: string): Resolution {
  if (isResolution(text)) return text;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(meaningOfResolution).join(', ')}.`);
}
