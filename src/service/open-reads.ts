import type pg from 'pg';
import { recordsBy } from '../history/boundary.ts';
import type { Records } from '../history/records.ts';
import { createPool } from '../postgres/pool.ts';
import { type Reads, readsOfPrimary, StandbyReads } from '../postgres/reads.ts';
import type { Foundation } from './foundation.ts';

/**
 * Where this process reads histories, lists and files: at the standby of DATABASE_READ_URL while its data is young enough.
 * @param reader for long reads at the primary.
 */
export function openReads(
  { config, records, registration, logger, metricsRegistry, stopping }: Foundation,
  reader: pg.Pool,
): Reads<Records> {
  const of = (pool: pg.Pool) => recordsBy(pool, records);
  const primary = { short: records, long: of(reader) };
  if (config.readUrl === null) return readsOfPrimary(primary);
  const standbyTarget = { connectionString: config.readUrl };
  const standby = {
    short: createPool(standbyTarget, { applicationName: 'nsimbi reads', max: 10 }),
    long: createPool(standbyTarget, { applicationName: 'nsimbi dashboard', max: 3, role: 'nsimbi_reader' }),
  };
  stopping.add(() => Promise.all([standby.short.end(), standby.long.end()]));
  const reads = new StandbyReads({
    primary,
    standby: { short: of(standby.short), long: of(standby.long) },
    heartbeats: registration,
    lagMsMax: config.readLagMsMax,
    onChange: (isStandbyUsed, error) =>
      isStandbyUsed
        ? logger.info('histories and lists are read from the standby')
        : logger.warn(
            { err: error },
            'histories and lists are read from the primary: the standby is away or too far behind',
          ),
  });
  reads.measure(metricsRegistry);
  stopping.add(() => reads.close());
  return reads;
}
