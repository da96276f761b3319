import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type Sealer, SecretNotReadable } from '../secrets/sealer.ts';
import type { AddressPolicy } from '../webhooks/safe-address/address-policy.ts';
import type { ChatResult, ChatSender } from './chat-sender.ts';
import type { NotificationKind } from './kinds.ts';

/** Where a chat is: a client, or null for the platform. */
export type ChatOwner = number | null;

/** A chat as it is shown: its URL never is. */
export interface Chat {
  readonly host: string;
  readonly kinds: readonly NotificationKind[];
  /** Who set it last. */
  readonly setBy: string;
  readonly updatedAtMs: number;
  /** Why the last message was not accepted, and when; null when it was. */
  readonly failure: { readonly error: string; readonly atMs: number } | null;
}

/** The chat of a client or of the platform; null where none is set. */
export async function findChat(db: Queryable, owner: ChatOwner): Promise<Chat | null> {
  const { rows } = await db.query<{
    host: string;
    kinds: NotificationKind[];
    set_by: string;
    updated_at: Date;
    failed_at: Date | null;
    failure: string | null;
  }>(
    `SELECT host, kinds, set_by, updated_at, failed_at, failure FROM notification_chat
      WHERE client_id IS NOT DISTINCT FROM $1`,
    [owner],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { host, kinds, set_by: setBy, updated_at, failed_at, failure } = row;
  return {
    host,
    kinds,
    setBy,
    updatedAtMs: updated_at.getTime(),
    failure: failed_at === null || failure === null ? null : { error: failure, atMs: failed_at.getTime() },
  };
}

/**
 * Sets the chat of a client or of the platform, or its kinds alone.
 * @param asked.url left out where the one that is set stays.
 * @throws Refusal `invalid_request` for a URL to which no webhook may be sent, and where none is set or given.
 */
export async function setChat(
  {
    pool,
    sealer,
    addressPolicy,
  }: { readonly pool: Transactional; readonly sealer: Sealer; readonly addressPolicy: AddressPolicy },
  owner: ChatOwner,
  asked: { readonly url: string | undefined; readonly kinds: readonly NotificationKind[] },
  actor: Actor,
): Promise<void> {
  const { url } = asked;
  const kinds = [...new Set(asked.kinds)];
  if (url !== undefined) {
    const problem = addressPolicy.urlProblem(url, 'live') ?? (await addressPolicy.resolvedProblem(url, 'live'));
    if (problem !== null) throw invalidField('url', problem);
  }
  await inDatabaseTransaction(pool, async (db) => {
    if (url === undefined) {
      const { rowCount } = await db.query(
        `UPDATE notification_chat SET kinds = $2, set_by = $3, updated_at = clock_timestamp()
          WHERE client_id IS NOT DISTINCT FROM $1`,
        [owner, kinds, actor.name],
      );
      if (rowCount === 0) throw invalidField('url', 'url must be given: no chat is set yet.');
    } else {
      await db.query(
        `INSERT INTO notification_chat (client_id, url, host, kinds, set_by) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT ON CONSTRAINT chat_once DO UPDATE
           SET url = excluded.url, host = excluded.host, kinds = excluded.kinds, set_by = excluded.set_by,
               updated_at = clock_timestamp(), failed_at = NULL, failure = NULL`,
        [owner, sealer.seal(url, contextOf(owner)), new URL(url).host, kinds, actor.name],
      );
    }
    await recordAudit(db, {
      actor,
      action: 'notification_chat.set',
      subject: contextOf(owner),
      details: { ...(url === undefined ? {} : { host: new URL(url).host }), kinds },
    });
  });
}

/** Removes the chat of a client or of the platform. @throws Refusal `not_found` where none is set. */
export async function removeChat(pool: Transactional, owner: ChatOwner, actor: Actor): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { rowCount } = await db.query('DELETE FROM notification_chat WHERE client_id IS NOT DISTINCT FROM $1', [
      owner,
    ]);
    if (rowCount === 0) throw noChat();
    await recordAudit(db, { actor, action: 'notification_chat.removed', subject: contextOf(owner), details: {} });
  });
}

/**
 * Sends a text to the chat of a client or of the platform, and notes whether it was accepted.
 * @returns null where no chat is set.
 */
export async function writeToChat(
  { db, sealer, sender }: { readonly db: Queryable; readonly sealer: Sealer; readonly sender: ChatSender },
  owner: ChatOwner,
  text: string,
): Promise<ChatResult | null> {
  const { rows } = await db.query<{ url: Buffer }>(
    'SELECT url FROM notification_chat WHERE client_id IS NOT DISTINCT FROM $1',
    [owner],
  );
  const [chat] = rows;
  if (chat === undefined) return null;
  const url = openUrl(sealer, chat.url, owner);
  const result = url === null ? unreadable : await sender.send(url, text);
  await db.query(
    `UPDATE notification_chat
        SET failure = $3, failed_at = CASE WHEN $3::text IS NOT NULL THEN clock_timestamp() END
      WHERE client_id IS NOT DISTINCT FROM $1 AND url = $2`,
    [owner, chat.url, result.is === 'failed' ? result.error : null],
  );
  return result;
}

const unreadable: ChatResult = {
  is: 'failed',
  error: 'The stored URL cannot be read with the encryption keys of this service; set it again.',
  mayHaveArrived: false,
};

/** The URL of a chat; null where it was sealed with keys that this process has not. */
function openUrl(sealer: Sealer, sealed: Buffer, owner: ChatOwner): string | null {
  try {
    return sealer.open(sealed, contextOf(owner));
  } catch (error) {
    if (error instanceof SecretNotReadable) return null;
    throw error;
  }
}

export function noChat(): Refusal {
  return new Refusal('not_found', 'No chat is set here; set its URL first.');
}

/** What the sealed URL belongs to. */
function contextOf(owner: ChatOwner): string {
  return owner === null ? 'notification chat of the platform' : `notification chat of client ${owner}`;
}
