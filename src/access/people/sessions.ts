/** Enough to tell sessions apart, for people who compare the audit log with a list of sessions. */
const shownLength = 8;

/**
 * A session of the audit log as people see it: how its id begins, which is the same in the list of sessions; an API key (`api_key 17`)
 * as it is. The id is not the session's token, with which a browser signs its requests.
 */
export function sessionShown(session: string): string {
  return session.startsWith('api_key ') ? session : session.slice(0, shownLength);
}
