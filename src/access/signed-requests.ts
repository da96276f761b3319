import type { Duty } from '../ledger/housekeeping.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';

/** How far the time at which a request was signed may be from the database's clock, in seconds, in either direction. */
export const signatureToleranceSeconds = 300;

/**
 * How far that time may be from the clock of a process, in seconds, before its request is looked at closer. The exact rule is that of the
 * database's clock; this one only keeps old recordings of requests from using up the rate limit of their key.
 */
const roughToleranceSeconds = 3_600;

/** What is remembered of a request whose signature was verified. */
export interface SignedRequest {
  readonly apiKeyId: number;
  /** Chosen by the client, used once. */
  readonly nonce: string;
  /** When the client says that it signed, in seconds since 1970. */
  readonly createdSeconds: number;
  /** When the client wants the signature to end, in seconds since 1970; null: with the tolerance. */
  readonly expiresSeconds: number | null;
}

/** What the database says of a signed request. */
interface Noted {
  /** Its clock, in seconds since 1970. */
  readonly nowSeconds: number;
  /** Nonces that were signed at this time or before may be forgotten; null while all are remembered. */
  readonly horizonSeconds: number | null;
  /** Whether the nonce is stored now and was not before. */
  readonly isNew: boolean;
}

/**
 * One statement, so that the time is compared with the one clock that all processes share, and that of two requests with one nonce only one
 * is let in. What is refused for its time stores nothing.
 */
const noteSql = `
  WITH now_at AS MATERIALIZED (SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS seconds),
       horizon AS (SELECT created FROM signed_request_horizon WHERE api_key_id = $1),
       noted AS (
         INSERT INTO signed_request (api_key_id, nonce, created)
         SELECT $1, $2, $3::bigint FROM now_at
          WHERE $3::bigint BETWEEN now_at.seconds - $5 AND now_at.seconds + $5
            AND coalesce($4::bigint > now_at.seconds, true)
            AND $3::bigint > coalesce((SELECT created FROM horizon), $3::bigint - 1)
             ON CONFLICT DO NOTHING
         RETURNING 1)
  SELECT now_at.seconds, (SELECT created FROM horizon) AS horizon, EXISTS (SELECT FROM noted) AS is_new FROM now_at`;

/**
 * Remembers a signed request, so that it is let in once, by whatever process and after whatever restart.
 * @throws Refusal `signature_invalid` when it was signed too long ago or in the future, has expired, or its nonce was used before.
 */
export async function noteSignedRequest(db: Queryable, request: SignedRequest): Promise<void> {
  const { apiKeyId, nonce, createdSeconds, expiresSeconds } = request;
  const { rows } = await db.query<{ seconds: string; horizon: string | null; is_new: boolean }>({
    name: 'access.note_signed_request',
    text: noteSql,
    values: [apiKeyId, nonce, createdSeconds, expiresSeconds, signatureToleranceSeconds],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a signed request was noted without an answer');
  const problem = problemOfNoted(request, {
    nowSeconds: Number(row.seconds),
    horizonSeconds: row.horizon === null ? null : Number(row.horizon),
    isNew: row.is_new,
  });
  if (problem !== null) throw signatureInvalid(problem);
}

/** Why a signed request is certainly too old or from the future, by the clock of this process; null where the database decides. Pure. */
export function refusalOfRecording(
  { createdSeconds }: Pick<SignedRequest, 'createdSeconds'>,
  nowMs: number,
): Refusal | null {
  const awaySeconds = Math.round(Math.abs(nowMs / 1_000 - createdSeconds));
  if (awaySeconds <= roughToleranceSeconds) return null;
  return signatureInvalid(
    `The signature was created ${awaySeconds} seconds away from the service's clock (created=${createdSeconds}); sign again, or correct your clock.`,
  );
}

/** Why a signed request is refused for its time or its nonce, as a sentence; null where it is let in. Pure. */
export function problemOfNoted(
  { createdSeconds, expiresSeconds }: Pick<SignedRequest, 'createdSeconds' | 'expiresSeconds'>,
  { nowSeconds, horizonSeconds, isNew }: Noted,
): string | null {
  const clock = `the service's clock is at ${nowSeconds}`;
  if (createdSeconds > nowSeconds + signatureToleranceSeconds) {
    return `The signature was created in the future (created=${createdSeconds}, ${clock}); correct your clock.`;
  }
  if (createdSeconds < nowSeconds - signatureToleranceSeconds) {
    return `The signature is older than ${signatureToleranceSeconds} seconds (created=${createdSeconds}, ${clock}); sign again, or correct your clock.`;
  }
  if (expiresSeconds !== null && expiresSeconds <= nowSeconds) {
    return `The signature has expired (expires=${expiresSeconds}, ${clock}); sign again.`;
  }
  if (horizonSeconds !== null && createdSeconds <= horizonSeconds) {
    return `The signature is from a time of which nonces are no longer remembered (created=${createdSeconds}); sign again with a later time.`;
  }
  return isNew ? null : 'The nonce was used before; sign every attempt again, with a new nonce.';
}

/** A refusal of a signature. @param sentence which rule it breaks, and what to do. */
export function signatureInvalid(sentence: string): Refusal {
  return new Refusal('signature_invalid', sentence);
}

/**
 * How long a nonce is remembered at least, in seconds. More than a signature can be let in, from `created` five minutes in the future to
 * five minutes ago, with room for a statement that hangs.
 */
const rememberedSeconds = 3 * signatureToleranceSeconds;

const forgottenPerStep = 10_000;

/**
 * Removes rows that are old by the database's clock and by trusted time (docs/clocks.md), and raises the horizon of their keys in the same
 * statement. Rows that another process removes are left to it.
 */
const forgetSql = `
  WITH forgotten AS (
    DELETE FROM signed_request
     WHERE (api_key_id, nonce) IN (
             SELECT api_key_id, nonce FROM signed_request
              WHERE noted_at < trusted_now() - $1 * interval '1 second'
                AND created < extract(epoch FROM clock_timestamp()) - $1
              ORDER BY noted_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING api_key_id, created),
       raised AS (
    INSERT INTO signed_request_horizon AS old (api_key_id, created)
    SELECT api_key_id, max(created) FROM forgotten GROUP BY api_key_id ORDER BY api_key_id
        ON CONFLICT (api_key_id) DO UPDATE SET created = greatest(old.created, excluded.created))
  SELECT count(*) AS count FROM forgotten`;

/** Removes what is remembered of signed requests that nobody can repeat. */
export const forgetSignedRequests: Duty = {
  name: 'forget_signed_requests',
  everyMs: 60_000,
  work: async (db) => {
    const { rows } = await db.query<{ count: string }>(forgetSql, [rememberedSeconds, forgottenPerStep]);
    return { more: Number(rows[0]?.count) === forgottenPerStep };
  },
};
