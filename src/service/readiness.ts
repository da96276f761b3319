import type { HttpServices } from '../http/services.ts';
import { isMigrated } from '../postgres/migrate.ts';
import { statesForReadiness } from '../settlement/operator-states.ts';
import type { Settlement } from '../settlement/settlement.ts';
import type { Foundation } from './foundation.ts';

/** Whether requests can be served. @param isStarted false until a first user's credentials are written. */
export function readiness(
  { pool, notices }: Foundation,
  settlement: Settlement,
  isStarted: () => boolean,
): HttpServices['isReady'] {
  return async () => {
    const [migrated, operators] = await Promise.all([
      isMigrated(pool).catch(() => null),
      settlement.readOperatorStates(),
    ]);
    const listening = notices.heartbeatAgeMs() < 5_000;
    const started = isStarted();
    return {
      ready: started && migrated === true && listening,
      details: {
        database: migrated === null ? 'away' : 'ok',
        migrations: migrated === true ? 'ok' : 'unknown',
        workers: listening ? 'ok' : 'deaf',
        start: started ? 'ok' : 'under way',
        operators: statesForReadiness(operators),
      },
    };
  };
}
