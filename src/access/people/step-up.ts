import type { Mode } from '../../ledger/transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import { type Factors, readFactors } from './passkeys.ts';

/** Milliseconds of trusted time for which a factor counts as just given. */
export const factorAgeMsMax = 5 * 60_000;

/**
 * Where an act asks for a factor again if none was given just before: `always`; or `live`, where it concerns live money, of which
 * the address names the mode; or `never`.
 */
export type StepUp = 'always' | 'live' | 'never';

/** Whether an act in this mode asks for a factor. Pure. @param mode null where the address names none. */
export function asksForFactor(stepUp: StepUp, mode: Mode | null): boolean {
  return stepUp === 'always' || (stepUp === 'live' && mode === 'live');
}

/**
 * Whether a factor was given recently enough. Pure.
 * @param ageMs milliseconds of trusted time since then; null where nothing is known. A time that lies ahead by more counts as unknown.
 */
export function isFactorRecent(ageMs: number | null): boolean {
  return ageMs !== null && Math.abs(ageMs) < factorAgeMsMax;
}

/** What a person can confirm themselves with. */
export type ConfirmingFactor = 'passkey' | 'code' | 'password';

/** What confirms a person: a second factor where they have one, else the password. Pure. */
export function confirmingFactors({ hasApp, hasPasskey }: Factors): readonly ConfirmingFactor[] {
  if (!hasApp && !hasPasskey) return ['password'];
  return [...(hasPasskey ? (['passkey'] as const) : []), ...(hasApp ? (['code'] as const) : [])];
}

/**
 * Refuses an act for which no factor was given within the last five minutes in this session.
 * @throws Refusal `factor_required`, with the factors that the person can give.
 */
export async function refuseWithoutRecentFactor(
  db: Queryable,
  { personId, sessionId }: { readonly personId: string; readonly sessionId: string },
): Promise<void> {
  const { rows } = await db.query<{ age_ms: string | null }>(
    `SELECT round(extract(epoch FROM trusted_now() - factor_given_at) * 1000)::bigint AS age_ms FROM person_session
      WHERE id = $1 AND person_id = $2`,
    [sessionId, personId],
  );
  const ageMs = rows[0]?.age_ms ?? null;
  if (isFactorRecent(ageMs === null ? null : Number(ageMs))) return;
  const factors = confirmingFactors(await readFactors(db, personId));
  throw new Refusal('factor_required', 'Confirm your identity, and try again within five minutes.', {
    data: { factors },
  });
}

/** Notes that the person of a session has just given a factor. */
export async function noteFactorGiven(db: Queryable, sessionId: string): Promise<void> {
  await db.query('UPDATE person_session SET factor_given_at = trusted_now() WHERE id = $1', [sessionId]);
}

/** Carries over when a factor was last given, to the session that comes in place of another. */
export async function keepFactorTime(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db.query(
    `UPDATE person_session SET factor_given_at = (SELECT factor_given_at FROM person_session WHERE id = $1) WHERE id = $2`,
    [from, to],
  );
}
