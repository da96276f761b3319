import type pg from 'pg';
import type { Mode } from '../ledger/transaction.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { notFound, Refusal } from '../refusal.ts';
import { recordAudit } from './audit-log.ts';

/**
 * Whether one person may make something and another approve it. With live money, the account of the second person must not be one
 * that the first could have made or entered, nor the other way round.
 */

/** What ties an account to another person. */
export interface Tie {
  /** The email address of the account. */
  readonly account: string;
  /** Who invited it, or has seen a link by which its password can be set. */
  readonly tiedTo: string;
  readonly kind: 'invited' | 'link_seen';
  /** Milliseconds of trusted time since it last happened. */
  readonly ageMs: number;
}

/** Why two people do not count as two. */
export type Dependence = 'same_person' | 'link_seen' | 'invited_lately';

/**
 * Why `approver` is no second person for what `makers` asked; null when it is one. Pure.
 * @param ties those between them on which nobody has vouched.
 * @param invitedForMs how long an invitation ties two accounts, in milliseconds.
 */
export function dependenceOf(
  makers: readonly string[],
  approver: string,
  ties: readonly Tie[],
  invitedForMs: number,
): Dependence | null {
  if (makers.includes(approver)) return 'same_person';
  const between = ties.filter(
    ({ account, tiedTo }) =>
      (account === approver && makers.includes(tiedTo)) || (makers.includes(account) && tiedTo === approver),
  );
  if (between.some(({ kind }) => kind === 'link_seen')) return 'link_seen';
  return between.some(({ kind, ageMs }) => kind === 'invited' && ageMs < invitedForMs) ? 'invited_lately' : null;
}

/** The ties of some people, in both directions, on which nobody has vouched. */
export async function readTies(db: Queryable, people: readonly string[]): Promise<Tie[]> {
  const { rows } = await db.query<{ account: string; tied_to: string; kind: Tie['kind']; age_ms: string }>(
    `SELECT person.email AS account, tied_to, kind,
            round(extract(epoch FROM trusted_now() - at) * 1000)::bigint AS age_ms
       FROM person_tie JOIN person ON person.id = person_id
      WHERE vouched_at IS NULL AND (person.email = ANY ($1::text[]) OR tied_to = ANY ($1::text[]))`,
    [people],
  );
  return rows.map(({ account, tied_to, kind, age_ms }) => ({ account, tiedTo: tied_to, kind, ageMs: Number(age_ms) }));
}

/** Who made something, and who is to approve it. */
export interface Pair {
  readonly mode: Mode;
  /** Everybody who counts as the maker: email addresses, API keys, names at the command line. */
  readonly makers: readonly string[];
  /** An email address. */
  readonly approver: string;
}

/**
 * Refuses an approver who is no second person. Test money has no such rule beyond that the maker does not approve, which each
 * kind of approval checks under its own lock.
 * @throws Refusal `approver_is_maker` or `second_person_required`.
 */
export async function refuseDependent(
  db: Queryable,
  { mode, makers, approver }: Pair,
  invitedForMs: number,
): Promise<void> {
  if (mode === 'test') return;
  const dependence = dependenceOf(makers, approver, await readTies(db, [approver]), invitedForMs);
  if (dependence !== null) throw dependent(dependence, invitedForMs);
}

function dependent(dependence: Dependence, invitedForMs: number): Refusal {
  switch (dependence) {
    case 'same_person':
      return new Refusal('approver_is_maker', 'Another person must approve this.');
    case 'invited_lately':
      return new Refusal(
        'second_person_required',
        `You and the person who made this do not count as two people for ${Math.round(invitedForMs / 3_600_000)} hours after one ` +
          'invited the other; another person must approve it.',
      );
    case 'link_seen':
      return new Refusal(
        'second_person_required',
        'You and the person who made this do not count as two people, because one has seen a password link of the other; ' +
          'another person must approve it, or a third person must vouch for the account.',
      );
  }
}

/** Notes what ties an account to whoever invited it or is shown a link of it, as happening now. */
export async function noteTies(
  db: Queryable,
  personId: string,
  tiedTo: string,
  kinds: readonly Tie['kind'][],
): Promise<void> {
  await db.query(
    `INSERT INTO person_tie (person_id, tied_to, kind, at) SELECT $1, $2, kind, trusted_now() FROM unnest($3::text[]) AS kind
     ON CONFLICT (person_id, tied_to, kind)
     DO UPDATE SET at = excluded.at, vouched_by = NULL, vouched_at = NULL`,
    [personId, tiedTo, kinds],
  );
}

/**
 * A third person confirms that nobody but its person can enter an account, though others have seen a password link of it.
 * @throws Refusal `not_found`; `second_person_required` where the one who vouches is not independent of all of them.
 */
export async function vouchFor(
  pool: pg.Pool,
  { personId, actor }: { readonly personId: string; readonly actor: string },
  invitedForMs: number,
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { rows } = await db.query<{ email: string; tied_to: string[] | null }>(
      `SELECT email, (SELECT array_agg(tied_to) FROM person_tie
                       WHERE person_id = person.id AND kind = 'link_seen' AND vouched_at IS NULL) AS tied_to
         FROM person WHERE id = $1`,
      [personId],
    );
    const [person] = rows;
    if (person === undefined) throw notFound();
    if (person.tied_to === null) return;
    const ties = await readTies(db, [actor]);
    const isVouched = !ties.some(({ account, kind }) => account === actor && kind === 'link_seen');
    if (!isVouched || dependenceOf([person.email, ...person.tied_to], actor, ties, invitedForMs) !== null) {
      throw new Refusal(
        'second_person_required',
        'You cannot vouch for this account: you, or somebody who could act as you, has seen a link of it. A third person must.',
      );
    }
    await db.query(
      `UPDATE person_tie SET vouched_by = $2, vouched_at = clock_timestamp()
        WHERE person_id = $1 AND kind = 'link_seen' AND vouched_at IS NULL`,
      [personId, actor],
    );
    await recordAudit(db, {
      actor,
      action: 'person.vouched_for',
      subject: `person ${personId}`,
      details: { email: person.email, link_seen_by: person.tied_to },
    });
  });
}
