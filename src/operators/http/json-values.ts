/**
 * Reads JSON that somebody else wrote. An integer that a number cannot carry exactly, a long receipt for example,
 * becomes the text of its digits.
 * @returns undefined when the text is empty or not JSON.
 */
export function readJson(text: string): unknown {
  try {
    return mayHoldLongInteger.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sixteen digits or an exponent: only then is the slower reading needed, which takes ten times as long. */
const mayHoldLongInteger = /\d{16}|(?:^|[:,[\s])-?\d+(?:\.\d+)?e/i;

function exactInteger(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}

/** The fields of a JSON object, or null for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** A text, or a number as text; null for anything else and for a text without a visible character. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? cleanText(value) : null;
}

/**
 * A text of an operator in a form that the database stores and a page shows: without control characters, halves of
 * characters, and blanks around it. Null where nothing is left.
 */
export function cleanText(text: string): string | null {
  const kept = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  return kept === '' ? null : kept;
}
