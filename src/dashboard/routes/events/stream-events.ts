import { Type } from 'typebox';
import { findClient } from '../../../access/clients.ts';
import { sendEventStream } from '../../../http/event-stream-answer.ts';
import { eventNames } from '../../../ledger/event-names.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import { AccessChanges } from '../../people/access-changes.ts';
import type { DashboardServices } from '../../services.ts';

/**
 * A stream ends after so long, and the browser comes again with the last event it received: an open page keeps its session
 * alive in this way, and a session that expires ends its stream.
 */
const streamMs = 60_000;

export function streamEvents(api: DashboardApi, { pool, eventStreams, notices }: DashboardServices): void {
  const accessChanges = new AccessChanges(notices);
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
      const { person, askAgain } = deskOf(request);
      const endsAt = performance.now() + streamMs;
      const isStillAdmitted = admission(() => accessChanges.count(person.id), askAgain);
      const { walletId, clientId } = deskCallerOf(request);
      const client = await findClient(pool, clientId);
      const stream = await eventStreams.open({
        walletId,
        reader: `person:${person.id}`,
        clientId,
        clientStreamsMax: client?.quotas.event_streams ?? null,
        after: lastHeard === '' ? (after ?? null) : Number(lastHeard),
        names: type === undefined ? null : [type],
        isStillAllowed: async () => performance.now() < endsAt && (await isStillAdmitted()),
      });
      sendEventStream(stream, reply);
      // Told so, Fastify waits for the stream and does not take the answer for an empty one.
      return reply;
    },
  );
}

/**
 * Whether a person is still let in: asks the guard when `count` says that something changed since it last let them in,
 * and each time while `count` is null. A database that is away says nothing about it.
 */
function admission(count: () => number | null, askAgain: () => Promise<unknown>): () => Promise<boolean> {
  let admittedAt: number | null = null;
  return async () => {
    const before = count();
    if (before !== null && before === admittedAt) return true;
    try {
      await askAgain();
      admittedAt = before;
      return true;
    } catch (error) {
      return !(error instanceof Refusal);
    }
  };
}
