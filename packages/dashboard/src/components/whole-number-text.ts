/** What a field of a whole number holds: the number, '' while it is empty, or else the text as it was typed. */
export type WholeNumber = number | string;

const oneNumber = /^(?:UGX\s*)?(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)$/i;

/**
 * Reads a whole number with or without its thousands apart. What has decimals, or is no number, stays the text it is:
 * it is for the person to correct, and never becomes another number.
 */
export function wholeNumberOf(text: string): WholeNumber {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.toUpperCase() === 'UGX') return '';
  const digits = oneNumber.exec(trimmed)?.[1]?.replace(/\D/g, '');
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : text;
}

/**
 * Reads the text of a field after an edit. Where digits were written into a number, or some of it was deleted, its
 * commas are where they were before, so that only the digits count; whatever else was written is read as a whole. Judged by
 * the texts alone, because keyboards tell their edits by many names; what is pasted is for `wholeNumberOf`, as a text that
 * begins like the one it replaces looks like an edit of it.
 */
export function wholeNumberAfterEdit(before: string, text: string): WholeNumber {
  const wasNumber = before === '' || typeof wholeNumberOf(before) === 'number';
  return wholeNumberOf(wasNumber && /^\d*$/.test(writtenInto(before, text)) ? text.replace(/\D/g, '') : text);
}

/** What stands in a text between what begins and what ends as before. */
function writtenInto(before: string, text: string): string {
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  return text.slice(start, text.length - end);
}

/** What is wrong with what a field of a whole number holds, for the `validate` of a form; null for a number or nothing. */
export function wholeNumberProblem(value: WholeNumber): string | null {
  return typeof value === 'number' || value === '' ? null : 'Enter a whole number, such as 25,000.';
}

/** Where in the text so many digits are to its right; at the right of what is not a digit. */
export function caretBefore(text: string, digitsRight: number): number {
  let caret = text.length;
  for (let right = 0; caret > 0 && right < digitsRight; caret -= 1) if (/\d/.test(text[caret - 1] ?? '')) right += 1;
  return caret;
}
