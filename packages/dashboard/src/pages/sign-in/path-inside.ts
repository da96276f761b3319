/** The text if it is a path of this dashboard, else null: a link must not lead a person elsewhere after the sign-in. */
export function pathInside(text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith('/')) return null;
  const origin = 'http://inside.invalid';
  try {
    const address = new URL(text, origin);
    return address.origin === origin ? `${address.pathname}${address.search}${address.hash}` : null;
  } catch {
    return null;
  }
}
