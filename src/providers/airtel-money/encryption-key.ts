import { readRsaPublicKey } from '../../secrets/rsa-public-key.ts';
import { objectOf, textOf } from './answer.ts';

/** Airtel's key for signing messages, in base64, and for how long it is used before it is asked for again. */
export interface EncryptionKey {
  readonly key: string;
  readonly lifetimeMs: number;
}

/** A key whose day cannot be read, or has passed, is asked for again after an hour; any key after a day. */
const lifetimeMinMs = 3_600_000;
const lifetimeMaxMs = 86_400_000;

/** Uganda keeps UTC+3 all year. */
const kampalaOffsetMs = 3 * 3_600_000;

/**
 * Reads the answer of `GET /v1/rsa/encryption-keys`: `key` and `valid_upto` under `data`, or, as the `.ug` host has it, at
 * the top (providers.md 2.8). A key is used until the day that it is valid up to begins in Kampala.
 * @returns null when there is no RSA key in it.
 */
export function readEncryptionKey(json: unknown, nowMs: number): EncryptionKey | null {
  const body = objectOf(json);
  const fields = objectOf(body?.data) ?? body;
  const key = textOf(fields?.key);
  if (key === null || readRsaPublicKey(key) === undefined) return null;
  const leftMs = (beginningOfDay(textOf(fields?.valid_upto)) ?? nowMs) - nowMs;
  return { key, lifetimeMs: Math.min(Math.max(leftMs, lifetimeMinMs), lifetimeMaxMs) };
}

/** The beginning in Kampala of a day written day-month-year, in milliseconds since 1970. */
function beginningOfDay(text: string | null): number | null {
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/.exec(text ?? '') ?? [];
  if (day === undefined || month === undefined || year === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) - kampalaOffsetMs;
}
