/** One block of a text/event-stream with the fields that are used here. */
export interface StreamBlock {
  /** Null when the block does not move it. */
  readonly id: string | null;
  /** Null when there is none, as in a comment: such a block is no event. */
  readonly data: string | null;
}

/**
 * Reads the blocks of a text/event-stream (HTML standard, section 9.2.6). A block that was not ended by an empty line
 * is not given: its connection broke in the middle.
 */
export async function* streamBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamBlock, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield readBlock(block);
  }
}

function readBlock(text: string): StreamBlock {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { id, data: data.length === 0 ? null : data.join('\n') };
}
