import { createHmac, timingSafeEqual } from 'node:crypto';
import { objectOf } from '../http/json-values.ts';
import { airtelReferenceForm } from './texts.ts';

/**
 * The bytes that Airtel may have hashed. Its page says "the callback request"; its clients disagree (providers.md 2.9), and
 * which form is in use is known only after the first real callback.
 */
export type HashForm = 'transaction' | 'transaction as sent' | 'body without hash' | 'body without hash as sent';

export interface ReadCallback {
  /** The payment that a callback names, or null when it is not ours or not genuine. */
  readonly reference: string | null;
  /** The form whose hash matched; null when none did, or when no key is set. */
  readonly hashForm: HashForm | null;
}

/** A body can consist of braces only; the texts of a genuine transaction have hardly one. */
const bracesMax = 20;

const notOurs: ReadCallback = { reference: null, hashForm: null };

/**
 * Reads a callback. Nothing but the reference is taken from it: it makes us ask, and never moves money.
 * @param key The private key of the application's settings; null when callbacks are not authenticated.
 */
export function readAirtelCallback(body: Buffer, key: string | null): ReadCallback {
  const text = body.toString('utf8');
  const fields = parseObject(text);
  const transaction = objectOf(fields?.transaction);
  if (fields === null || transaction === null) return notOurs;
  const { id } = transaction;
  if (typeof id !== 'string' || !airtelReferenceForm.test(id)) return notOurs;
  if (key === null) return { reference: id, hashForm: null };
  if (typeof fields.hash !== 'string') return notOurs;
  const hashForm = matchingForm(text, fields, fields.hash, key);
  return hashForm === null ? notOurs : { reference: id, hashForm };
}

/** Tries every form, also after a match, so that the time it takes reveals nothing. */
function matchingForm(
  text: string,
  fields: Readonly<Record<string, unknown>>,
  hash: string,
  key: string,
): HashForm | null {
  const { hash: _hash, ...withoutHash } = fields;
  const forms: readonly (readonly [HashForm, string | null])[] = [
    ['transaction', JSON.stringify(fields.transaction)],
    ['transaction as sent', transactionAsSent(text)],
    ['body without hash', JSON.stringify(withoutHash)],
    ['body without hash as sent', text.replace(/,\s*"hash"\s*:\s*"[^"]*"|"hash"\s*:\s*"[^"]*"\s*,\s*/, '')],
  ];
  const given = Buffer.from(hash, 'base64');
  const matching = forms.filter(([, content]) => content !== null && isHashOf(content, given, key));
  return matching[0]?.[0] ?? null;
}

function isHashOf(content: string, given: Buffer, key: string): boolean {
  const expected = createHmac('sha256', key).update(content, 'utf8').digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The characters of the transaction as they came: other writers of JSON escape and space it in their own way.
 * Cut at the first brace that makes it an object, braces inside its texts included.
 */
function transactionAsSent(text: string): string | null {
  const start = /"transaction"\s*:\s*(?=\{)/.exec(text);
  if (start === null) return null;
  const from = start.index + start[0].length;
  let end = from;
  for (let braces = 0; braces < bracesMax; braces += 1) {
    end = text.indexOf('}', end) + 1;
    if (end === 0) return null;
    const piece = text.slice(from, end);
    if (parseObject(piece) !== null) return piece;
  }
  return null;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}
