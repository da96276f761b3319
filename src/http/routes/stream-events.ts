import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { EventStream, StreamStep } from '../../events/stream.ts';
import { type EventName, eventNames } from '../../ledger/event-names.ts';
import { makerOf } from '../../wallet/answer.ts';
import { invalidField, Refusal } from '../../wallet/refusal.ts';
import { callerOf } from '../answer.ts';
import type { Api } from '../api.ts';
import { fieldSentences } from '../field-sentences.ts';
import type { HttpServices } from '../services.ts';

/** How long an ended stream's last bytes may take to reach a reader that is slow, before its connection is cut. */
const lastBytesWaitMs = 1_000;

/** A browser that lost the connection comes again after so many milliseconds. */
const comeAgainMs = 1_000;

export function streamEvents(api: Api, services: HttpServices): void {
  // Otherwise closing would wait for readers who mean to stay for ever.
  api.addHook('preClose', (done) => {
    services.eventStreams.stop();
    done();
  });
  api.get(
    '/events/stream',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary: 'Hear the events of the wallet as they happen',
        description:
          'Server-sent events: each has its sequence as `id`, its name as `event`, and as `data` the event as the feed ' +
          'gives it. Whoever comes again with the last `id` misses nothing. Comments keep the connection alive.',
        tags: ['Events'],
        querystring: Type.Object({
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'Events after this sequence; without it, those from now on.',
            }),
          ),
          events: Type.Optional(
            Type.String({
              description: 'Only events of these names, with commas between.',
              examples: ['transaction.completed,transaction.failed'],
            }),
          ),
        }),
        headers: Type.Object({
          'last-event-id': Type.Optional(
            Type.String({
              pattern: '^[0-9]{0,15}$',
              description: 'The last `id` that was heard; it wins over `after`. Browsers send it by themselves.',
            }),
          ),
        }),
      },
      config: {
        access: { limit: 'webhooks', permissions: ['webhooks:read'] },
        answerText: {
          type: 'text/event-stream',
          example:
            'id: 17\nevent: wallet.credited\ndata: {"id":"evt_42_3","type":"wallet.credited",…,"sequence":17}\n\n',
        },
        failures: ['invalid_request'],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { after, events } = request.query;
      const lastHeard = request.headers['last-event-id'] ?? '';
      const stream = await services.eventStreams.open({
        walletId: caller.walletId,
        reader: makerOf(caller),
        after: lastHeard === '' ? (after ?? null) : Number(lastHeard),
        names: events === undefined ? null : namesIn(events),
        isStillAllowed: () => isStillAllowed(services, request),
      });
      send(stream, reply);
      // Told so, Fastify waits for the stream and does not take the answer for an empty one.
      return reply;
    },
  );
}

/** @throws Refusal that names the field. */
function namesIn(text: string): EventName[] {
  const names = text.split(',').map((word) => {
    const name = eventNames.find((known) => known === word);
    if (name === undefined) throw invalidField('events', fieldSentences.events ?? '');
    return name;
  });
  if (new Set(names).size < names.length) throw invalidField('events', fieldSentences.events ?? '');
  return names;
}

/** Whether the key would still be let in. A database that is away says nothing about it. */
async function isStillAllowed(services: HttpServices, request: FastifyRequest): Promise<boolean> {
  try {
    await services.authenticate(request.headers.authorization, request.ip);
    return true;
  } catch (error) {
    return !(error instanceof Refusal);
  }
}

function send(stream: EventStream, reply: FastifyReply): void {
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
  let told: number | null = null;
  for await (const { events, sequence } of steps) {
    if (events.length > 0) {
      yield events
        .map((event) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join('');
      told = events.at(-1)?.sequence ?? null;
    } else if (told === sequence) {
      yield ': alive\n\n';
    } else {
      yield told === null ? `retry: ${comeAgainMs}\nid: ${sequence}\n\n` : `: alive\nid: ${sequence}\n\n`;
      told = sequence;
    }
  }
}
