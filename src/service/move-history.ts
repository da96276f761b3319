import { HistoryMover, type Moved } from '../archiving/mover.ts';
import { createHistoryPool } from '../history/history-store.ts';
import { createPool } from '../postgres/pool.ts';
import type { Foundation } from './foundation.ts';
import type { Job } from './jobs.ts';

/** The job that moves old partitions to the history store; none where this process may not drop a partition, or there is no store. */
export function historyJobs({ config, owner, installation, logger, stopping }: Foundation): readonly Job[] {
  if (config.historyUrl === null) return [];
  if (owner === null) {
    logger.info('this process moves no history: it has no NSIMBI_OWNER_DATABASE_URL; nsimbi history move does it');
    return [];
  }
  if (installation.liveRefusal === 'other_installation') {
    logger.warn('a copy of a database moves no history: the history store belongs to the original');
    return [];
  }
  const db = createPool(owner, { applicationName: 'nsimbi history', max: 4, role: 'nsimbi_owner' });
  const history = createHistoryPool(config.historyUrl, { applicationName: 'nsimbi history', max: 8, waits: 'command' });
  stopping.add(() => Promise.all([db.end(), history.end()]));
  const mover = new HistoryMover({
    db,
    history,
    installationId: installation.databaseId,
    afterMs: config.historyAfterMs,
    onMoved: (moved) => logMoved(moved),
    onError: (error) => logger.error({ err: error }, 'old transactions could not be moved to the history store'),
  });
  const logMoved = (moved: Moved) => {
    if (moved.is === 'moved') logger.info(moved, 'a partition has moved to the history store');
    if (moved.is === 'held') logger.info(moved, 'the oldest partition stays here for now');
  };
  return [{ name: 'history', role: 'work', start: () => mover.start(), stop: () => mover.stop() }];
}
