import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProofFinding } from '../proofs/finding.ts';
import type { Finding } from './check.ts';
import type { WholeProgress } from './whole-audit.ts';

/** How far an audit got, and what it found until then. */
export interface UnfinishedAudit {
  /** Of the database, so that no other one is continued. */
  readonly installationId: string;
  /** The program's, whose rules may differ from another version's. */
  readonly version: string;
  readonly startedAt: string;
  readonly progress: WholeProgress;
  readonly findings: readonly (Finding | ProofFinding)[];
}

const fileName = 'audit-progress.json';

/** Stores how far an audit is, in the data folder. The file is whole at every moment. @throws what the file system throws. */
export function storeUnfinished(dataDir: string, unfinished: UnfinishedAudit): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, fileName);
  writeFileSync(`${file}.new`, `${JSON.stringify(unfinished)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Removes it after the end of the audit. */
export function forgetUnfinished(dataDir: string): void {
  rmSync(join(dataDir, fileName), { force: true });
}

/**
 * The audit that was cut off, for a database and a version of the program.
 * @throws CannotResume where there is none, or where it was of another database or version.
 */
export function readUnfinished(
  dataDir: string,
  { installationId, version }: Pick<UnfinishedAudit, 'installationId' | 'version'>,
): UnfinishedAudit {
  const unfinished = readStored(join(dataDir, fileName));
  if (unfinished === null) throw new CannotResume('no audit was cut off; run nsimbi audit without --resume');
  if (unfinished.installationId !== installationId)
    throw new CannotResume('the audit that was cut off read another database; run nsimbi audit without --resume');
  if (unfinished.version !== version)
    throw new CannotResume(
      `the audit that was cut off was of version ${unfinished.version}, whose rules differ; run nsimbi audit without --resume`,
    );
  return unfinished;
}

/** Why an audit cannot be continued, with what to do. */
export class CannotResume extends Error {
  override readonly name = 'CannotResume';
}

function readStored(file: string): UnfinishedAudit | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    if (error instanceof SyntaxError)
      throw new CannotResume(`${file} cannot be read; run nsimbi audit without --resume`);
    throw error;
  }
}
