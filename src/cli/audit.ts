import packageJson from '../../package.json' with { type: 'json' };
import { type LedgerAudit, recordLedgerAudit } from '../audit/record.ts';
import {
  CannotResume,
  forgetUnfinished,
  readUnfinished,
  storeUnfinished,
  type UnfinishedAudit,
} from '../audit/resume.ts';
import { auditWhole, type WholeAuditStep, type WholeProgress } from '../audit/whole-audit.ts';
import { readDatabaseId } from '../postgres/installation.ts';
import { createPool, type DatabaseTarget } from '../postgres/pool.ts';
import { roundsFile } from '../proofs/rounds-file.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand } from './new-command.ts';
import { type CommandDatabase, withDatabase } from './with-database.ts';

/** How often it is stored how far the audit is, in milliseconds. */
const storedEveryMs = 2_000;

type Finding = Extract<WholeAuditStep, { is: 'finding' }>['finding'];

/** nsimbi audit */
export function auditCommand(cli: Cli) {
  return newCommand('audit', 'Audit the books while payments continue. Exits with 1 when a rule is broken.')
    .option('--resume', 'continue the audit that was cut off, behind the wallets and rounds that it had read')
    .action(async ({ json, resume }) => {
      const show = ({ rule, detail }: Finding) => {
        cli.output.progress('');
        cli.output.print(json === true ? JSON.stringify({ rule, detail }) : `${rule}: ${detail}`);
      };
      const { wallets, findings } = await withDatabase(
        cli,
        (database) => auditBooks(cli, database, { resume: resume === true, show }),
        'nsimbi_reader',
      );
      cli.output.progress('');
      if (json === true) cli.show(json, { wallets, findings: findings.length, clean: findings.length === 0 });
      else if (findings.length === 0) cli.output.print(`The books are correct: ${wallets} wallets, no broken rules.`);
      else cli.output.say(`${findings.length} broken rules in ${wallets} wallets.`);
      if (findings.length > 0) cli.exitCode = 1;
    });
}

async function auditBooks(
  cli: Cli,
  { config: { dataDir, proofRoundsFile }, pool, records, target }: CommandDatabase,
  { resume, show }: { readonly resume: boolean; readonly show: (finding: Finding) => void },
): Promise<{ readonly wallets: number; readonly findings: readonly Finding[] }> {
  const identity = { installationId: await readDatabaseId(pool), version: packageJson.version };
  const before = resume ? unfinishedOf(dataDir, identity) : null;
  const startedAt = before?.startedAt ?? new Date().toISOString();
  const findings: Finding[] = [...(before?.findings ?? [])];
  findings.forEach(show);
  let progress: WholeProgress | null = before?.progress ?? null;
  let storedAt = performance.now();
  const options = { roundsFile: proofRoundsFile ?? roundsFile(dataDir), after: progress };
  for await (const step of auditWhole(records, options)) {
    if (step.is === 'finding') {
      findings.push(step.finding);
      show(step.finding);
      continue;
    }
    progress = step.progress;
    cli.output.progress(progressText(progress));
    if (performance.now() - storedAt < storedEveryMs) continue;
    storedAt = performance.now();
    storeUnfinished(dataDir, { ...identity, startedAt, progress, findings });
  }
  const wallets = progress?.books.walletsDone ?? 0;
  await keepResult(target, {
    actor: cli.actor,
    wallets,
    findings: findings.map(({ rule, detail }) => `${rule}: ${detail}`),
  });
  forgetUnfinished(dataDir);
  return { wallets, findings };
}

function progressText({ books, rounds }: WholeProgress): string {
  return rounds === null
    ? `${books.walletsDone} of ${books.walletsTotal} wallets`
    : `${rounds.done} of ${rounds.total} rounds of proofs`;
}

function unfinishedOf(dataDir: string, identity: Pick<UnfinishedAudit, 'installationId' | 'version'>): UnfinishedAudit {
  try {
    return readUnfinished(dataDir, identity);
  } catch (error) {
    if (error instanceof CannotResume) throw new CommandRefused(error.message);
    throw error;
  }
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
