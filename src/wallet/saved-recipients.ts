import { recordAudit } from '../access/audit-log.ts';
import type { Caller } from '../access/caller.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField, Refusal } from '../refusal.ts';

/** A recipient that a person saved at a wallet. It only fills in forms: what is paid is what a person confirms there. */
export interface SavedRecipient {
  /** 256 and nine digits; once in a wallet. */
  readonly phone: string;
  readonly name: string;
  readonly note: string | null;
  /** Who saved or last changed it. */
  readonly savedBy: string;
  /** Milliseconds since 1970. */
  readonly savedAtMs: number;
}

/** As many recipients can be saved at a wallet, so that a form can load all of them. */
export const savedRecipientsMax = 500;

interface RecipientRow {
  readonly phone: string;
  readonly name: string;
  readonly note: string | null;
  readonly saved_by: string;
  readonly saved_at: Date;
}

const columns = 'phone, name, note, saved_by, saved_at';

/** The wallet at which a recipient is saved. */
type OwnWallet = Pick<Caller, 'clientId' | 'walletId' | 'mode'>;

/** The saved recipients of a wallet, by name. */
export async function listSavedRecipients(db: Queryable, walletId: number): Promise<SavedRecipient[]> {
  const { rows } = await db.query<RecipientRow>({
    name: 'wallet.list_saved_recipients',
    text: `SELECT ${columns} FROM saved_recipient WHERE wallet_id = $1 ORDER BY lower(name), phone`,
    values: [walletId],
  });
  return rows.map(recipientOf);
}

/** The name under which a phone is saved at a wallet; null where it is not. */
export async function findSavedName(db: Queryable, walletId: number, phone: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>({
    name: 'wallet.find_saved_name',
    text: 'SELECT name FROM saved_recipient WHERE wallet_id = $1 AND phone = $2',
    values: [walletId, phone],
  });
  return rows[0]?.name ?? null;
}

/**
 * Saves a recipient.
 * @throws Refusal `invalid_request` where the phone is saved already, `limit_exceeded` where the wallet has as many as it can.
 */
export async function saveRecipient(
  pool: Transactional,
  wallet: OwnWallet,
  { phone, name, note }: Pick<SavedRecipient, 'phone' | 'name' | 'note'>,
  actor: Actor,
): Promise<SavedRecipient> {
  return await inDatabaseTransaction(pool, async (db) => {
    const { walletId } = wallet;
    const others = await listSavedRecipients(db, walletId);
    const same = others.find((one) => one.phone === phone);
    if (same !== undefined) throw savedAlready(same.name);
    if (others.length >= savedRecipientsMax) {
      throw new Refusal(
        'limit_exceeded',
        `There are ${savedRecipientsMax} saved recipients already, which is the most; delete one first.`,
      );
    }
    const { rows } = await db.query<RecipientRow>({
      name: 'wallet.save_recipient',
      text: `INSERT INTO saved_recipient (wallet_id, phone, name, note, saved_by) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT ON CONSTRAINT recipient_saved_once DO NOTHING RETURNING ${columns}`,
      values: [walletId, phone, name, note, actor.name],
    });
    const [row] = rows;
    // Somebody else saved it at the same moment.
    if (row === undefined) throw savedAlready((await findSavedName(db, walletId, phone)) ?? phone);
    await recordAudit(db, { ...actOn(wallet, actor), action: 'recipient.saved', details: { phone, name, note } });
    return recipientOf(row);
  });
}

/** Changes the name and the note of a saved recipient. @throws Refusal `not_found` */
export async function changeRecipient(
  pool: Transactional,
  wallet: OwnWallet,
  { phone, name, note }: Pick<SavedRecipient, 'phone' | 'name' | 'note'>,
  actor: Actor,
): Promise<SavedRecipient> {
  return await inDatabaseTransaction(pool, async (db) => {
    const before = await lockRecipient(db, wallet, phone);
    const { rows } = await db.query<RecipientRow>({
      name: 'wallet.change_recipient',
      text: `UPDATE saved_recipient SET name = $3, note = $4, saved_by = $5, saved_at = clock_timestamp()
              WHERE wallet_id = $1 AND phone = $2 RETURNING ${columns}`,
      values: [wallet.walletId, phone, name, note, actor.name],
    });
    await recordAudit(db, {
      ...actOn(wallet, actor),
      action: 'recipient.changed',
      details: { phone, name, note, before: { name: before.name, note: before.note } },
    });
    return recipientOf(rows[0] as RecipientRow);
  });
}

/** Deletes a saved recipient; payments to it stay as they are. @throws Refusal `not_found` */
export async function deleteRecipient(
  pool: Transactional,
  wallet: OwnWallet,
  phone: string,
  actor: Actor,
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { name, note } = await lockRecipient(db, wallet, phone);
    await db.query({
      name: 'wallet.delete_recipient',
      text: 'DELETE FROM saved_recipient WHERE wallet_id = $1 AND phone = $2',
      values: [wallet.walletId, phone],
    });
    await recordAudit(db, { ...actOn(wallet, actor), action: 'recipient.deleted', details: { phone, name, note } });
  });
}

/** The row is locked, so that the audit log has the acts in their order. @throws Refusal `not_found` */
async function lockRecipient(db: Queryable, { walletId }: OwnWallet, phone: string): Promise<RecipientRow> {
  const { rows } = await db.query<RecipientRow>({
    name: 'wallet.lock_recipient',
    text: `SELECT ${columns} FROM saved_recipient WHERE wallet_id = $1 AND phone = $2 FOR UPDATE`,
    values: [walletId, phone],
  });
  const [row] = rows;
  if (row === undefined) throw new Refusal('not_found', 'This phone number is not saved; reload the list.');
  return row;
}

function savedAlready(name: string): Refusal {
  return invalidField('phone', `phone is saved already, as ${name}.`);
}

function actOn({ clientId, mode }: OwnWallet, actor: Actor) {
  return { actor, subject: `client ${clientId} ${mode}` };
}

function recipientOf({ phone, name, note, saved_by, saved_at }: RecipientRow): SavedRecipient {
  return { phone, name, note, savedBy: saved_by, savedAtMs: saved_at.getTime() };
}
