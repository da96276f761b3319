import { Type } from 'typebox';
import { clientSearchOf, searchClients } from '../../../../access/search-clients.ts';
import { sendPage } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { clientListed } from './client-object.ts';

const query = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 120, description: 'Part of a name, digits of a phone, or the number of a client.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Clients on a page.' })),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'next_cursor of the page before.' })),
});

export function listClientsRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/clients',
    { schema: { summary: 'Clients, by number', querystring: query }, config: { right: 'clients.read' } },
    async (request, reply) => {
      const { search = '', limit = 25, cursor = '0' } = request.query;
      const found = await searchClients(pool, {
        search: clientSearchOf(search),
        after: Number(cursor),
        limit: limit + 1,
      });
      const data = found.slice(0, limit).map(clientListed);
      const has_more = found.length > limit;
      sendPage(reply, 'Clients retrieved.', {
        data,
        pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.client_id) : null },
      });
    },
  );
}
