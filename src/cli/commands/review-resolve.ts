import { InvalidArgumentError } from '@commander-js/extra-typings';
import { recordAudit } from '../../access/audit-log.ts';
import type { Resolution } from '../../ledger/commands.ts';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import { dismissUnknownPayment } from '../../wallet/review/dismiss.ts';
import { isResolution, meaningOfResolution } from '../../wallet/review/resolutions.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { openWriter, writeResolution } from '../ledger-command.ts';
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
    .action(async (reviewCaseId, { json, as: resolution, reason, confirmedBy: approver, by: maker = cli.actor }) => {
      if (approver === maker) {
        throw new CommandRefused(`--confirmed-by is who decided (${maker}); name another person who agrees`);
      }
      const record = await withDatabase(cli, async ({ pool, target }) => {
        const found = await caseNumbered(pool, reviewCaseId);
        const act = {
          actor: cli.actor,
          action: 'review_case.resolved',
          subject: `review case ${reviewCaseId}`,
          details: { resolution, resolved_by: maker, confirmed_by: approver },
        };
        if (found.transaction === null) {
          refuseToBook(resolution);
          await inDatabaseTransaction(pool, async (db) => {
            await dismissUnknownPayment(db, { reviewCaseId, reason, maker, approver });
            await recordAudit(db, act);
          });
        } else {
          const { walletId, transactionId } = found.transaction;
          const writer = openWriter(target);
          try {
            const decision = { walletId, mode: found.mode, transactionId, reviewCaseId, resolution };
            await writeResolution(writer, { kind: 'resolve_case', ...decision, reason, maker, approver });
          } finally {
            await writer.close();
          }
          await recordAudit(pool, act);
        }
        return caseRecord(await caseNumbered(pool, reviewCaseId));
      });
      cli.show(json, record);
    });
}

function refuseToBook(resolution: Resolution): void {
  if (resolution === 'dismissed') return;
  throw new CommandRefused(
    'this payment is none of our transactions, so it can only be dismissed; book what it moved with nsimbi float',
  );
}

function resolutionValue(text: string): Resolution {
  if (isResolution(text)) return text;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(meaningOfResolution).join(', ')}.`);
}
