import { hash } from 'node:crypto';
import type pg from 'pg';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import { subscriberOf } from '../subscriber.ts';

/** Who makes an attempt. */
export interface AttemptSource {
  /** The address that the request came from. */
  readonly address: string;
  /** The browser's number, where this person has signed in with it before; else null. */
  readonly knownBrowser: string | null;
}

/** A count of failures, and what it delays. */
interface Counter {
  readonly subject: string;
  /** So many failures cost no delay; each one more doubles it, from two seconds on. */
  readonly freeFailures: number;
  readonly delayMaxSeconds: number;
  /** Others count here as well, so that a success takes back its own attempt and no more. */
  readonly isShared: boolean;
}

/** An attempt that is counted as a failure until it is known to be none. */
export interface Attempt {
  /** The password or code was right. */
  succeeded(): Promise<void>;
  /** It was not looked at. */
  cancelled(): Promise<void>;
}

/** A password or code that was mistyped some times is no attack. */
const ownLimits = { freeFailures: 5, delayMaxSeconds: 15 * 60, isShared: false } as const;

/** One account, guessed at from many addresses. The delay is short: it also holds up the owner with a new browser. */
const distributedLimits = { freeFailures: 50, delayMaxSeconds: 60, isShared: true } as const;

/**
 * Counts an attempt at the password of an account, whether or not there is one. A browser that the person has signed in with
 * has a counter of its own, which no stranger can move.
 * @throws Refusal `rate_limited` while an earlier failure delays the next attempt.
 */
export async function beginPasswordAttempt(pool: pg.Pool, email: string, source: AttemptSource): Promise<Attempt> {
  const { address, knownBrowser } = source;
  const counters =
    knownBrowser !== null
      ? [{ ...ownLimits, subject: subjectOf('password in browser', accountOf(email), knownBrowser) }]
      : [
          { ...ownLimits, subject: subjectOf('password from', accountOf(email), subscriberOf(address)) },
          { ...distributedLimits, subject: passwordSubject(email) },
        ];
  return await begin(pool, counters, 'passwords for this account', 'set a new password by a link');
}

/**
 * Counts an attempt at the second factor of a person. Codes have six digits, so that all browsers that are not known share
 * one counter, wherever they are.
 * @throws Refusal `rate_limited` while an earlier failure delays the next attempt.
 */
export async function beginCodeAttempt(
  pool: pg.Pool,
  personId: string,
  { knownBrowser }: Pick<AttemptSource, 'knownBrowser'>,
): Promise<Attempt> {
  const counter =
    knownBrowser !== null
      ? { ...ownLimits, subject: subjectOf('code in browser', personId, knownBrowser) }
      : { ...ownLimits, subject: subjectOf('code', personId), isShared: true };
  return await begin(pool, [counter], 'codes', 'use a browser in which you have signed in before');
}

/**
 * Counts an attempt with a passkey of a person. Nobody guesses a signature, so no counter is shared by addresses: what strangers
 * do delays only themselves.
 * @throws Refusal `rate_limited` while an earlier failure delays the next attempt.
 */
export async function beginPasskeyAttempt(
  pool: pg.Pool,
  personId: string,
  { address, knownBrowser }: AttemptSource,
): Promise<Attempt> {
  const subject =
    knownBrowser !== null
      ? subjectOf('passkey in browser', personId, knownBrowser)
      : subjectOf('passkey from', personId, subscriberOf(address));
  return await begin(pool, [{ ...ownLimits, subject }], 'attempts with this passkey', 'sign in with your password');
}

/** A new password was set by a link: what was counted for the account is forgotten. */
export async function forgetPasswordAttempts(db: Queryable, email: string): Promise<void> {
  await db.query('DELETE FROM person_sign_in_attempt WHERE subject = $1', [passwordSubject(email)]);
}

/** Counts before anything is verified, under the lock of each counter's row, so that attempts in parallel gain nothing. */
async function begin(pool: pg.Pool, counters: readonly Counter[], what: string, instead: string): Promise<Attempt> {
  const waitSeconds = await readDelaySeconds(
    pool,
    counters.map(({ subject }) => subject),
  );
  if (waitSeconds > 0) throw delayed(what, waitSeconds, instead);
  await inDatabaseTransaction(pool, async (db) => {
    for (const counter of counters) {
      if (!(await count(db, counter))) {
        throw delayed(what, Math.max(1, await readDelaySeconds(db, [counter.subject])), instead);
      }
    }
  });
  return {
    succeeded: async () => {
      for (const { subject, isShared } of counters) {
        if (isShared) await uncount(pool, subject);
        else await pool.query('DELETE FROM person_sign_in_attempt WHERE subject = $1', [subject]);
      }
    },
    cancelled: async () => {
      for (const { subject } of counters) await uncount(pool, subject);
    },
  };
}

/** The time as the columns keep it. They round to milliseconds, so that the exact time can be before an attempt that was made already. */
const now = 'clock_timestamp()::timestamptz(3)';

/** Seconds until all of the counters accept an attempt. Read first, because a refused attempt should write nothing. */
async function readDelaySeconds(db: Queryable, subjects: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `SELECT coalesce(ceil(extract(epoch FROM max(next_attempt_at) - ${now})), 0)::integer AS seconds
       FROM person_sign_in_attempt WHERE subject = ANY ($1) AND next_attempt_at > ${now}`,
    [subjects],
  );
  return rows[0]?.seconds ?? 0;
}

/** Counts a failure and sets when the next attempt is accepted. @returns false while one before delays it. */
async function count(db: Queryable, { subject, freeFailures, delayMaxSeconds }: Counter): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO person_sign_in_attempt AS known (subject, failures, last_attempt_at, next_attempt_at)
     VALUES ($1, 1, clock_timestamp(), clock_timestamp())
     ON CONFLICT (subject) DO UPDATE SET
       failures = ${failuresNow},
       last_attempt_at = clock_timestamp(),
       next_attempt_at = clock_timestamp() + make_interval(secs =>
         CASE WHEN ${failuresNow} < $2 THEN 0 ELSE least(2 ^ least(${failuresNow} - $2 + 1, 30), $3) END)
      WHERE known.next_attempt_at <= ${now}`,
    [subject, freeFailures, delayMaxSeconds],
  );
  return rowCount === 1;
}

/** Failures of an hour ago are forgotten. */
const failuresNow = `CASE WHEN known.last_attempt_at < clock_timestamp() - interval '1 hour' THEN 1
                          ELSE known.failures + 1 END`;

async function uncount(db: Queryable, subject: string): Promise<void> {
  await db.query(
    `UPDATE person_sign_in_attempt SET failures = greatest(failures - 1, 0), next_attempt_at = clock_timestamp()
      WHERE subject = $1`,
    [subject],
  );
}

function delayed(what: string, waitSeconds: number, instead: string): Refusal {
  const wait = waitSeconds < 120 ? `${waitSeconds} seconds` : `${Math.ceil(waitSeconds / 60)} minutes`;
  return new Refusal('rate_limited', `Too many wrong ${what}; try again in ${wait}, or ${instead}.`, {
    retryAfterSeconds: waitSeconds,
  });
}

function passwordSubject(email: string): string {
  return subjectOf('password', accountOf(email));
}

function accountOf(email: string): string {
  return email.trim().toLowerCase();
}

/** What people type in place of an address, passwords too, is not kept. */
function subjectOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n'), 'hex');
}
