import type pg from 'pg';
import { recordsBy } from '../history/boundary.ts';
import type { Records } from '../history/records.ts';
import { createPool, type DatabaseTarget } from '../postgres/pool.ts';
import { type Reads, readsOfPrimary, StandbyReads } from '../postgres/reads.ts';
import { searchStatementMs } from '../search/search-time.ts';
import type { Foundation } from './foundation.ts';

/** Connections for searches: few, because each of these statements keeps a processor of the server busy. */
const createSearchPool = (target: DatabaseTarget) =>
  createPool(target, {
    applicationName: 'nsimbi search',
    max: 3,
    settings: { statement_timeout: String(searchStatementMs) },
  });

/**
 * Where this process reads histories, lists and files: at the standby of DATABASE_READ_URL while its data is young enough.
 * @param reader for long reads at the primary.
 */
export function openReads(
  { config, target, records, registration, logger, metricsRegistry, stopping }: Foundation,
  reader: pg.Pool,
): Reads<Records> {
  const of = (pool: pg.Pool) => recordsBy(pool, records);
  const search = createSearchPool(target);
  stopping.add(() => search.end());
  const primary = { short: records, brief: of(search), long: of(reader) };
  if (config.readUrl === null) return readsOfPrimary(primary);
  const standbyTarget = { connectionString: config.readUrl };
  const standby = {
    short: createPool(standbyTarget, { applicationName: 'nsimbi reads', max: 10 }),
    brief: createSearchPool(standbyTarget),
    long: createPool(standbyTarget, { applicationName: 'nsimbi dashboard', max: 3, role: 'nsimbi_reader' }),
  };
  stopping.add(() => Promise.all(Object.values(standby).map((pool) => pool.end())));
  const reads = new StandbyReads({
    primary,
    standby: { short: of(standby.short), brief: of(standby.brief), long: of(standby.long) },
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
