import { type NextPartition, readNextPartition } from '../archiving/movable.ts';
import { moveOldestPartition } from '../archiving/mover.ts';
import { createHistoryPool } from '../history/history-store.ts';
import { readInstallation } from '../postgres/installation.ts';
import { ensureMigrated } from '../postgres/migrate.ts';
import { createPool, type Queryable } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { withDatabase, withOpenDatabase } from './with-database.ts';

/** nsimbi history */
export function historyCommands(cli: Cli) {
  return newGroup('history', 'The history store, to which old transactions move.', [
    historyStatus(cli),
    historyMove(cli),
  ]);
}

/** nsimbi history status */
function historyStatus(cli: Cli) {
  return newCommand(
    'status',
    'List the partitions that have moved to the history store, and say what keeps the next one here.',
  ).action(async ({ json }) => {
    const { moved, next } = await withDatabase(
      cli,
      async ({ config, pool }) => ({
        moved: await readMoved(pool),
        next: await readNextPartition(pool, config.historyAfterMs),
      }),
      'nsimbi_reader',
    );
    cli.showAll(json, moved, 'No partition has moved.');
    cli.output.say(sentenceAbout(next));
  });
}

function sentenceAbout(next: Pick<NextPartition, 'firstId' | 'heldBy'> | null): string {
  if (next === null) return 'The next partition is still written to.';
  const { firstId, heldBy } = next;
  if (heldBy.length === 0) return `The partition from ${firstId} on can move.`;
  return `The partition from ${firstId} on stays here: ${heldBy.join('; ')}.`;
}

async function readMoved(db: Queryable) {
  const { rows } = await db.query<{
    first_id: string;
    end_id: string;
    transactions: string | null;
    closed_at: Date | null;
    dropped_at: Date | null;
  }>('SELECT first_id, end_id, transactions, closed_at, dropped_at FROM history_partition ORDER BY first_id');
  return rows.map(({ first_id, end_id, transactions, closed_at, dropped_at }) => ({
    first_id: Number(first_id),
    end_id: Number(end_id),
    state: closed_at === null ? 'is copied' : dropped_at === null ? 'has moved' : 'has moved and is dropped',
    transactions: transactions === null ? null : Number(transactions),
    moved_at: closed_at?.toISOString() ?? null,
  }));
}

/** nsimbi history move */
function historyMove(cli: Cli) {
  return newCommand(
    'move',
    'Move the partitions that may move to the history store. A worker process does this by itself where NSIMBI_OWNER_DATABASE_URL is set.',
  )
    .option('--replace', 'make a copy again that this database does not know, after it was restored')
    .action(async ({ json, replace = false }) => {
      const config = cli.config();
      const { historyUrl } = config;
      if (historyUrl === null) throw new CommandRefused('there is no history store: set NSIMBI_HISTORY_URL');
      const stop = new AbortController();
      const moved = await withOpenDatabase(cli, config, async (database) => {
        await ensureMigrated(database);
        if (database.owner === null)
          throw new CommandRefused('only the owner moves history: set NSIMBI_OWNER_DATABASE_URL');
        const names = { applicationName: 'nsimbi command', max: 4 };
        const db = createPool(database.owner, { ...names, role: 'nsimbi_owner' });
        const history = createHistoryPool(historyUrl, { ...names, waits: 'command' });
        try {
          const { databaseId, liveRefusal } = await readInstallation(db, config.dataDir, config.installationId);
          if (liveRefusal === 'other_installation')
            throw new CommandRefused('this is a copy of a database, and the history store belongs to the original');
          const records: { first_id: number; end_id: number; transactions: number }[] = [];
          for (;;) {
            const step = await moveOldestPartition({
              db,
              history,
              installationId: databaseId,
              afterMs: config.historyAfterMs,
              signal: stop.signal,
              replacesOther: replace,
            });
            if (step.is === 'busy') throw new CommandRefused('another process moves history');
            if (step.is === 'held') cli.output.say(sentenceAbout({ firstId: step.firstId, heldBy: step.by }));
            if (step.is !== 'moved') return records;
            records.push({ first_id: step.firstId, end_id: step.endId, transactions: step.rows.transaction });
            cli.output.say(`The partition from ${step.firstId} on has moved.`);
          }
        } finally {
          await Promise.all([db.end(), history.end()]);
        }
      });
      cli.showAll(json, moved, 'No partition moved.');
    });
}
