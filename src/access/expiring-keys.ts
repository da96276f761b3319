import type { Logger } from 'pino';
import type { Duty } from '../ledger/housekeeping.ts';
import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type Mail, type Mailer, timeText } from './people/mail.ts';

/** How many days before a key expires its reminders are sent. */
const daysBefore = [30, 7, 1];

/** Reminders claimed at a time. */
const remindersMax = 50;

/** A key that is about to expire. */
export interface ExpiringKey {
  readonly apiKeyId: number;
  readonly clientId: number;
  readonly clientName: string;
  readonly mode: Mode;
  /** How its text begins. */
  readonly shownAs: string;
  readonly name: string;
  readonly expiresAtMs: number;
  /** Whole days until then, at most: one of `daysBefore`. */
  readonly days: number;
}

/**
 * Sends an e-mail to the owners of a client and to the person who created the key, 30, 7 and 1 day before a key expires. When the
 * mail server does not accept one, it and the rest are sent an hour later: a server that does not respond must not delay a stop.
 */
export function remindOfExpiringKeys({
  mailer,
  baseUrl,
  logger,
}: {
  readonly mailer: Mailer;
  readonly baseUrl: () => string;
  readonly logger: Logger;
}): Duty {
  return {
    name: 'remind_of_expiring_keys',
    everyMs: 3_600_000,
    work: async (db) => {
      const keys = await claimReminders(db);
      for (const [index, key] of keys.entries()) {
        try {
          for (const to of await recipientsOf(db, key)) await mailer.send(reminderOf(key, to, baseUrl()));
        } catch (error) {
          logger.error({ err: error, api_key_id: key.apiKeyId }, 'the e-mail about a key that expires was not sent');
          await releaseReminders(db, keys.slice(index));
          return { more: false };
        }
      }
      return { more: keys.length === remindersMax };
    },
  };
}

/**
 * Claims the reminders that are due, so that no other process sends them. Where several of a key are due, only the one closest to its
 * expiry is. A key whose lifetime is not longer than the reminder's days needs none.
 */
export async function claimReminders(db: Queryable): Promise<ExpiringKey[]> {
  const { rows } = await db.query<{
    api_key_id: string;
    client_id: string;
    client_name: string;
    mode: Mode;
    public_id: string;
    name: string;
    expires_at: Date;
    days: number;
  }>(
    `WITH due AS (
       SELECT api_key_id, min(days) AS days FROM api_key CROSS JOIN unnest($1::smallint[]) AS days
        WHERE revoked_at IS NULL AND rolled_to IS NULL AND expires_at > clock_timestamp()
          AND expires_at <= clock_timestamp() + days * interval '1 day'
          AND created_at < expires_at - days * interval '1 day' - interval '1 hour'
        GROUP BY api_key_id
     ), claimed AS (
       INSERT INTO api_key_reminder (api_key_id, days_before)
       SELECT api_key_id, days FROM due
        WHERE NOT EXISTS (SELECT FROM api_key_reminder WHERE api_key_id = due.api_key_id AND days_before <= due.days)
        ORDER BY api_key_id LIMIT $2
       ON CONFLICT DO NOTHING
       RETURNING api_key_id, days_before
     )
     SELECT api_key_id, client_id, client.name AS client_name, mode, public_id, api_key.name, expires_at, days_before AS days
       FROM claimed JOIN api_key USING (api_key_id) JOIN client USING (client_id)
      ORDER BY api_key_id`,
    [daysBefore, remindersMax],
  );
  return rows.map((row) => ({
    apiKeyId: Number(row.api_key_id),
    clientId: Number(row.client_id),
    clientName: row.client_name,
    mode: row.mode,
    shownAs: `nsk_${row.mode}_${row.public_id}`,
    name: row.name,
    expiresAtMs: row.expires_at.getTime(),
    days: row.days,
  }));
}

/** Gives back claimed reminders that were not sent. */
async function releaseReminders(db: Queryable, keys: readonly ExpiringKey[]): Promise<void> {
  await db.query(
    `DELETE FROM api_key_reminder USING unnest($1::bigint[], $2::smallint[]) AS unsent (api_key_id, days_before)
      WHERE api_key_reminder.api_key_id = unsent.api_key_id AND api_key_reminder.days_before = unsent.days_before`,
    [keys.map(({ apiKeyId }) => apiKeyId), keys.map(({ days }) => days)],
  );
}

/** The owners of the client, and the person who created the key, as far as they can sign in. */
async function recipientsOf(db: Queryable, { apiKeyId, clientId }: ExpiringKey): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `SELECT email FROM person
      WHERE disabled_at IS NULL
        AND EXISTS (SELECT FROM person_credential WHERE person_id = person.id AND password IS NOT NULL)
        AND EXISTS (SELECT FROM person_client_role
                     WHERE person_id = person.id AND client_id = $2
                       AND (role = 'client_owner'
                            OR email = (SELECT created_by FROM api_key WHERE api_key_id = $1)))
      ORDER BY email`,
    [apiKeyId, clientId],
  );
  return rows.map(({ email }) => email);
}

/** The e-mail about a key. Pure. */
export function reminderOf(key: ExpiringKey, to: string, baseUrl: string): Mail {
  const { clientId, clientName, mode, shownAs, name, expiresAtMs, days } = key;
  return {
    to,
    subject: `The API key "${name}" expires in ${days === 1 ? 'a day' : `${days} days`}`,
    text: `Hello,

the ${mode} API key "${name}" (${shownAs}…) of ${clientName} expires on ${timeText(expiresAtMs)}. After
that, programs that use it are refused.

Roll it, and give the new key to your programs while the old one still works:

${baseUrl}/clients/${clientId}/${mode}/keys
`,
  };
}
