import { type Static, Type } from 'typebox';
import { readTeamActivity, type TeamFilter } from '../../../access/read-audit-log.ts';
import type { DashboardApi } from '../../api.ts';
import { clientDeskOf } from '../../desk.ts';
import { accessActions, downloadAction } from '../../people/sign-in-acts.ts';
import type { DashboardServices } from '../../services.ts';
import { csvNote, csvQuery } from '../exports/csv-query.ts';
import { sendFile } from '../exports/send-file.ts';
import { actsFile, actsPage, sendActs } from '../platform/audit-log/acts.ts';
import { moment } from '../platform/audit-log/audit-filter.ts';
import { teamParams, teamPath } from './team-path.ts';

const filter = {
  person: Type.Optional(Type.String({ maxLength: 254, description: 'Whose: an email address.' })),
  from: Type.Optional(moment('From this time on.')),
  to: Type.Optional(moment('Before this time.')),
};
const listQuery = Type.Object({ ...filter, ...actsPage });
const fileQuery = Type.Object({ ...filter, ...csvQuery });

const actions = { access: accessActions, download: downloadAction };

/** Sign-ins and what else concerns the access of a client's own people, and downloads from its desk. */
export function readActivity(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${teamPath}/activity`,
    {
      schema: {
        summary: 'Sign-ins, second factors and downloads of the people of a client, newest first',
        params: teamParams,
        querystring: listQuery,
      },
      config: { right: 'team.activity' },
    },
    async (request, reply) => {
      const { clientId } = clientDeskOf(request).caller;
      const chosen = teamFilterOf(clientId, request.query);
      await sendActs(reply, request.query, (page) => readTeamActivity(pool, chosen, actions, page));
    },
  );

  api.get(
    `${teamPath}/activity.csv`,
    {
      schema: {
        summary: 'Sign-ins, second factors and downloads of the people of a client as CSV, newest first',
        description: csvNote,
        params: teamParams,
        querystring: fileQuery,
      },
      config: { right: 'team.activity' },
    },
    async (request, reply) => {
      const { clientId } = clientDeskOf(request).caller;
      const chosen = teamFilterOf(clientId, request.query);
      return await sendFile(pool, request, reply, {
        name: `activity-${clientId}.csv`,
        type: 'text/csv; charset=utf-8',
        pieces: actsFile((page) => readTeamActivity(pool, chosen, actions, page), request.query.for),
      });
    },
  );
}

function teamFilterOf(
  clientId: number,
  { person, from, to }: Pick<Static<typeof fileQuery>, 'person' | 'from' | 'to'>,
): TeamFilter {
  const email = person?.trim().toLowerCase() ?? '';
  return {
    clientId,
    person: email === '' ? null : email,
    fromMs: from === undefined ? null : Date.parse(from),
    toMs: to === undefined ? null : Date.parse(to),
  };
}
