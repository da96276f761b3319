import type pg from 'pg';
import type { Duty } from '../ledger/housekeeping.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { readCandidates } from './choices.ts';
import { gapMs, type NotificationKind, recipientsOf, type Scope } from './kinds.ts';
import { watchedKinds } from './watched.ts';

/** Groups looked at in one step. */
const groupsPerStep = 100;

/** What one message contains: one kind in one scope. */
interface Group extends Scope {
  readonly kind: NotificationKind;
}

/**
 * Writes the messages of what is due: one for each recipient, with everything of a kind that is due in a scope. Several processes may do it
 * at once: a group is worked on by one.
 * @param parts.mailsAreSent whether a mail server is set.
 * @returns how many messages were written, or extended because they wait for their next attempt.
 */
export async function writeMessages(pool: pg.Pool, parts: { readonly mailsAreSent: boolean }): Promise<number> {
  const { rows } = await pool.query<{ kind: NotificationKind; client_id: string | null; person_id: string | null }>({
    name: 'notifications.groups_due',
    text: `
      SELECT DISTINCT kind, client_id, person_id FROM notification
       WHERE NOT is_grouped AND due_at <= trusted_now()
         AND NOT EXISTS (SELECT FROM notification_group AS earlier
                          WHERE earlier.kind = notification.kind AND earlier.client_id IS NOT DISTINCT FROM notification.client_id
                            AND earlier.person_id IS NOT DISTINCT FROM notification.person_id AND next_at > (SELECT trusted_now()))
       ORDER BY kind, client_id, person_id LIMIT $1`,
    values: [groupsPerStep],
  });
  let written = 0;
  for (const { kind, client_id, person_id } of rows) {
    const group = { kind, clientId: client_id === null ? null : Number(client_id), personId: person_id };
    written += await writeGroup(pool, group, parts);
  }
  return written;
}

/** In one database transaction: either all of a group has its messages, or it is grouped again. */
async function writeGroup(
  pool: pg.Pool,
  { kind, clientId, personId }: Group,
  { mailsAreSent }: { readonly mailsAreSent: boolean },
): Promise<number> {
  return await inDatabaseTransaction(pool, async (db) => {
    await db.query(
      `INSERT INTO notification_group (kind, client_id, person_id, next_at) VALUES ($1, $2, $3, '-infinity')
       ON CONFLICT DO NOTHING`,
      [kind, clientId, personId],
    );
    const ours = await db.query(
      `SELECT FROM notification_group
        WHERE kind = $1 AND client_id IS NOT DISTINCT FROM $2 AND person_id IS NOT DISTINCT FROM $3
          AND next_at <= trusted_now()
          FOR UPDATE SKIP LOCKED`,
      [kind, clientId, personId],
    );
    if (ours.rowCount === 0) return 0;
    const { rows } = await db.query<{ id: string }>(
      `UPDATE notification SET is_grouped = true
        WHERE kind = $1 AND client_id IS NOT DISTINCT FROM $2 AND person_id IS NOT DISTINCT FROM $3
          AND NOT is_grouped AND due_at <= trusted_now()
        RETURNING notification_id AS id`,
      [kind, clientId, personId],
    );
    if (rows.length === 0) return 0;
    const people = mailsAreSent ? recipientsOf(kind, await readCandidates(db, kind, { clientId, personId })) : [];
    const messages = await db.query<{ count: number }>(addMessagesSql, [
      kind,
      clientId,
      people.map((person) => person.personId),
      rows.map(({ id }) => id),
      personId,
    ]);
    const count = messages.rows[0]?.count ?? 0;
    // Where there is no recipient, the next one waits for nothing.
    if (count > 0) {
      await db.query(
        `UPDATE notification_group SET next_at = trusted_now() + $4 * interval '1 millisecond'
          WHERE kind = $1 AND client_id IS NOT DISTINCT FROM $2 AND person_id IS NOT DISTINCT FROM $3`,
        [kind, clientId, personId, gapMs(kind)],
      );
    }
    return count;
  });
}

// A message that was not accepted and waits for its next attempt takes up what is new for its recipient: after hours without a mail server
// a person gets one mail of a kind. One that a process has claimed is left alone, because it may be on its way.
const addMessagesSql = `
  WITH recipient AS (
    SELECT person_id FROM unnest($3::text[]) AS person (person_id)
     UNION ALL
    SELECT NULL FROM notification_chat
     WHERE client_id IS NOT DISTINCT FROM $2::bigint AND $1::text = ANY (kinds) AND $5::text IS NULL
  ), extended AS (
    UPDATE notification_message AS message
       SET notification_ids = message.notification_ids || $4::bigint[], created_at = trusted_now()
      FROM recipient
     WHERE message.lease_token IS NULL
       AND message.message_id = (
           SELECT min(message_id) FROM notification_message AS waiting
            WHERE waiting.kind = $1 AND waiting.client_id IS NOT DISTINCT FROM $2::bigint
              AND waiting.person_id IS NOT DISTINCT FROM recipient.person_id AND waiting.lease_token IS NULL)
    RETURNING message.person_id
  ), added AS (
    INSERT INTO notification_message (kind, client_id, person_id, notification_ids)
    SELECT $1, $2, person_id, $4::bigint[] FROM recipient
     WHERE NOT EXISTS (SELECT FROM extended WHERE extended.person_id IS NOT DISTINCT FROM recipient.person_id)
    RETURNING person_id
  )
  SELECT ((SELECT count(*) FROM extended) + (SELECT count(*) FROM added))::integer AS count`;

/** For so long it is known what was notified; what is watched is known until it is over. */
const keptDays = 40;
const forgottenPerStep = 1_000;

/** Removes a batch of what was notified long ago. */
export const forgetNotifications: Duty = {
  name: 'forget_notifications',
  everyMs: 3_600_000,
  work: async (db) => {
    const old = await db.query(
      `DELETE FROM notification
        WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM notification
           WHERE found_at < trusted_now() - interval '${keptDays} days' AND is_grouped AND kind <> ALL ($1::text[]) LIMIT $2))`,
      [watchedKinds, forgottenPerStep],
    );
    const groups = await db.query(
      `DELETE FROM notification_group
        WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM notification_group WHERE next_at < trusted_now() - interval '1 day' LIMIT $1))`,
      [forgottenPerStep],
    );
    return { more: old.rowCount === forgottenPerStep || groups.rowCount === forgottenPerStep };
  },
};
