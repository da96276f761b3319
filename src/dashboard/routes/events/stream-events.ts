import { Type } from 'typebox';
import { sendEventStream } from '../../../http/event-stream-answer.ts';
import { eventNames } from '../../../ledger/event-names.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';

/**
 * A stream ends after so long, and the browser comes again with the last event it heard: the guard is asked anew, so that
 * whoever lost the right hears no more, and nothing is missed between.
 */
const streamMs = 60_000;

export function streamEvents(api: DashboardApi, { eventStreams }: DashboardServices): void {
  api.get(
    `${clientPath}/events/stream`,
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'The events of a wallet as they happen, as server-sent events',
        description: 'Each has its number in the feed as `id`. A stream ends within a minute or so; come again then.',
        params: Type.Object(clientParams),
        querystring: Type.Object({
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'Events after this number; without it, those from now on.',
            }),
          ),
          type: Type.Optional(Type.Enum([...eventNames])),
        }),
        headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ pattern: '^[0-9]{0,15}$' })) }),
      },
      config: { right: 'events.read' },
    },
    async (request, reply) => {
      const { after, type } = request.query;
      const lastHeard = request.headers['last-event-id'] ?? '';
      const endsAt = performance.now() + streamMs;
      const stream = await eventStreams.open({
        walletId: deskCallerOf(request).walletId,
        reader: `person:${deskOf(request).person.id}`,
        after: lastHeard === '' ? (after ?? null) : Number(lastHeard),
        names: type === undefined ? null : [type],
        isStillAllowed: () => performance.now() < endsAt,
      });
      sendEventStream(stream, reply);
      // Told so, Fastify waits for the stream and does not take the answer for an empty one.
      return reply;
    },
  );
}
