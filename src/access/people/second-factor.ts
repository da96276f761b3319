import { timingSafeEqual } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type pg from 'pg';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import type { SignIn } from './sign-in.ts';

/** How long a code of an authenticator app is shown (RFC 6238, section 5.2). */
const stepMs = 30_000;

/** What a typed code is: right, wrong, or right and used before. */
export type CodeResult = 'accepted' | 'wrong' | 'used';

/**
 * Uses a code of a person's authenticator app. The codes of the step before and after the present one are taken as well
 * (RFC 6238, section 5.2); each step's code works once, as do those before it. The row is locked until the use is written, so
 * that of two uses at once one is refused.
 */
export async function takeAppCode(pool: pg.Pool, signIn: SignIn, personId: string, code: string): Promise<CodeResult> {
  const { secretConfig } = await signIn.$context;
  return await inDatabaseTransaction(pool, async (db) => {
    const row = await lockSecondFactor(db, personId);
    if (row === null) return 'wrong';
    const step = await stepOf(await symmetricDecrypt({ key: secretConfig, data: row.secret }), code);
    if (step === null) return 'wrong';
    if (row.last_step !== null && step <= Number(row.last_step)) return 'used';
    await db.query('UPDATE person_two_factor SET last_step = $2 WHERE id = $1', [row.id, step]);
    return 'accepted';
  });
}

/** Uses one of a person's recovery codes, each of which works once. */
export async function takeRecoveryCode(
  pool: pg.Pool,
  signIn: SignIn,
  personId: string,
  code: string,
): Promise<CodeResult> {
  const { secretConfig } = await signIn.$context;
  return await inDatabaseTransaction(pool, async (db) => {
    const row = await lockSecondFactor(db, personId);
    if (row === null) return 'wrong';
    const codes: readonly string[] = JSON.parse(await symmetricDecrypt({ key: secretConfig, data: row.backup_codes }));
    if (!codes.includes(code)) return 'wrong';
    const left = JSON.stringify(codes.filter((one) => one !== code));
    await db.query('UPDATE person_two_factor SET backup_codes = $2 WHERE id = $1', [
      row.id,
      await symmetricEncrypt({ key: secretConfig, data: left }),
    ]);
    return 'accepted';
  });
}

async function lockSecondFactor(db: pg.PoolClient, personId: string) {
  const { rows } = await db.query<{ id: string; secret: string; backup_codes: string; last_step: string | null }>(
    'SELECT id, secret, backup_codes, last_step FROM person_two_factor WHERE person_id = $1 FOR UPDATE',
    [personId],
  );
  return rows[0] ?? null;
}

/** The time step of a code; null when it is of none of the three accepted steps. The latest, where two have the same code. */
async function stepOf(secret: string, code: string): Promise<number | null> {
  const present = Math.floor(Date.now() / stepMs);
  const otp = createOTP(secret, { period: stepMs / 1_000, digits: 6 });
  let found: number | null = null;
  for (const step of [present - 1, present, present + 1]) {
    if (isSame(await otp.hotp(step), code)) found = step;
  }
  return found;
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
