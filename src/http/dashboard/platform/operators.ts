import { isoTimeOrNull } from '../../../ledger/transaction-object.ts';
import { readClockDifference } from '../../../postgres/trusted-clock.ts';
import { readOpenTransactions, readWaitingCalls } from '../../../settlement/open-transactions.ts';
import type { FloatState, OperatorState } from '../../../settlement/operator-states.ts';
import { sendData } from '../../response.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';

/** How each operator stands: circuits and floats as this process sees them, and what waits for its word. */
export function registerOperatorRoutes(api: DashboardApi, { pool, settlement, settings }: DashboardParts): void {
  api.get(
    '/platform/operators',
    { schema: { summary: 'Health and floats of every operator' }, config: { right: 'operators.read' } },
    async (_request, reply) => {
      const [clock, open, waiting, reported] = await Promise.all([
        readClockDifference(pool),
        readOpenTransactions(pool),
        readWaitingCalls(pool),
        pool.query<{ operator_account_id: number; float: string; reported_at_ms: string | null }>(
          `SELECT operator_account_id, float, round(extract(epoch FROM wall_time_of(reported_at)) * 1000)::bigint AS reported_at_ms
             FROM operator_float`,
        ),
      ]);
      const reportedAt = new Map(
        reported.rows.map((row) => [
          `${row.operator_account_id} ${row.float}`,
          row.reported_at_ms === null ? null : Number(row.reported_at_ms),
        ]),
      );
      const floatOf = (state: OperatorState, name: keyof OperatorState['floats']) =>
        floatObject(state.floats[name], reportedAt.get(`${state.operatorAccountId} ${name}`) ?? null);
      sendData(reply, 'Operators retrieved.', {
        float_alert: settings.floatAlert,
        clock: { difference_seconds: Math.round(clock.differenceMs / 1_000), differs: clock.isAlarming },
        operators: settlement.operatorStates().map((state) => ({
          mode: state.mode,
          operator: state.operator,
          operator_account_id: state.operatorAccountId,
          simulated: state.mode === 'test',
          circuits: state.circuits,
          floats: {
            collection: floatOf(state, 'collection_float'),
            disbursement: floatOf(state, 'disbursement_float'),
          },
          open: open
            .filter(({ mode, operator }) => mode === state.mode && operator === state.operator)
            .map(({ direction, age, count }) => ({ direction, age, count })),
          held_back: waiting
            .filter(({ mode, operator }) => mode === state.mode && operator === state.operator)
            .map(({ direction, waits_for, count }) => ({ direction, waits_for, count })),
        })),
      });
    },
  );
}

function floatObject({ known, level }: FloatState, reportedAtMs: number | null): object {
  return { known: known === null ? null : Number(known), level, reported_at: isoTimeOrNull(reportedAtMs) };
}
