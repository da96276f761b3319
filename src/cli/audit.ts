import { audit } from '../audit/audit.ts';
import { type LedgerAudit, recordLedgerAudit } from '../audit/record.ts';
import { createPool, type DatabaseTarget } from '../postgres/pool.ts';
import { auditProofs } from '../proofs/audit.ts';
import { roundsFile } from '../proofs/rounds-file.ts';
import type { Cli } from './cli.ts';
import { newCommand } from './new-command.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi audit */
export function auditCommand(cli: Cli) {
  return newCommand('audit', 'Audit the books while payments continue. Exits with 1 when a rule is broken.').action(
    async ({ json }) => {
      let wallets = 0;
      const findings: string[] = [];
      await withDatabase(
        cli,
        async ({ pool, target, config }) => {
          const report = ({ rule, detail }: { readonly rule: string; readonly detail: string }) => {
            findings.push(`${rule}: ${detail}`);
            cli.output.progress('');
            cli.output.print(json === true ? JSON.stringify({ rule, detail }) : `${rule}: ${detail}`);
          };
          for await (const step of audit(pool)) {
            if (step.is === 'progress') {
              wallets = step.walletsDone;
              cli.output.progress(`${step.walletsDone} of ${step.walletsTotal} wallets`);
              continue;
            }
            report(step.finding);
          }
          for await (const step of auditProofs(pool, config.proofRoundsFile ?? roundsFile(config.dataDir))) {
            if (step.is === 'finding') report(step.finding);
            else cli.output.progress(`${step.roundsDone} of ${step.roundsTotal} rounds of proofs`);
          }
          await keepResult(target, { actor: cli.actor, wallets, findings });
        },
        'nsimbi_reader',
      );
      cli.output.progress('');
      if (json === true) cli.show(json, { wallets, findings: findings.length, clean: findings.length === 0 });
      else if (findings.length === 0) cli.output.print(`The books are correct: ${wallets} wallets, no broken rules.`);
      else cli.output.say(`${findings.length} broken rules in ${wallets} wallets.`);
      if (findings.length > 0) cli.exitCode = 1;
    },
  );
}

/** A reader writes nothing; the result is the service's to keep. */
async function keepResult(target: DatabaseTarget, result: LedgerAudit): Promise<void> {
  const pool = createPool(target, { applicationName: 'nsimbi audit', max: 1 });
  try {
    await recordLedgerAudit(pool, result);
  } finally {
    await pool.end();
  }
}
