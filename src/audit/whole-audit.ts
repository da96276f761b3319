import type { Records } from '../history/records.ts';
import { auditProofs } from '../proofs/audit.ts';
import type { ProofFinding } from '../proofs/finding.ts';
import { type AuditOptions, audit, type Progress } from './audit.ts';
import type { Finding } from './check.ts';

/** How far an audit of everything is: first the books, then the rounds of their proofs. It can be continued behind this point. */
export interface WholeProgress {
  readonly books: Progress;
  /** Null until the books are done. */
  readonly rounds: { readonly done: number; readonly total: number } | null;
}

export type WholeAuditStep =
  | { readonly is: 'progress'; readonly progress: WholeProgress }
  | { readonly is: 'finding'; readonly finding: Finding | ProofFinding };

export interface WholeAuditOptions {
  readonly size?: AuditOptions['size'];
  /** The file of published rounds; where there is no such file, they are not compared. */
  readonly roundsFile: string;
  /** Where an audit that was cut off had got to. */
  readonly after?: WholeProgress | null;
}

/** Audits the books, and then verifies their proofs, while payments go on. */
export async function* auditWhole(
  records: Records,
  { size, roundsFile, after = null }: WholeAuditOptions,
): AsyncGenerator<WholeAuditStep> {
  let books = after?.books ?? { walletsDone: 0, walletsTotal: 0, walletsUpTo: '' };
  if (after === null || after.rounds === null) {
    for await (const step of audit(records, { ...(size === undefined ? {} : { size }), after: books })) {
      if (step.is === 'finding') {
        yield step;
        continue;
      }
      books = step.progress;
      yield { is: 'progress', progress: { books, rounds: null } };
    }
  }
  for await (const step of auditProofs(records, roundsFile, after?.rounds?.done ?? 0)) {
    if (step.is === 'finding') yield step;
    else yield { is: 'progress', progress: { books, rounds: { done: step.roundsDone, total: step.roundsTotal } } };
  }
}
