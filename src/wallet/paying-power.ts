import type { Queryable } from '../postgres/pool.ts';

/** What decides whether a wallet can pay something, as it is now. Amounts in shillings. */
export interface PayingPower {
  readonly available: number;
  readonly frozen: boolean;
  /** From this gross amount on another person approves; null when nobody has to. */
  readonly approvalThreshold: number | null;
  readonly limitPerTransaction: number | null;
}

/** For showing and checking beforehand; the ledger decides under its lock. */
export async function readPayingPower(db: Queryable, walletId: number): Promise<PayingPower> {
  const { rows } = await db.query<{
    available: string;
    frozen: boolean;
    approval_threshold: string | null;
    limit_per_transaction: string | null;
  }>('SELECT available, frozen, approval_threshold, limit_per_transaction FROM wallet WHERE wallet_id = $1', [
    walletId,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no wallet ${walletId}`);
  return {
    available: Number(row.available),
    frozen: row.frozen,
    approvalThreshold: row.approval_threshold === null ? null : Number(row.approval_threshold),
    limitPerTransaction: row.limit_per_transaction === null ? null : Number(row.limit_per_transaction),
  };
}
