import { expect, test } from 'vitest';
import { type StreamBlock, streamBlocks } from './follow-events.ts';

const text =
  ': alive\nid: 3\n\nid: 4\nevent: wallet.credited\ndata: {"name":"Nakató 𝕐"}\n\r\n: alive\n\nid: 5\ndata:{}\ndata: x\n\nid: 6\ndata: a\u2028b\u2029c\n\nid: 7\nda';

const blocks: StreamBlock[] = [
  { id: '3', data: null },
  { id: '4', data: '{"name":"Nakató 𝕐"}' },
  { id: null, data: null },
  { id: '5', data: '{}\nx' },
  // JSON leaves these two as they are, and for a stream they end no line.
  { id: '6', data: 'a\u2028b\u2029c' },
];

test.each([1, 2, 3, 7, 1_000])(
  'blocks are the same when the bytes come %i at a time; a torn one is left out',
  async (size) => {
    const bytes = new TextEncoder().encode(text);
    async function* chunks() {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    }
    const read: StreamBlock[] = [];
    for await (const block of streamBlocks(chunks())) read.push(block);
    expect(read).toEqual(blocks);
  },
);
