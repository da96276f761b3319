import { hash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { TransactionId } from '../proofs/stored-records.ts';
import { Refusal } from '../refusal.ts';
import type { Disclosure } from './disclosure.ts';

/** A link to the receipt of a transaction. Its address is not among it: it is shown once, when the link is made. */
export interface ReceiptLink extends Disclosure {
  readonly receiptLinkId: number;
  readonly createdBy: string;
  /** Milliseconds since 1970, by the wall clock; so are the other times. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
  readonly isExpired: boolean;
}

/** More links of one transaction that work at the same time would be a mistake of a program. */
export const workingLinksMax = 20;

const tokenBytes = 32;
/** The form of a link's token: 32 bytes as base64url. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

function tokenHash(token: string): Buffer {
  return hash('sha256', Buffer.from(token, 'base64url'), 'buffer');
}

const columns = `
  receipt_link_id, business, counterparty, description, created_by, expires_at <= trusted_now() AS is_expired,
  round(extract(epoch FROM wall_time_of(created_at)) * 1000)::float8 AS created_at_ms,
  round(extract(epoch FROM wall_time_of(expires_at)) * 1000)::float8 AS expires_at_ms,
  round(extract(epoch FROM wall_time_of(revoked_at)) * 1000)::float8 AS revoked_at_ms`;

interface LinkRow extends Disclosure {
  readonly receipt_link_id: string;
  readonly created_by: string;
  readonly is_expired: boolean;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
  readonly revoked_at_ms: number | null;
}

/**
 * Makes a link.
 * @returns the link and its token, which is not stored.
 * @throws Refusal when the transaction has too many links that work.
 */
export async function createReceiptLink(
  pool: pg.Pool,
  transaction: TransactionId,
  request: { readonly disclosure: Disclosure; readonly validDays: number; readonly actor: Actor },
): Promise<{ readonly link: ReceiptLink; readonly token: string }> {
  const { disclosure, validDays, actor } = request;
  const token = randomBytes(tokenBytes).toString('base64url');
  return await inDatabaseTransaction(pool, async (client) => {
    const working = (await listReceiptLinks(client, transaction)).filter(isWorking).length;
    if (working >= workingLinksMax) {
      throw new Refusal('limit_exceeded', `This receipt has ${workingLinksMax} links already; revoke one first.`);
    }
    const { rows } = await client.query<LinkRow>(
      `INSERT INTO receipt_link (wallet_id, transaction_id, token_hash, business, counterparty, description, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, trusted_now() + make_interval(days => $8))
       RETURNING ${columns}`,
      [
        transaction.walletId,
        transaction.transactionId,
        tokenHash(token),
        disclosure.business,
        disclosure.counterparty,
        disclosure.description,
        actor.name,
        validDays,
      ],
    );
    const link = linkOf(rows[0] as LinkRow);
    await recordAudit(client, {
      actor,
      action: 'receipt_link.created',
      subject: subjectOf(transaction),
      details: {
        receipt_link: link.receiptLinkId,
        ...disclosure,
        expires_at: new Date(link.expiresAtMs).toISOString(),
      },
    });
    return { link, token };
  });
}

/** The links of a transaction, newest first, also those that have ended. */
export async function listReceiptLinks(
  db: Queryable,
  { walletId, transactionId }: TransactionId,
): Promise<ReceiptLink[]> {
  const { rows } = await db.query<LinkRow>(
    `SELECT ${columns} FROM receipt_link WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY receipt_link_id DESC LIMIT 100`,
    [walletId, transactionId],
  );
  return rows.map(linkOf);
}

/** Whether a link still shows its receipt. Pure. */
export function isWorking({ isExpired, revokedAtMs }: ReceiptLink): boolean {
  return !isExpired && revokedAtMs === null;
}

/**
 * Ends a link at once. A repeat changes nothing.
 * @returns false when the transaction has no such link.
 */
export async function revokeReceiptLink(
  pool: pg.Pool,
  transaction: TransactionId,
  receiptLinkId: number,
  actor: Actor,
): Promise<boolean> {
  return await inDatabaseTransaction(pool, async (client) => {
    const { rows } = await client.query<{ revoked: boolean }>(
      `WITH found AS (
         SELECT receipt_link_id FROM receipt_link
          WHERE receipt_link_id = $3 AND wallet_id = $1 AND transaction_id = $2
       ), revoked AS (
         UPDATE receipt_link SET revoked_by = $4, revoked_at = trusted_now()
          WHERE receipt_link_id = (SELECT receipt_link_id FROM found) AND revoked_at IS NULL RETURNING receipt_link_id
       )
       SELECT EXISTS (SELECT FROM revoked) AS revoked FROM found`,
      [transaction.walletId, transaction.transactionId, receiptLinkId, actor.name],
    );
    if (rows[0]?.revoked === true) {
      await recordAudit(client, {
        actor,
        action: 'receipt_link.revoked',
        subject: subjectOf(transaction),
        details: { receipt_link: receiptLinkId },
      });
    }
    return rows.length > 0;
  });
}

function subjectOf({ transactionId }: TransactionId): string {
  return `transaction ${transactionId}`;
}

/** The transaction and what its receipt shows, by the token of a link; null for a link that is unknown, revoked or expired. */
export async function findByToken(
  db: Queryable,
  token: string,
): Promise<(TransactionId & { readonly disclosure: Disclosure }) | null> {
  if (!tokenForm.test(token)) return null;
  const { rows } = await db.query<Disclosure & { wallet_id: string; transaction_id: string }>({
    name: 'receipts.find_by_token',
    text: `SELECT wallet_id, transaction_id, business, counterparty, description FROM receipt_link
            WHERE token_hash = $1 AND revoked_at IS NULL AND expires_at > trusted_now()`,
    values: [tokenHash(token)],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { business, counterparty, description } = row;
  return {
    walletId: Number(row.wallet_id),
    transactionId: Number(row.transaction_id),
    disclosure: { business, counterparty, description },
  };
}

function linkOf(row: LinkRow): ReceiptLink {
  const { business, counterparty, description } = row;
  return {
    business,
    counterparty,
    description,
    receiptLinkId: Number(row.receipt_link_id),
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
    isExpired: row.is_expired,
  };
}
