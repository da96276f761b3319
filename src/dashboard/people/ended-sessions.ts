import type { Duty } from '../../ledger/housekeeping.ts';

/** Rows removed at a time from each table. */
const stepRows = 1_000;

/** What is over, table by table: sessions, links and steps of sign-in, and counts of tries. */
const over = [
  ['person_session', 'id', 'expires_at < clock_timestamp()'],
  ['person_verification', 'id', 'expires_at < clock_timestamp()'],
  ['person_rate_limit', 'id', "last_request < extract(epoch FROM clock_timestamp() - interval '1 hour') * 1000"],
  ['person_sign_in_failure', 'account', "since < clock_timestamp() - interval '1 hour'"],
] as const;

/** Removes sessions, links and counts of sign-in that are over. */
export const removeEndedSessions: Duty = {
  name: 'remove_ended_sessions',
  everyMs: 60_000,
  work: async (db) => {
    let more = false;
    for (const [table, key, condition] of over) {
      const { rowCount } = await db.query(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${stepRows})`,
      );
      more ||= rowCount === stepRows;
    }
    return { more };
  },
};
