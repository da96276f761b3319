import { hash } from 'node:crypto';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../wallet/refusal.ts';

/** So many wrong passwords within the window lock an account's sign-in for as long as the window is. */
const failuresMax = 10;
const windowMinutes = 15;

/**
 * Counts a try to sign in before the password is looked at, so that many tries at once are not more than the limit. An
 * account that does not exist is counted and locked like one that does: the answer tells nothing.
 * @throws Refusal `rate_limited`
 */
export async function countTry(db: Queryable, email: string): Promise<void> {
  const { rows } = await db.query(
    `INSERT INTO person_sign_in_failure AS known (account, failures, since) VALUES ($1, 1, clock_timestamp())
     ON CONFLICT (account) DO UPDATE SET
       failures = CASE WHEN ${isOver} THEN 1 ELSE known.failures + 1 END,
       since = CASE WHEN ${isOver} THEN clock_timestamp() ELSE known.since END,
       locked_until = CASE WHEN NOT ${isOver} AND known.failures + 1 >= ${failuresMax}
                           THEN clock_timestamp() + interval '${windowMinutes} minutes' END
      WHERE known.locked_until IS NULL OR known.locked_until <= clock_timestamp()
     RETURNING failures`,
    [accountOf(email)],
  );
  if (rows.length > 0) return;
  throw new Refusal(
    'rate_limited',
    `Too many wrong passwords for this account; wait ${windowMinutes} minutes, or set a new password.`,
    { retryAfterSeconds: windowMinutes * 60 },
  );
}

/** The password was right, or is a new one: what was counted is forgotten, and a lock ends. */
export async function forgetFailures(db: Queryable, email: string): Promise<void> {
  await db.query('DELETE FROM person_sign_in_failure WHERE account = $1', [accountOf(email)]);
}

/** The password was not looked at: the try does not count. */
export async function uncountTry(db: Queryable, email: string): Promise<void> {
  await db.query(
    'UPDATE person_sign_in_failure SET failures = greatest(failures - 1, 0), locked_until = NULL WHERE account = $1',
    [accountOf(email)],
  );
}

const isOver = `(coalesce(known.locked_until, known.since + interval '${windowMinutes} minutes') <= clock_timestamp())`;

/** What people type in place of an address, passwords too, is not kept. */
function accountOf(email: string): string {
  return hash('sha256', email.trim().toLowerCase(), 'hex');
}
