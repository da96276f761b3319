import type { Mode } from '../ledger/transaction.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { isRehearsal } from './live-mode.ts';
import { admitApprover, approvalsNeeded, type SecondPersonSettings } from './second-person.ts';

/** What can need two approvals. */
export type ApprovedKind = 'change' | 'adjustment' | 'review_resolution';

/** Something that was proposed, as it is approved. */
export interface Proposed {
  /** The number of the proposal, or of the review case. */
  readonly id: number;
  /** SHA-256 of everything that is approved, in hexadecimal digits. */
  readonly digest: string;
  readonly mode: Mode;
  /** An email address, or cli:<user of the machine>. */
  readonly proposedBy: string;
}

/** How many people must approve something, and who has; as the dashboard's API shows it. */
export interface ApprovalState {
  readonly approvers_needed: 1 | 2;
  /** Who approved it already, where two must. */
  readonly first_approver: string | null;
}

/** What an approval means. */
export type Approved =
  /** It is the first of two. */
  | { readonly is: 'first'; readonly isNew: boolean }
  /** No other one is needed. */
  | { readonly is: 'enough'; readonly approver: string; readonly firstApprover: string | null };

/**
 * Decides what the approval of a person means, and stores it where it is the first of two. The same person's second approval changes nothing.
 * The caller holds a lock under which nobody else decides on the same thing.
 * @throws Refusal `approver_is_maker` or `second_person_required`, also where the two who approve do not count as two people.
 */
export async function takeApproval(
  db: Queryable,
  kind: ApprovedKind,
  { id, digest, mode, proposedBy }: Proposed,
  approver: string,
  settings: SecondPersonSettings,
): Promise<Approved> {
  const needed = approvalsNeeded(proposedBy, { mode, isRehearsal: await isRehearsal(db, settings) });
  const first = needed === 1 ? null : ((await readFirstApprovers(db, kind, [{ id, digest }])).get(id) ?? null);
  if (first === approver) return { is: 'first', isNew: false };
  const makers = first === null ? [proposedBy] : [proposedBy, first];
  const name = await admitApprover(db, { mode, makers, approver }, settings);
  if (needed === 1 || first !== null) return { is: 'enough', approver: name, firstApprover: first };
  await db.query('INSERT INTO first_approval (kind, subject_id, digest, approver) VALUES ($1, $2, $3, $4)', [
    kind,
    id,
    digest,
    name,
  ]);
  return { is: 'first', isNew: true };
}

/** How far the approval of some things is, by their numbers. */
export async function readApprovals(
  db: Queryable,
  kind: ApprovedKind,
  proposed: readonly Proposed[],
  settings: SecondPersonSettings,
): Promise<ReadonlyMap<number, ApprovalState>> {
  const rehearses = await isRehearsal(db, settings);
  const first = await readFirstApprovers(db, kind, proposed);
  return new Map(
    proposed.map(({ id, mode, proposedBy }) => [
      id,
      {
        approvers_needed: approvalsNeeded(proposedBy, { mode, isRehearsal: rehearses }),
        first_approver: first.get(id) ?? null,
      },
    ]),
  );
}

/** Who approved exactly this first, by number; nobody where it is not there. */
async function readFirstApprovers(
  db: Queryable,
  kind: ApprovedKind,
  seen: readonly Pick<Proposed, 'id' | 'digest'>[],
): Promise<ReadonlyMap<number, string>> {
  if (seen.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; approver: string }>(
    `SELECT subject_id AS id, approver
       FROM unnest($2::bigint[], $3::text[]) AS seen (subject_id, digest)
       JOIN first_approval USING (subject_id, digest)
      WHERE kind = $1`,
    [kind, numberArray(seen.map(({ id }) => id)), textArray(seen.map(({ digest }) => digest))],
  );
  return new Map(rows.map(({ id, approver }) => [Number(id), approver]));
}
