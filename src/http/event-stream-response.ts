import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { EventStream, StreamStep } from '../events/stream.ts';

/** How long an ended stream's last bytes may take to reach a reader that is slow, before its connection is cut. */
const lastBytesWaitMs = 1_000;

/** A browser that lost the connection comes again after so many milliseconds. */
const comeAgainMs = 1_000;

/** Answers with a stream of events for as long as its reader stays. The handler gives the reply back afterwards. */
export function sendEventStream(stream: EventStream, reply: FastifyReply): void {
  const { raw } = reply;
  if (reply.sent || raw.destroyed) {
    stream.end();
    return;
  }
  reply.deadline?.end(reply);
  let cutting: NodeJS.Timeout | undefined;
  stream.ended.addEventListener('abort', () => {
    cutting = setTimeout(() => raw.destroy(), lastBytesWaitMs).unref();
  });
  raw.once('close', () => {
    stream.end();
    clearTimeout(cutting);
  });
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache, no-transform')
    // Nginx would otherwise keep events back until it has a bufferful.
    .header('x-accel-buffering', 'no')
    .send(Readable.from(textOf(stream.steps)));
}

/**
 * Steps in the form of the HTML standard, section 9.2.6. A step without events is a comment, with the `id` where that
 * moved: an `id` alone is remembered by the reader and gives it no event.
 */
async function* textOf(steps: AsyncIterable<StreamStep>): AsyncGenerator<string, void> {
  let lastSequence: number | null = null;
  for await (const { events, sequence } of steps) {
    if (events.length > 0) {
      yield events
        .map((event) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join('');
      lastSequence = events.at(-1)?.sequence ?? null;
    } else if (lastSequence === sequence) {
      yield ': alive\n\n';
    } else {
      yield lastSequence === null ? `retry: ${comeAgainMs}\nid: ${sequence}\n\n` : `: alive\nid: ${sequence}\n\n`;
      lastSequence = sequence;
    }
  }
}
