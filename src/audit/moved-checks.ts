import { createHash } from 'node:crypto';
import type { Records } from '../history/records.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type Check, checkOf } from './check.ts';
import { entryPieces, entryRuns, eventPieces, eventRuns } from './runs.ts';
import type { IdRange } from './steps.ts';

/** The act of the audit log that seals what a partition has moved. */
export const closedAction = 'history.closed';

/** SHA-256 of the sums of a partition, as its entry in the audit log has it: texts of jsonb, as PostgreSQL writes them. */
export function sealOf(accounts: string, pairs: string): string {
  return createHash('sha256').update(`${accounts}\n${pairs}`).digest('hex');
}

const seal = `encode(sha256(convert_to(p.accounts::text || E'\n' || p.pairs::text, 'UTF8')), 'hex')`;

/** Checks of what is kept here of the records that have moved to the history store. */
export const movedChecks: readonly Check[] = [
  checkOf(
    'moved_partitions_are_sealed',
    `
      WITH closed AS (
        SELECT p.*, lag(end_id, 1, 0::bigint) OVER (ORDER BY first_id) AS follows,
               (SELECT details FROM audit_log
                 WHERE action = '${closedAction}' AND details->>'first_id' = p.first_id::text ORDER BY audit_log_id DESC LIMIT 1) AS act
          FROM history_partition p WHERE closed_at IS NOT NULL
      )
      SELECT format('the moved transactions from %s to before %s are not as the audit log has them, or do not follow the ones before',
                    first_id, end_id) AS detail
        FROM closed p
       WHERE (first_id = follows
              AND act @> jsonb_build_object('first_id', first_id, 'end_id', end_id, 'transactions', transactions, 'transfers', transfers,
                                            'events', events, 'sums', ${seal})) IS NOT TRUE
      UNION ALL
      SELECT format('the boundary of the history store is %s and %s, what has moved ends at %s and %s', moved_below, created_until,
                    last.end_id, last.act->>'created_until')
        FROM (VALUES (1)) one LEFT JOIN history_boundary b ON true
        LEFT JOIN (SELECT end_id, act FROM closed ORDER BY first_id DESC LIMIT 1) last ON true
       WHERE (b.moved_below, b.created_until) IS DISTINCT FROM (coalesce(last.end_id, 0), (last.act->>'created_until')::timestamptz)
      UNION ALL
      SELECT format('the audit log says that transactions from %s on have moved, and they have not', details->>'first_id')
        FROM audit_log
       WHERE action = '${closedAction}' AND (details->>'first_id')::bigint NOT IN (SELECT first_id FROM closed)`,
  ),
  checkOf(
    'moved_transfers_add_up',
    `
      SELECT format('what has moved adds up to %s in %s', sum(amount), coalesce(mode, 'no mode')) AS detail
        FROM (SELECT w.mode, r.moved AS amount FROM history_entry_run r LEFT JOIN wallet w USING (wallet_id)
              UNION ALL
              SELECT a.mode, value::bigint
                FROM history_partition p, jsonb_each_text(p.accounts) LEFT JOIN system_account a ON a.account_id = key::bigint
               WHERE p.closed_at IS NOT NULL) moved
       GROUP BY mode HAVING sum(amount) <> 0`,
  ),
];

interface Runs {
  readonly wallet_id: string;
  readonly entries: string;
  readonly events: string;
}

/** A statement that gives runs as a text, to be compared. */
const asText = (runs: string) =>
  `SELECT coalesce(jsonb_agg(to_jsonb(run) ORDER BY first_no), '[]')::text AS runs FROM (${runs}) AS run`;
const isMoved = 'wallet_id = $1 AND transaction_id < $2';
const movedEntryRuns = {
  name: 'audit.moved_entry_runs',
  text: asText(entryRuns(entryPieces('transfer', isMoved))),
};
const movedEventRuns = {
  name: 'audit.moved_event_runs',
  text: asText(eventRuns(eventPieces('event', isMoved))),
};
const keptRuns = (table: string) => `(${asText(`SELECT * FROM ${table} kept WHERE kept.wallet_id = w.wallet_id`)})`;

/**
 * Compares what is kept here of the moved entries and events of each wallet with what the history store has of them.
 * @returns a sentence for each wallet that differs.
 * @throws HistoryUnavailable
 */
export async function differingRuns(records: Records, [after, upTo]: IdRange): Promise<string[]> {
  const { movedBelow, wallets } = await readRuns(records, after, upTo);
  const found: string[] = [];
  for (const kept of wallets) {
    const [entries, events] = await Promise.all(
      [movedEntryRuns, movedEventRuns].map(async (statement) => {
        const { rows } = await records.history.query<{ runs: string }>({
          ...statement,
          values: [kept.wallet_id, movedBelow],
        });
        return rows[0]?.runs;
      }),
    );
    if (entries === kept.entries && events === kept.events) continue;
    found.push(
      `wallet ${kept.wallet_id} has the moved entries ${kept.entries} and events ${kept.events}, the history store ${entries} and ${events}`,
    );
  }
  return found;
}

/** In one statement, because the boundary and the runs move together. */
async function readRuns(db: Queryable, after: string, upTo: string): Promise<{ movedBelow: string; wallets: Runs[] }> {
  const { rows } = await db.query<Runs & { moved_below: string }>(
    `SELECT b.moved_below, w.wallet_id, ${keptRuns('history_entry_run')} AS entries, ${keptRuns('history_event_run')} AS events
       FROM history_boundary b, (SELECT wallet_id FROM history_entry_run UNION SELECT wallet_id FROM history_event_run) w
      WHERE w.wallet_id > $1 AND w.wallet_id <= $2`,
    [after, upTo],
  );
  return { movedBelow: rows[0]?.moved_below ?? '0', wallets: rows };
}
