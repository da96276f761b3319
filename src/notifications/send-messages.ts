import type pg from 'pg';
import type { Logger } from 'pino';
import { newBrowserMail } from '../access/people/access-mails.ts';
import { type Mailer, mayHaveBeenSent } from '../access/people/mail.ts';
import { DueWork } from '../jobs/due-work.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { ChatSender } from './chat-sender.ts';
import { writeToChat } from './chats.ts';
import { readCandidates } from './choices.ts';
import { type Candidate, type NotificationKind, recipientsOf } from './kinds.ts';
import { writeMessages } from './messages.ts';
import { chatTextOf, type MessageContent, mailOf, type NewDeviceContent, type Place } from './texts.ts';
import { stillWatched, type Watch } from './watched.ts';

/** A message that this process has claimed. */
export interface ClaimedMessage {
  readonly messageId: number;
  readonly leaseToken: string;
  readonly kind: NotificationKind;
  readonly clientId: number | null;
  /** The recipient; null: the chat. */
  readonly personId: string | null;
  readonly notificationIds: readonly number[];
  readonly failures: number;
  readonly unknown: number;
  readonly ageMs: number;
}

export interface SendingParts {
  readonly pool: pg.Pool;
  /** Null where no mail server is set. */
  readonly mailer: Mailer | null;
  readonly chats: ChatSender;
  readonly sealer: Sealer;
  readonly watches: readonly Watch[];
  readonly baseUrl: () => string;
  readonly logger: Logger;
}

const concurrency = 4;
/** Longer than a mail server may take for all of its steps. */
const leaseMs = 120_000;
const lookEveryMs = 1_000;
const firstRetryMs = 60_000;
const longestRetryMs = 3_600_000;
/** What was not accepted for so long is given up. */
const givenUpAfterMs = 24 * 3_600_000;
/** After so many attempts of which it is not known whether they were accepted there is no further one: nobody gets a message a third time. */
const unknownMax = 2;

/** Writes due messages and sends them, beside any number of other processes. */
export function sendingWork(parts: SendingParts): DueWork<ClaimedMessage> {
  const { pool, mailer, logger } = parts;
  const engine = new DueWork<ClaimedMessage>({
    claim: async (begin) => {
      await writeMessages(pool, { mailsAreSent: mailer !== null });
      const room = concurrency - engine.working.size;
      if (room <= 0) return lookEveryMs;
      for (const message of await claimMessages(pool, room)) begin(message);
      return lookEveryMs;
    },
    work: (message) => sendMessage(parts, message),
    onError: (error, message) =>
      logger.warn({ err: error, notification_message_id: message?.messageId }, 'notifications could not be worked on'),
  });
  return engine;
}

/** Claims due messages. */
export async function claimMessages(db: Queryable, limit: number): Promise<ClaimedMessage[]> {
  const { rows } = await db.query<{
    message_id: string;
    lease_token: string;
    kind: NotificationKind;
    client_id: string | null;
    person_id: string | null;
    notification_ids: string[];
    failures: number;
    unknown: number;
    age_ms: number;
  }>({
    name: 'notifications.claim_messages',
    text: `
      WITH due AS MATERIALIZED (
        SELECT message_id FROM notification_message
         WHERE due_at <= trusted_now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
      )
      UPDATE notification_message
         SET lease_token = gen_random_uuid(), due_at = (SELECT trusted_now()) + $2 * interval '1 millisecond'
        FROM due WHERE notification_message.message_id = due.message_id
      RETURNING notification_message.*,
                (SELECT extract(epoch FROM trusted_now() - created_at) * 1000)::float8 AS age_ms`,
    values: [limit, leaseMs],
  });
  return rows.map((row) => ({
    messageId: Number(row.message_id),
    leaseToken: row.lease_token,
    kind: row.kind,
    clientId: row.client_id === null ? null : Number(row.client_id),
    personId: row.person_id,
    notificationIds: row.notification_ids.map(Number),
    failures: row.failures,
    unknown: row.unknown,
    ageMs: row.age_ms,
  }));
}

/** How an attempt ended. */
type Attempt =
  | { readonly is: 'accepted' }
  | { readonly is: 'failed'; readonly error: unknown; readonly mayHaveArrived: boolean };

/**
 * Sends one message, as far as its content still holds and its recipient still gets this kind. An attempt is noted before it is made: where its
 * process ends meanwhile, the message may have been sent, and is sent once more at most.
 */
export async function sendMessage(parts: SendingParts, message: ClaimedMessage): Promise<void> {
  const { pool, logger } = parts;
  const line = { notification_message_id: message.messageId, kind: message.kind, client_id: message.clientId };
  const attempt = message.unknown >= unknownMax ? null : await prepare(parts, message);
  if (message.unknown >= unknownMax)
    logger.error(line, 'a notification may have been sent twice, and is not sent again');
  if (attempt === null) return await deleteMessage(pool, message);
  if (!(await noteAttempt(pool, message))) return;
  const ended = await attempt();
  if (ended.is === 'accepted') return await deleteMessage(pool, message);
  const failures = message.failures + 1;
  if (message.ageMs >= givenUpAfterMs) {
    logger.error({ ...line, err: ended.error, failures }, 'a notification was not accepted for a day and is given up');
    return await deleteMessage(pool, message);
  }
  logger.warn({ ...line, err: ended.error, failures }, 'a notification was not accepted; it is sent again later');
  await pool.query(
    `UPDATE notification_message
        SET failures = $3, unknown = $4, lease_token = NULL, due_at = trusted_now() + $5 * interval '1 millisecond'
      WHERE message_id = $1 AND lease_token = $2`,
    [
      message.messageId,
      message.leaseToken,
      failures,
      message.unknown + (ended.mayHaveArrived ? 1 : 0),
      retryAfterMs(failures),
    ],
  );
}

/** Milliseconds until a message that was not accepted is sent again: from a minute, doubled up to an hour. Pure. */
export function retryAfterMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
}

/** What sends the message; null where nothing is to be sent any more. */
async function prepare(parts: SendingParts, message: ClaimedMessage): Promise<(() => Promise<Attempt>) | null> {
  const { pool, mailer, chats, sealer, baseUrl } = parts;
  const { kind, clientId, personId } = message;
  const recipient = personId === null ? null : await stillRecipient(pool, message, personId);
  if (personId !== null && (recipient === null || mailer === null)) return null;
  const content = await readContent(parts, message, recipient);
  if (content === null) return null;
  if (recipient !== null && mailer !== null) {
    const mail =
      content.kind === 'new_device'
        ? newBrowserMail(recipient.email, content.items, baseUrl())
        : mailOf(recipient.email, await placeOf(pool, clientId), content, baseUrl());
    return async () => {
      try {
        await mailer.send(mail);
        return { is: 'accepted' };
      } catch (error) {
        return { is: 'failed', error, mayHaveArrived: mayHaveBeenSent(error) };
      }
    };
  }
  if (content.kind === 'new_device') throw new Error(`a notification of kind ${kind} goes to no chat`);
  const text = chatTextOf(await placeOf(pool, clientId), content, baseUrl());
  // A chat that was removed meanwhile gets nothing.
  return async () => (await writeToChat({ db: pool, sealer, sender: chats }, clientId, text)) ?? { is: 'accepted' };
}

async function stillRecipient(
  db: Queryable,
  { kind, clientId }: ClaimedMessage,
  personId: string,
): Promise<Candidate | null> {
  const scope = { clientId, personId: kind === 'new_device' ? personId : null };
  const recipients = recipientsOf(kind, await readCandidates(db, kind, scope));
  return recipients.find((one) => one.personId === personId) ?? null;
}

/** What of a message's content still holds for its recipient; null when nothing. A person who asked for a payment cannot approve it. */
async function readContent(
  { pool, watches }: Pick<SendingParts, 'pool' | 'watches'>,
  { kind, notificationIds }: ClaimedMessage,
  recipient: Candidate | null,
): Promise<MessageContent | NewDeviceContent | null> {
  const watch = watches.find((one) => one.kind === kind);
  const holding = watch === undefined ? null : await stillWatched(pool, watch, notificationIds);
  const { rows } = await pool.query<{ id: string; details: Record<string, unknown>; payment_amount: string | null }>(
    `SELECT notification_id AS id, details,
            (SELECT amount FROM transaction
              WHERE wallet_id = (notification.details->>'wallet_id')::bigint
                AND transaction_id = (notification.details->>'transaction_id')::bigint) AS payment_amount
       FROM notification WHERE notification_id = ANY ($1::bigint[]) ORDER BY notification_id`,
    [notificationIds],
  );
  const items = rows
    .filter(({ id }) => holding === null || holding.has(Number(id)))
    .map(({ details, payment_amount }) =>
      payment_amount === null ? details : { ...details, amount: Number(payment_amount) },
    )
    .filter(({ maker }) => maker === undefined || maker !== recipient?.email);
  // What was written with a kind has the details of that kind.
  return items.length === 0
    ? null
    : ({ kind, items: items.map(asItem(kind)) } as unknown as MessageContent | NewDeviceContent);
}

function asItem(kind: NotificationKind): (details: Readonly<Record<string, unknown>>) => unknown {
  return kind === 'new_device' ? ({ at_ms, ...visitor }) => ({ ...visitor, atMs: at_ms }) : (details) => details;
}

async function placeOf(db: Queryable, clientId: number | null): Promise<Place> {
  if (clientId === null) return null;
  const { rows } = await db.query<{ name: string }>('SELECT name FROM client WHERE client_id = $1', [clientId]);
  return { clientId, name: rows[0]?.name ?? `client ${clientId}` };
}

/** @returns whether the message is still this process's. */
async function noteAttempt(db: Queryable, { messageId, leaseToken, unknown }: ClaimedMessage): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE notification_message SET unknown = $3 WHERE message_id = $1 AND lease_token = $2',
    [messageId, leaseToken, unknown + 1],
  );
  return rowCount === 1;
}

async function deleteMessage(db: Queryable, { messageId, leaseToken }: ClaimedMessage): Promise<void> {
  await db.query('DELETE FROM notification_message WHERE message_id = $1 AND lease_token = $2', [
    messageId,
    leaseToken,
  ]);
}
