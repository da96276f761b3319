import type pg from 'pg';
import { RequestJournal } from '../http/request-journal.ts';
import { createPool } from '../postgres/pool.ts';
import { CallLog } from '../settlement/call-log/call-log.ts';
import type { Foundation } from './foundation.ts';

/** The log of requests; null where it is switched off. */
export function openRequestJournal(foundation: Foundation): RequestJournal | null {
  const { config, metricsRegistry, logger } = foundation;
  const retentionMs = config.requestLogRetentionMs;
  if (retentionMs === 0) return null;
  const onError = (error: unknown) => logger.warn({ err: error }, 'requests could not be written to their log');
  return openLog(foundation, 'nsimbi request log', {}, (pool) => {
    return new RequestJournal({ pool, retentionMs, metricsRegistry, onError });
  });
}

/** The log of operator calls; null where it is switched off. */
export function openCallLog(foundation: Foundation): CallLog | null {
  const { config, metricsRegistry, logger } = foundation;
  const retentionMs = config.operatorLogRetentionMs;
  if (retentionMs === 0) return null;
  const onError = (error: unknown) => logger.warn({ err: error }, 'operator calls could not be written to their log');
  return openLog(foundation, 'nsimbi operator log', { synchronous_commit: 'off' }, (pool) => {
    return new CallLog({ pool, retentionMs, metricsRegistry, onError });
  });
}

/** A log has a connection of its own, so that no payment waits for it. */
function openLog<Log extends { close(): Promise<void> }>(
  { target, stopping }: Foundation,
  applicationName: string,
  settings: Readonly<Record<string, string>>,
  open: (pool: pg.Pool) => Log,
): Log {
  const pool = createPool(target, { applicationName, max: 1, settings });
  const log = open(pool);
  stopping.add(() => log.close().finally(() => pool.end()));
  return log;
}
