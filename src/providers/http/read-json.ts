/**
 * Reads JSON that somebody else wrote. An integer that a number cannot carry exactly, a long receipt for example,
 * becomes the text of its digits.
 * @returns undefined when the text is empty or not JSON.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, exactInteger);
  } catch {
    return undefined;
  }
}

function exactInteger(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}
