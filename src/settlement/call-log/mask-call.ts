import { mayHoldSecret, ugandanPhone } from '../../masks/mask-body.ts';
import { maskSecrets } from '../../masks/mask-secrets.ts';
import { operators } from '../../operators/registry.ts';

/** Fields with secret values, a text or a number, also inside of a text or where the text is cut off. */
const secretFields =
  /("[^"]*(?:secret|password|pin|token|key|authorization|signature|hash)\\?"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\\"[^"\\]*|[\w.+-]+)/gi;

/** Some answers report our balance at the operator, which does not belong to one payment. */
const balances = /(balance\D{0,20})\d[\d,.]*/gi;

/** Amounts and receipts, which serve disputes, are as long as phones and no phones. */
const keptNames = ['amount', ...operators.flatMap(({ unmaskedFields }) => unmaskedFields)];
const keptFields = new RegExp(`"(?:${keptNames.join('|')})"\\s*:\\s*"?[\\w.,-]*`);

/** As `maskPhones` has it: every run of 9 to 15 digits, because operators write phones with and without the country code. */
const digits = /(?<!\d)(\d{2,8})\d{5}(\d{2})(?!\d)/;

const numbers = new RegExp(`(${keptFields.source})|${ugandanPhone.source}|${digits.source}`, 'g');

/** A reference of ours or a code of an operator's; references of test mode begin with SIM. */
const reference = new RegExp(`^(?:SIM-)?(?:${operators.map(({ unmaskedWords }) => unmaskedWords.source).join('|')})$`);

/** A part of a path that is this long is a secret, as in the path of a callback that has no signature. */
const longParts = /[^/?&=]{40,}/g;

/** A request or answer without secrets, PINs, signatures and balances and without the middle of phones. */
export function maskCall(text: string): string {
  const open = text.replace(secretFields, '$1"[redacted]"').replace(balances, '$1[redacted]');
  const masked = (mayHoldSecret.test(open) ? maskSecrets(open) : open).replace(numbers, withoutMiddle);
  return masked.includes('\0') ? masked.replaceAll('\0', '�') : masked;
}

/** A path and its query without secrets and without the middle of phones. */
export function maskCallPath(path: string): string {
  return maskCall(path.replace(longParts, '[redacted]'));
}

function withoutMiddle(
  found: string,
  kept: string | undefined,
  begin: string | undefined,
  end: string | undefined,
  beginOfDigits: string,
  endOfDigits: string,
  at: number,
  text: string,
): string {
  if (kept !== undefined || reference.test(wordAround(text, at, found.length))) return found;
  return begin === undefined ? `${beginOfDigits}*****${endOfDigits}` : `${begin}*****${end}`;
}

/** Used only where a number was found: to search for references everywhere would cost more than all the rest. */
function wordAround(text: string, at: number, length: number): string {
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? '';
  const after = /^[\w-]*/.exec(text.slice(at + length, at + length + 40))?.[0] ?? '';
  return before + text.slice(at, at + length) + after;
}
