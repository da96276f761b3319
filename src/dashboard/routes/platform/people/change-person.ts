import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import { disablePerson, enablePerson, removeSecondFactor } from '../../../people/people.ts';
import { platformRoles } from '../../../people/rights.ts';
import { changePlatformRole } from '../../../people/staff.ts';
import type { DashboardServices } from '../../../services.ts';
import { personParams as params, personNumbered, personObject, personPath } from './person-object.ts';

/** What administrators change about a person; each change is in the audit log, and the answer is the person after it. */
export function changePerson(api: DashboardApi, { pool }: DashboardServices): void {
  api.put(
    `${personPath}/role`,
    {
      schema: {
        summary: 'Give somebody another role of staff, or none',
        params,
        body: Type.Object({
          role: Type.Union([Type.Enum([...platformRoles]), Type.Null()], {
            description: 'Null takes them out of the staff.',
            sentence: `The role must be ${platformRoles.join(' or ')}, or empty for none.`,
          }),
        }),
      },
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { personId } = request.params;
      const actor = deskOf(request).person.email;
      await changePlatformRole(pool, { personId, role: request.body.role, actor });
      sendData(reply, 'The role is changed.', personObject(await personNumbered(pool, personId)));
    },
  );

  api.put(
    `${personPath}/access`,
    {
      schema: {
        summary: 'Shut somebody out, which ends their sessions, or let them in again',
        params,
        body: Type.Object({ allowed: Type.Boolean({ description: 'Whether they can sign in.' }) }),
      },
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { personId } = await personNumbered(pool, request.params.personId);
      const act = { personId, actor: deskOf(request).person.email };
      const { allowed } = request.body;
      await (allowed ? enablePerson(pool, act) : disablePerson(pool, act));
      const message = allowed ? 'They can sign in again.' : 'They are shut out, and their sessions have ended.';
      sendData(reply, message, personObject(await personNumbered(pool, personId)));
    },
  );

  api.delete(
    `${personPath}/second-factor`,
    {
      schema: { summary: 'Take away a second factor that somebody has lost; their sessions end', params },
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { personId } = await personNumbered(pool, request.params.personId);
      await removeSecondFactor(pool, { personId, actor: deskOf(request).person.email });
      sendData(reply, 'The second factor is gone.', personObject(await personNumbered(pool, personId)));
    },
  );
}
