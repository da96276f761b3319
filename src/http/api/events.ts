import { Type } from 'typebox';
import type { Authenticator } from '../../access/authenticate.ts';
import { makerOf } from '../../access/caller.ts';
import type { EventStreams } from '../../events/stream.ts';
import { type EventName, eventNames } from '../../ledger/event-names.ts';
import { invalidField } from '../../refusal.ts';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import { sendEventStream } from '../event-stream-response.ts';
import { fieldSentences } from '../field-sentences.ts';
import { recheckKey } from '../guard.ts';
import { sendPage } from '../response.ts';
import { pageOf } from '../schemas/envelope.ts';
import { eventSchema, eventSequence, streamHeaders } from '../schemas/event.ts';
import { pageLimit, pageLimitDefault } from '../schemas/id.ts';

/** The events of the wallet, as a feed and as a stream. */
export function registerEventRoutes(api: Api, parts: StreamParts & { readonly wallet: WalletOperations }): void {
  readEvents(api, parts.wallet);
  streamEvents(api, parts);
}

const message = 'Events retrieved.';

function readEvents(api: Api, wallet: WalletOperations): void {
  api.get(
    '/events',
    {
      schema: {
        operationId: 'readEvents',
        summary: 'Read the events of the wallet, oldest first',
        tags: ['Events'],
        querystring: Type.Object({
          after: Type.Optional(
            eventSequence('Events after this sequence: next_cursor of the page before, also of an empty one.', {
              default: 0,
            }),
          ),
          limit: Type.Optional(pageLimit),
        }),
      },
      config: {
        access: { limit: 'webhooks', permissions: ['webhooks:read'] },
        response: pageOf(eventSchema, message),
        failures: ['invalid_request', 'history_unavailable'],
      },
    },
    async (request, reply) => {
      const { after = 0, limit = pageLimitDefault } = request.query;
      sendPage(reply, message, await wallet.readEvents(callerOf(request), { after, limit }));
    },
  );
}

/** What the stream of events calls. */
interface StreamParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly eventStreams: Pick<EventStreams, 'open' | 'stop'>;
  /** Names the header X-Webhook-Brand. */
  readonly settings: { readonly brand: string };
}

function streamEvents(api: Api, parts: StreamParts): void {
  // Otherwise closing would wait for readers who mean to stay for ever.
  api.addHook('preClose', (done) => {
    parts.eventStreams.stop();
    done();
  });
  api.get(
    '/events/stream',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary: 'Stream the events of the wallet as they happen',
        description:
          'Server-sent events: each has its sequence as `id`, its name as `event`, and as `data` the event as the feed ' +
          'returns it. Reconnect with the last `id` to receive all events since. Comments keep the connection alive.',
        tags: ['Events'],
        querystring: Type.Object({
          after: Type.Optional(eventSequence('Events after this sequence; without it, those from now on.')),
          events: Type.Optional(
            Type.String({
              description: 'Only events of these names, separated by commas.',
              examples: ['transaction.completed,transaction.failed'],
            }),
          ),
        }),
        headers: streamHeaders,
      },
      config: {
        access: { limit: 'webhooks', permissions: ['webhooks:read'] },
        textResponse: {
          type: 'text/event-stream',
          headers: ['Cache-Control', 'X-Accel-Buffering', 'X-Webhook-Brand'],
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
      const stream = await parts.eventStreams.open({
        walletId: caller.walletId,
        reader: makerOf(caller),
        clientId: caller.clientId,
        clientStreamsMax: request.principal?.quotas.event_streams ?? null,
        after: lastHeard === '' ? (after ?? null) : Number(lastHeard),
        names: events === undefined ? null : namesIn(events),
        isStillAllowed: () =>
          recheckKey(parts.authenticator, request).then(
            () => true,
            () => false,
          ),
      });
      reply.header('x-webhook-brand', parts.settings.brand);
      sendEventStream(stream, reply);
      // Returned like this, Fastify waits for the stream and does not take the answer for an empty one.
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
