import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { countEndedOf } from '../../../ledger/count-ended.ts';
import type { Mode } from '../../../ledger/transaction.ts';
import type { Settlement } from '../../../settlement/settlement.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { clientDeskOf, deskOf } from '../../desk.ts';
import { operatorSetupOf } from '../../operator-setup.ts';
import type { Home, LowFloat } from '../../schemas/home.ts';
import type { DashboardServices } from '../../services.ts';
import { readAttention } from './attention.ts';
import { figuresOf, readHours } from './figures.ts';
import { readFirstSteps } from './first-steps.ts';

/** What a client sees first. Nothing here grows with the wallet's history. */
export function readHome(api: DashboardApi, { pool, settlement, money, settings, baseUrl }: DashboardServices): void {
  api.get(
    `${clientPath}/home`,
    {
      schema: {
        summary: 'Balance, figures of the last thirty days, and what needs attention',
        params: Type.Object(clientParams),
      },
      config: { right: 'home.read' },
    },
    async (request, reply) => {
      const { caller } = clientDeskOf(request);
      const isCounted = await countEndedOf(pool, caller.walletId);
      const { rows } = await pool.query<{ available: string; held: string; now_ms: string }>(
        `SELECT available, held, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
           FROM wallet WHERE wallet_id = $1`,
        [caller.walletId],
      );
      const nowMs = Number(rows[0]?.now_ms);
      const [hours, attention, firstSteps] = await Promise.all([
        readHours(pool, caller.walletId, nowMs),
        readAttention(pool, caller, settings.webhookRetryDelaysMs),
        readFirstSteps(pool, caller),
      ]);
      const isStaff = deskOf(request).memberships.platformRole !== null;
      const home: Home = {
        balance: { available: Number(rows[0]?.available), held: Number(rows[0]?.held) },
        ...figuresOf(hours, nowMs),
        is_counted: isCounted,
        attention: {
          ...attention,
          low_floats: isStaff ? lowFloats(settlement, caller.mode) : [],
          operator_setup: operatorSetupOf(caller.mode, settlement.operatorStates(), money.liveAllowed),
        },
        first_steps: firstSteps,
        base_url: baseUrl(),
      };
      sendData(reply, 'Home retrieved.', home);
    },
  );
}

function lowFloats(settlement: Pick<Settlement, 'operatorStates'>, mode: Mode): LowFloat[] {
  return settlement
    .operatorStates()
    .filter((state) => state.mode === mode)
    .flatMap(({ operator, floats }) =>
      (['collection', 'disbursement'] as const).flatMap((float) => {
        const { known, level } = floats[`${float}_float`];
        return level === 'low' ? [{ operator, float, known: known === null ? null : Number(known) }] : [];
      }),
    );
}
