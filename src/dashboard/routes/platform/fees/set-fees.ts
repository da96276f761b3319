import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { findClient } from '../../../../access/clients.ts';
import { sendData } from '../../../../http/answer.ts';
import { positiveId } from '../../../../http/schemas/id.ts';
import type { Queryable } from '../../../../postgres/pool.ts';
import { BadFeeBands } from '../../../../wallet/fees/band-problems.ts';
import { readDatabaseClock } from '../../../../wallet/fees/database-clock.ts';
import { findScheduleOfForm } from '../../../../wallet/fees/fee-form.ts';
import type { FeeSchedule } from '../../../../wallet/fees/schedules.ts';
import { setFees } from '../../../../wallet/fees/set-fees.ts';
import { invalidField } from '../../../../wallet/refusal.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import { formKeyOf } from '../../../idempotency.ts';
import type { DashboardServices } from '../../../services.ts';
import { bands, feeBandOf, operation, refusalOfBands, scheduleObjects } from './fee-objects.ts';

const body = Type.Object({
  operation,
  client_id: Type.Optional(
    Type.Union([positiveId('The number of a client.'), Type.Null()], {
      description: 'Only for this client; null for everybody without fees of their own.',
      sentence: 'The client must be the number of one, or empty for everybody.',
    }),
  ),
  effective_from: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When it begins, in the future; null is now.',
      sentence: 'The beginning must be a time such as 2027-01-31T00:00:00Z, or empty for now.',
    }),
  ),
  bands,
});

export function setFeesRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    '/platform/fees',
    {
      schema: {
        summary: 'Add a fee schedule; those before stay as history',
        description: 'Needs an Idempotency-Key that was made with the form.',
        body,
      },
      config: { right: 'fees.write' },
    },
    async (request, reply) => {
      const form = formKeyOf(request, '/platform/fees');
      // Before anything is checked: what was in the future then may be in the past by now.
      const before = await findScheduleOfForm(pool, form);
      if (before !== null) return await sendSchedule(reply, pool, before);
      const { operation: costs, client_id: clientId = null, effective_from = null } = request.body;
      const createdBy = deskOf(request).person.email;
      const nowMs = await readDatabaseClock(pool);
      const effectiveFromMs = effective_from === null ? null : Date.parse(effective_from);
      if (effectiveFromMs !== null && !(effectiveFromMs > nowMs)) {
        throw invalidField(
          'effective_from',
          'A schedule begins in the future, because history stays as it was; leave it empty for now.',
        );
      }
      if (clientId !== null && (await findClient(pool, clientId)) === null) {
        throw invalidField('client_id', `There is no client ${clientId}.`);
      }
      try {
        const schedule = { operation: costs, clientId, effectiveFromMs, createdBy };
        const added = await setFees(pool, { ...schedule, bands: request.body.bands.map(feeBandOf) }, form);
        await sendSchedule(reply, pool, added);
      } catch (error) {
        throw error instanceof BadFeeBands ? refusalOfBands(error) : error;
      }
    },
  );
}

async function sendSchedule(reply: FastifyReply, db: Queryable, schedule: FeeSchedule): Promise<void> {
  const [object] = scheduleObjects([schedule], await readDatabaseClock(db));
  sendData(reply, 'The fees are set.', { ...object });
}
