import type { Actor, AuditEntry } from '../ledger/rows/audit-log.ts';
import type { Mode } from '../ledger/transaction.ts';
import { type Ugx, ugxToJson } from '../money/ugx.ts';
import { msisdn, msisdnForm } from '../phone/msisdn.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { recordAudit } from './audit-log.ts';
import { ClientNotFound, ClientNotValid } from './clients.ts';

/** Which wallet is changed, and by whom. */
interface Change {
  readonly clientId: number;
  readonly mode: Mode;
  readonly actor: Actor;
}

/** Freezes or unfreezes a wallet. Frozen, nothing new leaves it; what is on its way settles. @throws ClientNotFound */
export async function setFrozen(pool: Transactional, change: Change & { readonly frozen: boolean }): Promise<void> {
  await changeWallet(pool, change, change.frozen ? 'wallet.frozen' : 'wallet.unfrozen', {}, (db) =>
    db.query('UPDATE wallet SET frozen = $3 WHERE client_id = $1 AND mode = $2', [
      change.clientId,
      change.mode,
      change.frozen,
    ]),
  );
}

/**
 * Sets how much may leave a wallet at once and in a day of Kampala, gross, in shillings; null lifts a limit.
 * @throws ClientNotFound, ClientNotValid
 */
export async function setWalletLimits(
  pool: Transactional,
  change: Change & { readonly perTransaction: Ugx | null; readonly perDay: Ugx | null },
): Promise<void> {
  refuseZero('the limit per transaction', change.perTransaction);
  refuseZero('the limit per day', change.perDay);
  const details = { per_transaction: json(change.perTransaction), per_day: json(change.perDay) };
  await changeWallet(pool, change, 'wallet.limits_set', details, (db) =>
    db.query('UPDATE wallet SET limit_per_transaction = $3, limit_per_day = $4 WHERE client_id = $1 AND mode = $2', [
      change.clientId,
      change.mode,
      change.perTransaction,
      change.perDay,
    ]),
  );
}

/**
 * Sets from which gross amount in shillings on a second person must approve what leaves a wallet; null: never.
 * @throws ClientNotFound, ClientNotValid
 */
export async function setApprovalThreshold(
  pool: Transactional,
  change: Change & { readonly threshold: Ugx | null },
): Promise<void> {
  refuseZero('the approval threshold', change.threshold);
  await changeWallet(pool, change, 'wallet.approval_threshold_set', { threshold: json(change.threshold) }, (db) =>
    db.query('UPDATE wallet SET approval_threshold = $3 WHERE client_id = $1 AND mode = $2', [
      change.clientId,
      change.mode,
      change.threshold,
    ]),
  );
}

/**
 * Sets whether a payer can have only one open collection of a wallet, so that a payer is not prompted twice for one purchase.
 * What is open already stays. @throws ClientNotFound
 */
export async function setOneCollectionPerPayer(
  pool: Transactional,
  change: Change & { readonly on: boolean },
): Promise<void> {
  await setSwitch(pool, change, 'one_collection_per_payer');
}

/**
 * Sets whether a wallet refuses a payment whose client reference an earlier one has. References that were used twice before stay.
 * @throws ClientNotFound
 */
export async function setUniqueClientReferences(
  pool: Transactional,
  change: Change & { readonly on: boolean },
): Promise<void> {
  await setSwitch(pool, change, 'unique_client_references');
}

/** Sets a switch of a wallet, a column of its table. */
async function setSwitch(
  pool: Transactional,
  change: Change & { readonly on: boolean },
  column: 'one_collection_per_payer' | 'unique_client_references',
): Promise<void> {
  await changeWallet(pool, change, `wallet.${column}_set`, { on: change.on }, (db) =>
    db.query(`UPDATE wallet SET ${column} = $3 WHERE client_id = $1 AND mode = $2`, [
      change.clientId,
      change.mode,
      change.on,
    ]),
  );
}

/** The registered numbers of a wallet, and whether withdrawals go to no others. */
export interface WithdrawalNumbers {
  readonly listedOnly: boolean;
  readonly phones: readonly string[];
}

/**
 * Replaces the registered numbers of a wallet and the switch that restricts withdrawals to them.
 * @throws ClientNotFound, ClientNotValid
 */
export async function setWithdrawalNumbers(pool: Transactional, change: Change & WithdrawalNumbers): Promise<void> {
  for (const phone of change.phones) {
    if (msisdn(phone) === null) throw new ClientNotValid(`the number ${phone} ${msisdnForm}`);
  }
  const details = { listed_only: change.listedOnly, phones: change.phones };
  await changeWallet(pool, change, 'wallet.withdrawal_numbers_set', details, async (db) => {
    const updated = await db.query<{ wallet_id: string }>(
      'UPDATE wallet SET withdraw_listed_only = $3 WHERE client_id = $1 AND mode = $2 RETURNING wallet_id',
      [change.clientId, change.mode, change.listedOnly],
    );
    const walletId = updated.rows[0]?.wallet_id;
    await db.query('DELETE FROM withdrawal_number WHERE wallet_id = $1 AND phone <> ALL($2::text[])', [
      walletId,
      change.phones,
    ]);
    await db.query(
      `INSERT INTO withdrawal_number (wallet_id, phone)
       SELECT $1, phone FROM unnest($2::text[]) AS phone WHERE $1::bigint IS NOT NULL ON CONFLICT DO NOTHING`,
      [walletId, change.phones],
    );
    return updated;
  });
}

/** The registered numbers of a wallet. @throws ClientNotFound */
export async function readWithdrawalNumbers(
  db: Queryable,
  { clientId, mode }: { readonly clientId: number; readonly mode: Mode },
): Promise<WithdrawalNumbers> {
  const { rows } = await db.query<{ withdraw_listed_only: boolean; phones: string[] }>(
    `SELECT withdraw_listed_only,
            ARRAY(SELECT phone FROM withdrawal_number number WHERE number.wallet_id = wallet.wallet_id ORDER BY phone)
              AS phones
       FROM wallet WHERE client_id = $1 AND mode = $2`,
    [clientId, mode],
  );
  const [row] = rows;
  if (row === undefined) throw new ClientNotFound(clientId);
  return { listedOnly: row.withdraw_listed_only, phones: row.phones };
}

/**
 * Changes the wallet and then writes the act, so that of two changes at once the later act is the later change: the audit compares the
 * wallet with the last act. Payments wait for the wallet's row a moment longer than if the act came first.
 */
async function changeWallet(
  pool: Transactional,
  { clientId, mode, actor }: Change,
  action: string,
  details: AuditEntry['details'],
  update: (db: Queryable) => Promise<{ readonly rowCount: number | null }>,
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { rowCount } = await update(db);
    if (rowCount !== 1) throw new ClientNotFound(clientId);
    await recordAudit(db, { actor, action, subject: `client ${clientId} ${mode}`, details });
  });
}

function refuseZero(what: string, amount: Ugx | null): void {
  if (amount !== null && amount <= 0n) throw new ClientNotValid(`${what} must be at least 1 shilling, or none`);
}

function json(amount: Ugx | null): number | null {
  return amount === null ? null : ugxToJson(amount);
}
