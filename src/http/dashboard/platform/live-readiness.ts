import { isoTime } from '../../../ledger/transaction-object.ts';
import { readLiveReadiness } from '../../../live-readiness/read-live-readiness.ts';
import { isOpen, type LiveStep } from '../../../live-readiness/steps.ts';
import { sendData } from '../../response.ts';
import { shareResult } from '../../shared-result.ts';
import type { LiveReadiness, LiveStepObject } from '../schemas/live-readiness.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';

/** Each check asks the operators for tokens and balances, so a person who presses a button often causes no more of them. */
const checkAtMostEveryMs = 5_000;

/** What is missing before live mode, as the service itself finds it. */
export function registerLiveReadinessRoutes(
  api: DashboardApi,
  { pool, settings, sealer }: Pick<DashboardParts, 'pool' | 'settings' | 'sealer'>,
): void {
  const check = shareResult(checkAtMostEveryMs, () =>
    readLiveReadiness({ pool, config: settings, sealer: async () => sealer }),
  );
  api.get(
    '/platform/live-readiness',
    {
      schema: {
        summary: 'The steps that lead to live mode, each checked now',
        description:
          'Asks the operators for tokens and balances, and calls the public address. Takes at most ten seconds.',
      },
      config: { right: 'live_readiness.read' },
    },
    async (_request, reply) => {
      const steps = await check();
      const readiness: LiveReadiness = { open: steps.filter(isOpen).length, steps: steps.map(stepObject) };
      sendData(reply, 'The steps were checked.', readiness);
    },
  );
}

function stepObject({ checkedAtMs, ...step }: LiveStep): LiveStepObject {
  return { ...step, checked_at: isoTime(checkedAtMs) };
}
