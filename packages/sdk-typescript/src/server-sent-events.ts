/** One block of a `text/event-stream`, as far as the service uses it. */
export interface StreamBlock {
  /** Null when the block has no `id`. */
  readonly id: string | null;
  /** Null when the block has no `data`, for example a comment that keeps the connection alive. */
  readonly data: string | null;
}

/** A block is an event of a kilobyte or two. More than this is not the service, and must not fill the memory. */
const blockCharactersMax = 1_048_576;

/**
 * Cuts a `text/event-stream` (HTML standard, section 9.2.6) into its blocks, whatever the pieces in which it arrives.
 * @throws RangeError for a block that is longer than a million characters.
 */
export async function* blocksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamBlock, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  let characters = 0;
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    // A carriage return at the end may be half of a line end, so it waits for the next piece.
    const end = /\r\n|\n|\r(?!$)/;
    for (let found = end.exec(rest); found !== null; found = end.exec(rest)) {
      const line = rest.slice(0, found.index);
      rest = rest.slice(found.index + found[0].length);
      characters += line.length;
      if (line !== '') {
        lines.push(line);
      } else {
        if (lines.length > 0) yield blockOf(lines);
        lines = [];
        characters = 0;
      }
    }
    if (characters + rest.length > blockCharactersMax) throw new RangeError('A block of the stream is too long.');
  }
}

function blockOf(lines: readonly string[]): StreamBlock {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return { id, data: data.length === 0 ? null : data.join('\n') };
}
