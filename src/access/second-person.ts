import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Mode } from '../ledger/transaction.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { notFound, Refusal } from '../refusal.ts';
import { recordAudit } from './audit-log.ts';
import { isRehearsal } from './live-mode.ts';

/**
 * Whether one person may make something and another approve it. With live money, no one person may be able to act through both
 * accounts: whoever invited an account, or has seen a password link of it, could be the one who uses it.
 */

/** Who could use an account besides its person. */
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
 * Why `approver` is no second person for what `makers` asked; null when it is one. They are not two where somebody could be using
 * both accounts, directly or through a third one. Pure.
 * @param ties of all of them, as `readTies` returns them.
 * @param invitedForMs how long an invitation is a tie, in milliseconds.
 */
export function dependenceOf(
  makers: readonly string[],
  approver: string,
  ties: readonly Tie[],
  invitedForMs: number,
): Dependence | null {
  if (makers.includes(approver)) return 'same_person';
  const seen = ties.filter(({ kind }) => kind === 'link_seen');
  if (haveSameUser(makers, approver, seen)) return 'link_seen';
  const lately = ties.filter(({ kind, ageMs }) => kind === 'link_seen' || ageMs < invitedForMs);
  return haveSameUser(makers, approver, lately) ? 'invited_lately' : null;
}

function haveSameUser(makers: readonly string[], approver: string, ties: readonly Tie[]): boolean {
  const users = usersOf(makers, ties);
  return [...usersOf([approver], ties)].some((user) => users.has(user));
}

/** Everybody who could be using one of some accounts. */
function usersOf(accounts: readonly string[], ties: readonly Tie[]): ReadonlySet<string> {
  const users = new Set(accounts);
  // A set is walked to its end, also over what is added meanwhile.
  for (const user of users) {
    for (const { account, tiedTo } of ties) if (account === user) users.add(tiedTo);
  }
  return users;
}

/** The ties of some people, and of whom they are tied to, on which nobody has vouched. */
export async function readTies(db: Queryable, people: readonly string[]): Promise<Tie[]> {
  const { rows } = await db.query<{ account: string; tied_to: string; kind: Tie['kind']; age_ms: string }>(
    `WITH RECURSIVE tie (account, tied_to, kind, at) AS (
       SELECT email, tied_to, kind, at FROM person JOIN person_tie ON person_id = id
        WHERE email = ANY ($1::text[]) AND vouched_at IS NULL
       UNION
       SELECT email, person_tie.tied_to, person_tie.kind, person_tie.at
         FROM tie JOIN person ON email = tie.tied_to JOIN person_tie ON person_id = id
        WHERE vouched_at IS NULL
     )
     SELECT account, tied_to, kind, round(extract(epoch FROM trusted_now() - at) * 1000)::bigint AS age_ms FROM tie`,
    [people],
  );
  return rows.map(({ account, tied_to, kind, age_ms }) => ({ account, tiedTo: tied_to, kind, ageMs: Number(age_ms) }));
}

/** Who made something, and who is to approve it. */
export interface Pair {
  readonly mode: Mode;
  /** Everybody who counts as the maker, and who has approved it already: email addresses, API keys, names at the command line. */
  readonly makers: readonly string[];
  /** An email address. */
  readonly approver: string;
}

/** How whoever is at the command line is named: this, and the user of the machine. */
export const commandLinePrefix = 'cli:';

/**
 * How many people must approve what `maker` proposed. Pure. Two where that was at the command line: the user of a machine can be any one
 * person who has an account of the dashboard too, and so may approve; of two people who count as two, one is another person.
 * @param maker an email address, or cli:<user of the machine>.
 */
export function approvalsNeeded(
  maker: string,
  { mode, isRehearsal }: { readonly mode: Mode; readonly isRehearsal: boolean },
): 1 | 2 {
  return mode === 'live' && !isRehearsal && maker.startsWith(commandLinePrefix) ? 2 : 1;
}

/** The settings that decide who is a second person. */
export interface SecondPersonSettings {
  /** How long an invitation is a tie, in milliseconds (NSIMBI_SECOND_PERSON_AFTER). */
  readonly secondPersonAfterMs: number;
  /** Whether one person may do everything where live mode was never enabled (NSIMBI_REHEARSAL). */
  readonly rehearsal: boolean;
}

/**
 * The name under which a person approves. Refuses an approver who is no second person. Test money has no such rule beyond that the maker does
 * not approve, which each kind of approval checks under its own lock. In a rehearsal the maker may approve too, and the name says so.
 * @throws Refusal `approver_is_maker` or `second_person_required`.
 */
export async function admitApprover(
  db: Queryable,
  { mode, makers, approver }: Pair,
  { secondPersonAfterMs, rehearsal }: SecondPersonSettings,
): Promise<string> {
  if (await isRehearsal(db, { rehearsal })) return makers.includes(approver) ? `${approver} (rehearsal)` : approver;
  if (mode === 'test') return approver;
  const dependence = dependenceOf(makers, approver, await readTies(db, [approver, ...makers]), secondPersonAfterMs);
  if (dependence !== null) throw dependent(dependence, secondPersonAfterMs);
  return approver;
}

function dependent(dependence: Dependence, invitedForMs: number): Refusal {
  switch (dependence) {
    case 'same_person':
      return new Refusal('approver_is_maker', 'Another person must approve this.');
    case 'invited_lately':
      return new Refusal(
        'second_person_required',
        `You and the person who made or approved this do not count as two people for ${Math.round(invitedForMs / 3_600_000)} hours after one ` +
          'invited the other, or the same person invited both; another person must approve it.',
      );
    case 'link_seen':
      return new Refusal(
        'second_person_required',
        'You and the person who made or approved this do not count as two people, because one has seen a password link of the other, or the ' +
          'same person has seen links of both; another person must approve it, or a third person must vouch for the account.',
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
 * @param invitedForMs as of `dependenceOf`; null where whoever vouches needs no check: at the command line before live mode is enabled, where
 * the first two people of a service without a mail server are made.
 * @throws Refusal `not_found`; `second_person_required` where the one who vouches is not independent of all of them.
 */
export async function vouchFor(
  pool: Transactional,
  { personId, actor }: { readonly personId: string; readonly actor: Actor },
  invitedForMs: number | null,
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
    if (invitedForMs !== null) {
      const ties = await readTies(db, [actor.name, person.email, ...person.tied_to]);
      const isVouched = !ties.some(({ account, kind }) => account === actor.name && kind === 'link_seen');
      if (!isVouched || dependenceOf([person.email, ...person.tied_to], actor.name, ties, invitedForMs) !== null) {
        throw new Refusal(
          'second_person_required',
          'You cannot vouch for this account: you, or somebody who could act as you, has seen a link of it. A third person must.',
        );
      }
    }
    await db.query(
      `UPDATE person_tie SET vouched_by = $2, vouched_at = clock_timestamp()
        WHERE person_id = $1 AND kind = 'link_seen' AND vouched_at IS NULL AND tied_to = ANY ($3::text[])`,
      [personId, actor.name, person.tied_to],
    );
    await recordAudit(db, {
      actor,
      action: 'person.vouched_for',
      subject: `person ${personId}`,
      details: { email: person.email, link_seen_by: person.tied_to },
    });
  });
}
