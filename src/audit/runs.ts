/**
 * Entries and events of a wallet without a gap, whose records have moved to the history store, as the tables history_entry_run and
 * history_event_run keep them. The mover adds them up, and the audit compares them with what is in the store.
 */

/** Joins what follows without a gap into runs. `pieces` has the columns of a run. */
const runsOf = (pieces: string, also: string) => `
  SELECT wallet_id, min(first_no) AS first_no, max(last_no) AS last_no${also}
    FROM (SELECT *, count(*) FILTER (WHERE begins) OVER by_number AS run
            FROM (SELECT *, (lag(last_no) OVER by_number + 1) IS DISTINCT FROM first_no AS begins
                    FROM (${pieces}) AS piece
                  WINDOW by_number AS (PARTITION BY wallet_id ORDER BY first_no)) AS marked
          WINDOW by_number AS (PARTITION BY wallet_id ORDER BY first_no)) AS numbered
   GROUP BY wallet_id, run`;

/** Runs of transfers: what they move in their wallet, and its balance after the last one. */
export const entryRuns = (pieces: string) =>
  runsOf(pieces, ', sum(moved)::bigint AS moved, (array_agg(balance_after ORDER BY last_no DESC))[1] AS balance_after');
/** The transfers of a wallet as runs of one entry each. */
export const entryPieces = (transfers: string, condition = 'true') => `
  SELECT wallet_id, entry_no AS first_no, entry_no AS last_no,
         CASE WHEN credit_account = wallet_id THEN amount ELSE -amount END AS moved, balance_after
    FROM ${transfers} WHERE entry_no IS NOT NULL AND ${condition}`;

/** Runs of events: a moment has as many sequences as names. */
export const eventRuns = (pieces: string) => runsOf(pieces, '');
/** The moments of a wallet as runs of their events. */
export const eventPieces = (events: string, condition = 'true') => `
  SELECT wallet_id, first_sequence AS first_no, first_sequence + cardinality(names) - 1 AS last_no FROM ${events} WHERE ${condition}`;
