export interface JsonPart {
  readonly kind: 'plain' | 'name' | 'string' | 'number' | 'word';
  readonly text: string;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** JSON text cut into the parts that have a colour. Joined, they are the text again. Other text is one plain part. */
export function jsonParts(text: string): JsonPart[] {
  if (!/^\s*[[{"]/.test(text)) return [{ kind: 'plain', text }];
  const parts: JsonPart[] = [];
  let from = 0;
  for (const found of text.matchAll(token)) {
    if (found.index > from) parts.push({ kind: 'plain', text: text.slice(from, found.index) });
    const [whole, quoted, colon, number] = found;
    if (quoted !== undefined) {
      parts.push({ kind: colon === undefined ? 'string' : 'name', text: quoted });
      if (colon !== undefined) parts.push({ kind: 'plain', text: colon });
    } else parts.push({ kind: number === undefined ? 'word' : 'number', text: whole });
    from = found.index + whole.length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}
