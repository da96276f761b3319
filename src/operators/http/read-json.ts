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
