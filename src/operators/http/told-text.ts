/**
 * A text of an operator as we can keep and show it: without control characters, some of which a database does not take,
 * halves of characters, and blanks around it. Null where nothing is left.
 */
export function toldText(text: string): string | null {
  const kept = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  return kept === '' ? null : kept;
}
