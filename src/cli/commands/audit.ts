import { audit } from '../../ledger/audit.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi audit */
export function auditCommand(cli: Cli) {
  return newCommand('audit', 'Prove the books, also while payments go on. Ends with 1 when a rule is broken.').action(
    async ({ json }) => {
      let wallets = 0;
      let findings = 0;
      await withDatabase(
        cli,
        async ({ pool }) => {
          for await (const step of audit(pool)) {
            if (step.is === 'progress') {
              wallets = step.walletsDone;
              cli.output.progress(`${step.walletsDone} of ${step.walletsTotal} wallets`);
              continue;
            }
            const { rule, detail } = step.finding;
            findings += 1;
            cli.output.progress('');
            cli.output.answer(json === true ? JSON.stringify({ rule, detail }) : `${rule}: ${detail}`);
          }
        },
        'nsimbi_reader',
      );
      cli.output.progress('');
      if (json === true) cli.show(json, { wallets, findings, clean: findings === 0 });
      else if (findings === 0) cli.output.answer(`The books are right: ${wallets} wallets, every rule holds.`);
      else cli.output.say(`${findings} broken rules in ${wallets} wallets.`);
      if (findings > 0) cli.exitCode = 1;
    },
  );
}
