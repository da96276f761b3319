import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { clearFees } from '../../../../wallet/fees/clear-fees.ts';
import { readDatabaseClock } from '../../../../wallet/fees/database-clock.ts';
import { invalidField } from '../../../../wallet/refusal.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';
import { operation, scheduleObjects } from './fee-objects.ts';

const body = Type.Object({
  operation,
  client_id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Whose own fees are taken away.',
    sentence: 'The client must be the number of one.',
  }),
});

export function clearFeesRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    '/platform/fees/clear',
    {
      schema: { summary: 'Give a client the fees of everybody again', body },
      config: { right: 'fees.write' },
    },
    async (request, reply) => {
      const { operation: costs, client_id: clientId } = request.body;
      const createdBy = deskOf(request).person.email;
      const added = await clearFees(pool, { clientId, operation: costs, createdBy });
      if (added === null) throw invalidField('client_id', `Client ${clientId} has no fees of its own for this now.`);
      const [object] = scheduleObjects([added], await readDatabaseClock(pool));
      sendData(reply, 'The client has the fees of everybody again.', { ...object });
    },
  );
}
