import { maskSecrets } from './mask-secrets.ts';

/** What is kept of a body, in characters of the masked text; never more bytes than this. */
export const keptBytesMax = 2_048;

/**
 * Fields with values that must not be stored, also when the text is cut off inside a value. A signature is no secret, but
 * its holder can repeat the signed request.
 */
const secretFields =
  /("[^"]*(?:secret|password|pin|token|api_key|authorization|signature)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi;

/** Whether there may be something for the masks of secrets, which cost more than to look; most texts hold none. */
const mayHoldSecretField = /(?:secret|password|pin|token|api_key|authorization|signature)"/i;
export const mayHoldSecret = /nsk_|whsec_|postgres/;

/** A Ugandan phone wherever it stands, with the spaces or hyphens that people write. */
export const ugandanPhone = /(?<![\w-])(\+?(?:256|0)[ -]?\d{2})(?:[ -]?\d){5}[ -]?(\d[ -]?\d)(?!\d)/g;

/** A whole value of nine to fifteen digits: a phone of any country, and no amount or time, which have no quotes. */
const wholePhone = /(?<=["=])(\+?\d{2,8})\d{5}(\d{2})(?=["&]|$)/g;

/**
 * The beginning of a request's or an answer's body as it may be shown: keys, secrets and PINs cut out, phones without
 * their middle digits, at most 2 KiB. Null for no body.
 */
export function maskBody(body: Buffer | string | null): string | null {
  return maskedBeginning(body, keptBytesMax, maskText);
}

/** The first `bytesMax` bytes of a body as `mask` shows them, in whole characters. Null for no body. */
export function maskedBeginning(
  body: Buffer | string | null,
  bytesMax: number,
  mask: (text: string) => string,
): string | null {
  if (body === null || body.length === 0) return null;
  const isCut = body.length > bytesMax;
  const text = typeof body === 'string' ? body.slice(0, bytesMax) : body.toString('utf8', 0, bytesMax);
  // A number that the cut has split is no phone any more, yet it may hold most of one.
  return upToBytes(mask(isCut ? text.replace(/[\d +-]+$/, '') : text), bytesMax);
}

/** A text without secrets and without the middle of phones, and without the one character PostgreSQL cannot store. */
export function maskText(text: string): string {
  let masked = text;
  if (mayHoldSecretField.test(masked)) masked = masked.replace(secretFields, '$1"[redacted]"');
  if (mayHoldSecret.test(masked)) masked = maskSecrets(masked);
  // Secrets first: a number inside of one must not cut it in two.
  masked = masked.replace(ugandanPhone, '$1*****$2').replace(wholePhone, '$1*****$2');
  // A phone that hangs on a word, which the log's own rule finds.
  if (/256\d{9}/.test(masked)) masked = maskSecrets(masked);
  return masked.includes('\0') ? masked.replaceAll('\0', '�') : masked;
}

function upToBytes(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax || Buffer.byteLength(text) <= bytesMax) return text;
  // A character that the cut has split becomes U+FFFD.
  return Buffer.from(text)
    .toString('utf8', 0, bytesMax - 3)
    .replace(/�+$/, '');
}
