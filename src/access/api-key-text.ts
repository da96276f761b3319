import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Mode } from '../ledger/transaction.ts';

/** The parts of a key's text, `nsk_<mode>_<publicId>.<secret>`. */
export interface ApiKeyText {
  readonly mode: Mode;
  /** 12 characters of base62: finds the key. */
  readonly publicId: string;
  /** 40 characters of base62, about 238 bits: proves it. */
  readonly secret: string;
}

/** A new key's parts, from the system's source of randomness. */
export function drawApiKey(mode: Mode): ApiKeyText {
  return { mode, publicId: drawBase62(12), secret: drawBase62(40) };
}

export function writeApiKey({ mode, publicId, secret }: ApiKeyText): string {
  return `nsk_${mode}_${publicId}.${secret}`;
}

const form = /^nsk_(live|test)_([0-9A-Za-z]{12})\.([0-9A-Za-z]{40})$/;

/** The parts of a text, or null when it is no key of ours. */
export function readApiKey(text: string): ApiKeyText | null {
  const [, mode, publicId, secret] = form.exec(text) ?? [];
  if (publicId === undefined || secret === undefined) return null;
  return { mode: mode === 'live' ? 'live' : 'test', publicId, secret };
}

/** The stored form of a secret. A fast hash is enough: 40 random characters cannot be guessed. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Whether a secret matches a stored hash, which is latin1 text; in constant time. */
export function secretMatches(secret: string, secretHash: string): boolean {
  return timingSafeEqual(hashSecret(secret), Buffer.from(secretHash, 'latin1'));
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function drawBase62(length: number): string {
  let text = '';
  while (text.length < length) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
}
