import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { positiveId } from '../../../../http/schemas/id.ts';
import type { Queryable } from '../../../../postgres/pool.ts';
import { readDatabaseClock } from '../../../../wallet/fees/database-clock.ts';
import { readFeeSchedules } from '../../../../wallet/fees/schedules.ts';
import type { DashboardApi } from '../../../api.ts';
import type { FeesObject } from '../../../schemas/fees.ts';
import type { DashboardServices } from '../../../services.ts';
import { scheduleObjects } from './fee-objects.ts';

const query = Type.Object({
  client_id: Type.Optional(positiveId('The schedules of this client too.')),
});

export function readFees(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/fees',
    {
      schema: { summary: 'Fee schedules with their history, newest first', querystring: query },
      config: { right: 'fees.read' },
    },
    async (request, reply) => {
      // The number 0 is nobody's: then only the schedules for everybody are found.
      const { client_id: clientId = 0 } = request.query;
      const [schedules, nowMs, clients] = await Promise.all([
        readFeeSchedules(pool, clientId),
        readDatabaseClock(pool),
        clientsWithFees(pool),
      ]);
      const fees: FeesObject = { schedules: scheduleObjects(schedules, nowMs), clients };
      sendData(reply, 'Fees retrieved.', fees);
    },
  );
}

async function clientsWithFees(db: Queryable): Promise<FeesObject['clients']> {
  const { rows } = await db.query<{ client_id: string; name: string }>(
    `SELECT client_id, name FROM client
      WHERE client_id IN (SELECT client_id FROM fee_schedule) ORDER BY client_id LIMIT 1000`,
  );
  return rows.map(({ client_id, name }) => ({ client_id: Number(client_id), name }));
}
