import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Nsimbi } from './client.ts';
import { blocksOf, type StreamBlock } from './server-sent-events.ts';
import { breaks, fails, responds, type Step, scriptedFetch } from './testing/scripted-fetch.ts';

const apiKey = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';

// The shortest pauses before a connection is made again; retry.test.ts says how long they are.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function clientOf(...steps: readonly [Step, ...Step[]]) {
  const { fetch, sent } = scriptedFetch(...steps);
  return { client: new Nsimbi({ apiKey, baseUrl: 'https://pay.example.ug', fetch }), sent };
}

const block = (sequence: number) => `id: ${sequence}\nevent: wallet.credited\ndata: {"sequence":${sequence}}\n\n`;

/** A step that responds with a stream of these pieces and ends it, or lets it break. */
function streams(pieces: readonly string[], end: 'ends' | 'breaks' | 'stays' = 'ends'): Step {
  return (_, signal) => {
    let next = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = pieces[next];
        next += 1;
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (end === 'ends') controller.close();
        else if (end === 'breaks') controller.error(new TypeError('terminated'));
        else await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

describe('a stream of events', () => {
  test('has no gap and no repeat when its connection ends, breaks or is refused for a time', async () => {
    const { client, sent } = clientOf(
      streams(['retry: 1000\nid: 4\n\n', block(5), block(6)]),
      breaks('ECONNRESET'),
      fails(503, 'database_unavailable', { 'retry-after': '0' }),
      streams([block(7), ': alive\nid: 9\n\n'], 'breaks'),
      streams([block(10)], 'stays'),
    );
    const sequences: (number | undefined)[] = [];
    for await (const { sequence } of client.events.stream({ events: ['wallet.credited', 'wallet.debited'] })) {
      sequences.push(sequence);
      if (sequence === 10) break;
    }
    expect(sequences).toEqual([5, 6, 7, 10]);
    expect(sent.map(({ url }) => url.searchParams.get('after'))).toEqual([null, '6', '6', '6', '9']);
    expect(sent[0]?.url.searchParams.get('events')).toBe('wallet.credited,wallet.debited');
  });

  test('begins after the sequence that is given', async () => {
    const { client, sent } = clientOf(streams([block(8)], 'stays'));
    for await (const event of client.events.stream({ after: 7 })) {
      expect(event.sequence).toBe(8);
      break;
    }
    expect(sent[0]?.url.searchParams.get('after')).toBe('7');
  });

  test('ends without an error when its signal aborts', async () => {
    const { client } = clientOf(streams([block(5)], 'stays'));
    const controller = new AbortController();
    const received: unknown[] = [];
    for await (const event of client.events.stream({ signal: controller.signal })) {
      received.push(event);
      controller.abort();
    }
    expect(received).toHaveLength(1);
  });

  test('is opened again when nothing came for three times the time of a sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client, sent } = clientOf(streams([block(5)], 'stays'), streams([block(6)], 'stays'));
    const stream = client.events.stream();
    expect((await stream.next()).value).toEqual({ sequence: 5 });
    const following = stream.next();
    await vi.advanceTimersByTimeAsync(44_000);
    expect(sent).toHaveLength(1);
    // The rest of the time, and the pause before the next connection, which begins only then.
    for (let step = 0; step < 20 && sent.length < 2; step += 1) await vi.advanceTimersByTimeAsync(100);
    expect((await following).value).toEqual({ sequence: 6 });
    expect(sent[1]?.url.searchParams.get('after')).toBe('5');
    await stream.return();
  });

  test('of a key without the permission fails at once', async () => {
    const { client, sent } = clientOf(fails(403, 'forbidden'));
    await expect(client.events.stream().next()).rejects.toMatchObject({ name: 'PermissionError' });
    expect(sent).toHaveLength(1);
  });

  test('of a service that was never reached fails after some tries', async () => {
    const { client, sent } = clientOf(breaks('ECONNREFUSED', 'connect'));
    await expect(client.events.stream().next()).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(sent).toHaveLength(4);
  });
});

test('the feed is read page by page from a sequence on', async () => {
  const page = (ids: number[], next: string, more: boolean) =>
    responds(200, {
      success: true,
      data: ids.map((sequence) => ({ sequence })),
      pagination: { next_cursor: next, has_more: more },
    });
  const { client, sent } = clientOf(page([4, 5], '5', true), page([6], '6', false));
  const sequences: (number | undefined)[] = [];
  for await (const { sequence } of client.events.iterate({ after: 3, limit: 2 })) sequences.push(sequence);
  expect(sequences).toEqual([4, 5, 6]);
  expect(sent.map(({ url }) => url.search)).toEqual(['?after=3&limit=2', '?after=5&limit=2']);
});

describe('blocks of a stream', () => {
  const text =
    ': hello\r\nid: 1\r\ndata: a\r\ndata:b\r\n\r\nid: 2\ndata: é\n\n\n: alive\rid: 3\r\rdata\n\ndata: not ended';
  const expected: StreamBlock[] = [
    { id: '1', data: 'a\nb' },
    { id: '2', data: 'é' },
    { id: '3', data: null },
    { id: null, data: '' },
  ];

  test.each([1, 2, 3, 7, 1_000])('are the same in pieces of %i bytes', async (size) => {
    const bytes = new TextEncoder().encode(text);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const blocks: StreamBlock[] = [];
    for await (const one of blocksOf(pieces())) blocks.push(one);
    expect(blocks).toEqual(expected);
  });

  test('that never end do not fill the memory', async () => {
    async function* endless() {
      for (;;) yield new TextEncoder().encode('x'.repeat(65_536));
    }
    await expect(blocksOf(endless()).next()).rejects.toThrow(RangeError);
  });
});
