import { Type } from 'typebox';
import { sendPage } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import { listPeople } from '../../../people/people.ts';
import type { DashboardServices } from '../../../services.ts';
import { personObject } from './person-object.ts';

const query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 120, description: 'Part of a name or an email address.' })),
  staff: Type.Optional(Type.Boolean({ default: false, description: 'Only the service’s own staff.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'People on a page.' })),
  cursor: Type.Optional(
    Type.String({ maxLength: 400, pattern: '^[A-Za-z0-9_-]+$', description: 'next_cursor of the page before.' }),
  ),
});

export function listPeopleRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/people',
    { schema: { summary: 'People, by email address', querystring: query }, config: { right: 'people.read' } },
    async (request, reply) => {
      const { search = '', staff: staffOnly = false, limit = 25, cursor = '' } = request.query;
      const after = Buffer.from(cursor, 'base64url').toString();
      const found = await listPeople(pool, { after, search, staffOnly, limit: limit + 1 });
      const data = found.slice(0, limit).map(personObject);
      const has_more = found.length > limit;
      const next_cursor = has_more ? Buffer.from(data.at(-1)?.email ?? '').toString('base64url') : null;
      sendPage(reply, 'People retrieved.', { data, pagination: { has_more, next_cursor } });
    },
  );
}
