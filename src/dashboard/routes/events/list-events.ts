import { Type } from 'typebox';
import { latestEvents } from '../../../events/latest.ts';
import { sendPage } from '../../../http/answer.ts';
import { pageLimit, pageLimitDefault } from '../../../http/schemas/id.ts';
import { eventNames } from '../../../ledger/event-names.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { eventListed } from './event-listed.ts';

export function listEvents(api: DashboardApi, { reader }: DashboardServices): void {
  api.get(
    `${clientPath}/events`,
    {
      schema: {
        summary: 'The events of a wallet, newest first',
        description: 'With a type a page may be short, or empty, while there is a next one.',
        params: Type.Object(clientParams),
        querystring: Type.Object({
          limit: Type.Optional(pageLimit),
          cursor: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'next_cursor of the page before.',
            }),
          ),
          type: Type.Optional(Type.Enum([...eventNames])),
        }),
      },
      config: { right: 'events.read' },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = null, type } = request.query;
      const { events, nextBefore } = await latestEvents(reader, deskCallerOf(request).walletId, {
        before: cursor,
        limit,
        names: type === undefined ? null : [type],
      });
      sendPage(reply, 'Events retrieved.', {
        data: events.map(eventListed),
        pagination: { next_cursor: nextBefore === null ? null : String(nextBefore), has_more: nextBefore !== null },
      });
    },
  );
}
