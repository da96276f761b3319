import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { positiveId } from '../../../../http/schemas/id.ts';
import { type Ugx, ugx, ugxToJson } from '../../../../money/ugx.ts';
import { BadFeeBands, feeBandProblems } from '../../../../wallet/fees/band-problems.ts';
import { readDatabaseClock } from '../../../../wallet/fees/database-clock.ts';
import { type FeeBand, feeOf, splitCollection, splitPayout } from '../../../../wallet/fees/fee.ts';
import { type FeeOperation, readFeeSchedules, scheduleInForce } from '../../../../wallet/fees/schedules.ts';
import type { DashboardApi } from '../../../api.ts';
import type { FeePreviewRow } from '../../../schemas/fees.ts';
import type { DashboardServices } from '../../../services.ts';
import { bands, feeBandOf, operation, refusalOfBands } from './fee-objects.ts';

const body = Type.Object({
  operation,
  client_id: Type.Optional(
    Type.Union([positiveId('The number of a client.'), Type.Null()], {
      description: 'Whose present fee it is compared with.',
      sentence: 'The client must be the number of one, or empty for everybody.',
    }),
  ),
  bands,
  amounts: Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }), {
    minItems: 1,
    maxItems: 50,
    description: 'Amounts in shillings, as a client would ask for them.',
    sentence: 'The amounts must be 1 to 50 whole numbers of shillings from 1.',
  }),
});

/** What amounts would cost: by the function that computes the fees of payments. */
export function previewFees(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    '/platform/fees/preview',
    { schema: { summary: 'What amounts would cost by these bands', body }, config: { right: 'fees.read' } },
    async (request, reply) => {
      const { operation: costs, client_id: clientId = null, amounts } = request.body;
      const planned = request.body.bands.map(feeBandOf);
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
