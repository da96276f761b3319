import type pg from 'pg';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { refuseRehearsalOfLive } from '../access/live-mode.ts';
import type { Config } from '../config.ts';
import { recordsOf } from '../history/boundary.ts';
import { createHistoryPool } from '../history/history-store.ts';
import { measureHistory } from '../history/measure.ts';
import type { Records } from '../history/records.ts';
import { refuseChangeableRecords } from '../ledger/changeable-records.ts';
import { type Duty, Housekeeping } from '../ledger/housekeeping.ts';
import { measureLog } from '../logging/logger.ts';
import { type Installation, readInstallation } from '../postgres/installation.ts';
import { describeExcess, readLogin } from '../postgres/login.ts';
import { measureClock, measurePool } from '../postgres/measure.ts';
import { Notices } from '../postgres/notices.ts';
import type { OpenDatabase } from '../postgres/open-database.ts';
import { createPool, type DatabaseTarget } from '../postgres/pool.ts';
import { type ProgramTooOld, Registration } from '../postgres/processes.ts';
import { watchPrimary } from '../postgres/servers.ts';
import { lookEveryMs, TrustedClock } from '../postgres/trusted-clock.ts';
import type { Roles } from '../settings/roles.ts';
import type { Job } from './jobs.ts';
import { measureChecks } from './measure-checks.ts';
import type { Stopping } from './stopping.ts';

/** What every part of the service stands on. */
export interface Foundation {
  readonly config: Config;
  /** What this process does. */
  readonly roles: Roles;
  readonly target: DatabaseTarget;
  /** With the login that applies migrations; null where this process has none. */
  readonly owner: DatabaseTarget | null;
  readonly logger: Logger;
  /** Where metrics are registered. */
  readonly metricsRegistry: Registry;
  /** For requests, and for whatever needs few connections. */
  readonly pool: pg.Pool;
  /** The records of transactions by way of `pool` and the history store. */
  readonly records: Records;
  readonly notices: Notices;
  readonly installation: Installation;
  /** This process among those of the service. */
  readonly registration: Registration;
  /** Resolves when this process must stop, because the schema needs a newer program. */
  readonly refused: Promise<ProgramTooOld>;
  readonly stopping: Stopping;
}

/**
 * Connects to the database, looks whether it may be worked with, and registers this process.
 * @throws what says that the database's records could be changed, that it went away, or that it needs a newer program.
 */
export async function layFoundation(
  config: Config,
  roles: Roles,
  { target, owner }: Pick<OpenDatabase, 'target' | 'owner'>,
  logger: Logger,
  stopping: Stopping,
): Promise<Foundation> {
  const metricsRegistry = new Registry();
  collectDefaultMetrics({ register: metricsRegistry });
  measureLog(metricsRegistry);
  const pool = createPool(target, { applicationName: 'nsimbi service', max: 10 });
  stopping.add(() => pool.end());
  if (config.databaseUrl !== null) {
    const endWatch = watchPrimary(target, ({ primary, cut }) =>
      logger[primary === null ? 'error' : 'info']({ primary, connections_cut: cut }, 'the primary of the database'),
    );
    stopping.add(endWatch);
  }
  const records = recordsOf(pool, openHistoryPool(config, stopping));
  measureHistory(metricsRegistry, records);
  measurePool(metricsRegistry, pool);
  measureClock(metricsRegistry, pool);
  measureChecks(metricsRegistry, pool);
  await refuseChangeableRecords(pool);
  await refuseRehearsalOfLive(pool, config);
  const { promise: refused, resolve: refuse } = Promise.withResolvers<ProgramTooOld>();
  const registration = await Registration.begin({
    pool,
    roles,
    onRefused: refuse,
    onError: (error) => logger.warn({ err: error }, 'the heartbeat of this process could not be written'),
  });
  stopping.add(() => registration.end());
  const notices = new Notices(target, pool);
  await notices.start();
  stopping.add(() => notices.close());
  const installation = await readInstallation(pool, config.dataDir, config.installationId);
  if (installation.liveRefusal === 'other_installation') {
    logger.error(
      { database: installation.databaseId, ours: installation.ownId },
      'this database belongs to another installation, so live operations are refused; see docs/backup-and-upgrade.md',
    );
  }
  const login = await readLogin(pool);
  if (login.excess.length > 0) {
    const { found, remedy } = describeExcess(login);
    logger.warn(`${found}; live operations are refused. To mend it: ${remedy}`);
  }
  return {
    config,
    roles,
    target,
    owner,
    logger,
    metricsRegistry,
    pool,
    records,
    notices,
    installation,
    registration,
    refused,
    stopping,
  };
}

/** The pool that reads the history store; null where none is set. */
function openHistoryPool({ historyUrl }: Config, stopping: Stopping): pg.Pool | null {
  if (historyUrl === null) return null;
  const pool = createHistoryPool(historyUrl, { applicationName: 'nsimbi reads', max: 10 });
  stopping.add(() => pool.end());
  return pool;
}

/** The duty that advances the clock of deadlines, and logs when the wall clock differs from it and when that is over. */
export function advanceTrustedClock(logger: Logger): Duty {
  const clock = new TrustedClock(({ differenceMs, isAlarming }) => {
    const line = { difference_seconds: Math.round(differenceMs / 1_000) };
    if (isAlarming) {
      logger.error(
        line,
        "the database's clock was set, or no process was running; no deadline moves, see docs/clocks.md",
      );
    } else logger.info(line, "the database's clock is steady again");
  });
  return {
    name: 'advance_trusted_clock',
    everyMs: lookEveryMs,
    work: async (db) => {
      await clock.look(db);
      return { more: false };
    },
  };
}

/** Duties that worker processes run at intervals in the background. @param failure the message of the log when a duty fails. */
export function housekeepingJob(
  { pool, logger }: Pick<Foundation, 'pool' | 'logger'>,
  name: string,
  failure: string,
  duties: readonly Duty[],
): Job {
  const housekeeping = new Housekeeping(pool, (duty, error) => logger.warn({ err: error, duty }, failure), duties);
  return { name, role: 'work', start: () => housekeeping.start(), stop: () => housekeeping.stop() };
}
