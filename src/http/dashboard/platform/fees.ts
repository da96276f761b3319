import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { ChangeServices } from '../../../dual-control/change-kind.ts';
import { requestChange } from '../../../dual-control/request-change.ts';
import { feeBandFromJson, feeBandToJson } from '../../../fees/band-json.ts';
import { BadFeeBands, type FeeBandProblem, feeBandProblems } from '../../../fees/band-problems.ts';
import { readDatabaseClock } from '../../../fees/database-clock.ts';
import { type FeeBand, feeOf, splitCollection, splitPayout } from '../../../fees/fee.ts';
import { findScheduleOfForm } from '../../../fees/fee-form.ts';
import {
  type FeeOperation,
  type FeeSchedule,
  feeOperations,
  newestSchedule,
  readFeeSchedules,
  scheduleInForce,
} from '../../../fees/schedules.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { type Ugx, ugx, ugxToJson } from '../../../money/ugx.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { Refusal } from '../../../refusal.ts';
import { sendData } from '../../response.ts';
import { enteredAmount } from '../../schemas/amount.ts';
import { positiveId } from '../../schemas/id.ts';
import { askerOf, sendRequested } from '../proposed.ts';
import type { FeeBandObject, FeePreviewRow, FeeScheduleObject, FeesObject } from '../schemas/fees.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';
import { formKeyOf } from '../server/idempotency.ts';

/** Fee schedules: what counts, what will, what did, and what amounts would cost. */
export function registerFeeRoutes(api: DashboardApi, parts: DashboardParts, changes: ChangeServices): void {
  readFees(api, parts);
  setFeesRoute(api, changes);
  clearFeesRoute(api, changes);
  previewFees(api, parts);
}

const query = Type.Object({
  client_id: Type.Optional(positiveId('Also the schedules of this client.')),
});

function readFees(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    '/platform/fees',
    {
      schema: { summary: 'Fee schedules with their history, newest first', querystring: query },
      config: { right: 'fees.read' },
    },
    async (request, reply) => {
      // No client has the number 0: then only the schedules for everybody are found.
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

/** What the fee is for. */
const operation = Type.Enum([...feeOperations], {
  description: 'The operation.',
  sentence: `The operation must be one of ${feeOperations.join(', ')}.`,
});

const amount = enteredAmount(0);
const amountOrNone = Type.Union([amount, Type.Null()]);

/** Bands as a form sends them; their order and the rest is checked by the domain, band by band. */
const bands = Type.Array(
  Type.Object({
    up_to: amountOrNone,
    fixed: amount,
    basis_points: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    minimum: amount,
    maximum: amountOrNone,
  }),
  {
    maxItems: 100,
    description:
      'In the order of their upper ends; the last has none. Amounts in shillings, basis points of the amount.',
    sentence: 'Each band needs whole numbers for its upper end, fixed part, basis points, minimum and maximum.',
  },
);

/** Schedules as the API shows them, newest first. `nowMs` is the database's time. */
function scheduleObjects(schedules: readonly FeeSchedule[], nowMs: number): FeeScheduleObject[] {
  return schedules
    .map((schedule) => ({
      id: schedule.feeScheduleId,
      operation: schedule.operation,
      client_id: schedule.clientId,
      effective_from: isoTime(schedule.effectiveFromMs),
      created_by: schedule.createdBy,
      state: stateOf(schedule, schedules, nowMs),
      bands: schedule.bands?.map(feeBandToJson) ?? null,
    }))
    .reverse();
}

/** In force among those of the same client, or of everybody: an own schedule does not end the one for everybody. */
function stateOf(schedule: FeeSchedule, schedules: readonly FeeSchedule[], nowMs: number): FeeScheduleObject['state'] {
  if (schedule.effectiveFromMs > nowMs) return 'planned';
  const newest = newestSchedule(schedules, schedule.operation, schedule.clientId, nowMs);
  return newest?.feeScheduleId === schedule.feeScheduleId ? 'in_force' : 'past';
}

/** What the domain finds wrong with bands, beside the field of the band: `bands.0.up_to`. */
function refusalOfBands({ message, problems }: BadFeeBands): Refusal {
  const errors: Record<string, string[]> = {};
  for (const { band, part, sentence } of problems) {
    const field = `bands.${band}.${nameOfPart[part]}`;
    errors[field] = [...(errors[field] ?? []), sentence];
  }
  return new Refusal('invalid_request', message, { errors });
}

const nameOfPart: Record<FeeBandProblem['part'], keyof FeeBandObject> = {
  upTo: 'up_to',
  fixed: 'fixed',
  basisPoints: 'basis_points',
  minimum: 'minimum',
  maximum: 'maximum',
};

const setFeesBody = Type.Object({
  operation,
  client_id: Type.Optional(
    Type.Union([positiveId('The number of a client.'), Type.Null()], {
      description: 'Only for this client; null for all clients without their own fees.',
      sentence: 'The client must be a client number, or empty for all.',
    }),
  ),
  effective_from: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'The start, in the future; null is now.',
      sentence: 'The beginning must be a time such as 2027-01-31T00:00:00Z, or empty for now.',
    }),
  ),
  bands,
});

function setFeesRoute(api: DashboardApi, changes: ChangeServices): void {
  const { pool } = changes;
  api.post(
    '/platform/fees',
    {
      schema: {
        summary: 'Add a fee schedule; earlier schedules are kept',
        description: 'Needs an Idempotency-Key that was made with the form.',
        body: setFeesBody,
      },
      config: { right: 'fees.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const form = formKeyOf(request, '/platform/fees');
      // Before anything is checked: what was in the future then may be in the past by now.
      const before = await findScheduleOfForm(pool, form);
      if (before !== null) return await sendSchedule(reply, pool, before);
      const { operation: costs, client_id: clientId = null, effective_from = null, bands: planned } = request.body;
      try {
        const change = {
          kind: 'fees',
          operation: costs,
          client_id: clientId,
          effective_from,
          bands: planned,
        } as const;
        const requested = await requestChange(changes, change, { ...askerOf(request), form });
        const added = requested.is === 'made' ? await findScheduleOfForm(pool, form) : null;
        const [object] = added === null ? [] : scheduleObjects([added], await readDatabaseClock(pool));
        sendRequested(reply, requested, 'The fees were saved.', { ...object });
      } catch (error) {
        throw error instanceof BadFeeBands ? refusalOfBands(error) : error;
      }
    },
  );
}

async function sendSchedule(reply: FastifyReply, db: Queryable, schedule: FeeSchedule): Promise<void> {
  const [object] = scheduleObjects([schedule], await readDatabaseClock(db));
  sendData(reply, 'The fees were saved.', { ...object, proposal: null });
}

const clearFeesBody = Type.Object({
  operation,
  client_id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The client whose fees are removed.',
    sentence: 'The client must be a client number.',
  }),
});

function clearFeesRoute(api: DashboardApi, changes: ChangeServices): void {
  api.post(
    '/platform/fees/clear',
    {
      schema: { summary: 'Remove a client’s own fees', body: clearFeesBody },
      config: { right: 'fees.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { operation: costs, client_id } = request.body;
      const change = { kind: 'fees', operation: costs, client_id, effective_from: null, bands: null } as const;
      const requested = await requestChange(changes, change, askerOf(request));
      const its = (await readFeeSchedules(changes.pool, client_id)).filter((one) => one.clientId === client_id);
      const [object] = scheduleObjects(
        its.filter((one) => one.operation === costs),
        await readDatabaseClock(changes.pool),
      );
      const added = requested.is === 'made' ? object : undefined;
      sendRequested(reply, requested, 'The general fees apply to the client again.', { ...added });
    },
  );
}

const previewFeesBody = Type.Object({
  operation,
  client_id: Type.Optional(
    Type.Union([positiveId('The number of a client.'), Type.Null()], {
      description: 'The client whose current fee is compared.',
      sentence: 'The client must be a client number, or empty for all.',
    }),
  ),
  bands,
  amounts: Type.Array(enteredAmount(1), {
    minItems: 1,
    maxItems: 50,
    description: 'Amounts in shillings, as in a request of a client.',
    sentence: 'The amounts must be 1 to 50 whole numbers of shillings from 1.',
  }),
});

/** What amounts would cost: by the function that computes the fees of payments. */
function previewFees(api: DashboardApi, { pool }: DashboardParts): void {
  api.post(
    '/platform/fees/preview',
    {
      schema: { summary: 'The fees of amounts by these bands', body: previewFeesBody },
      config: { right: 'fees.read' },
    },
    async (request, reply) => {
      const { operation: costs, client_id: clientId = null, amounts } = request.body;
      const planned = request.body.bands.map(feeBandFromJson);
      const problems = feeBandProblems(planned);
      if (problems.length > 0) throw refusalOfBands(new BadFeeBands(problems));
      const [schedules, nowMs] = await Promise.all([readFeeSchedules(pool, clientId ?? 0), readDatabaseClock(pool)]);
      const present = scheduleInForce(schedules, costs, clientId ?? 0, nowMs)?.bands ?? null;
      sendData(
        reply,
        'Fees computed.',
        amounts.map((shillings) => previewRow(costs, ugx(shillings), planned, present)),
      );
    },
  );
}

/** The sender pays the fee of a payout on top; a business pays that of a collection out of what the customer pays. */
function previewRow(
  costs: FeeOperation,
  amount: Ugx,
  planned: readonly FeeBand[],
  present: readonly FeeBand[] | null,
): FeePreviewRow {
  const fee = feeOf(planned, amount);
  const split = costs === 'collection' ? splitCollection(amount, fee) : splitPayout(amount, fee, true);
  return {
    amount: ugxToJson(amount),
    fee: ugxToJson(fee),
    gross: ugxToJson(split.gross),
    net: split.net === null ? null : ugxToJson(split.net),
    fee_now: present === null ? null : ugxToJson(feeOf(present, amount)),
  };
}
