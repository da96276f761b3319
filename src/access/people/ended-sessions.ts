import type { Duty } from '../../ledger/housekeeping.ts';
import { knownBrowserDays } from './known-browsers.ts';

/** Rows removed at a time from each table. */
const stepRows = 1_000;

/** What is over, table by table: sessions, links and steps of sign-in, counts of attempts, browsers. */
const over = [
  ['person_session', 'id', 'expires_at < clock_timestamp()'],
  ['person_verification', 'id', 'expires_at < clock_timestamp()'],
  ['person_sign_in_attempt', 'subject', "last_attempt_at < clock_timestamp() - interval '1 hour'"],
  // By row, because a browser of several people is over for one of them only.
  ['person_browser', 'ctid', `last_signed_in_at < clock_timestamp() - interval '${knownBrowserDays} days'`],
] as const;

/** Removes sessions, links, counts and browsers of sign-in that are over. */
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
