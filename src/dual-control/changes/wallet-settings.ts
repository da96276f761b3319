import {
  readWithdrawalNumbers,
  setApprovalThreshold,
  setWalletLimits,
  setWithdrawalNumbers,
} from '../../access/wallet-settings.ts';
import type { Mode } from '../../ledger/transaction.ts';
import { ugx } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { notFound } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';

/** How much may leave a wallet at once and in a day. */
export const walletLimits: ChangeKind<ChangeOf<'wallet_limits'>> = {
  mode: ({ mode }) => mode,
  read: async (db, change) => {
    const { client, limit_per_transaction, limit_per_day } = await walletOf(db, change);
    return { client, per_transaction: limit_per_transaction, per_day: limit_per_day };
  },
  isLoosening: (change, before) =>
    isRaised(before.per_transaction as number | null, change.per_transaction) ||
    isRaised(before.per_day as number | null, change.per_day),
  make: async (db, change, { proposedBy: actor }) => {
    const limits = { perTransaction: amountOf(change.per_transaction), perDay: amountOf(change.per_day) };
    await setWalletLimits(db, { clientId: change.client_id, mode: change.mode, actor, ...limits });
    return {};
  },
};

/** From which amount on a second person approves what leaves a wallet. */
export const approvalThreshold: ChangeKind<ChangeOf<'approval_threshold'>> = {
  mode: ({ mode }) => mode,
  read: async (db, change) => {
    const { client, approval_threshold } = await walletOf(db, change);
    return { client, threshold: approval_threshold };
  },
  isLoosening: (change, before) => isRaised(before.threshold as number | null, change.threshold),
  make: async (db, change, { proposedBy: actor }) => {
    const threshold = amountOf(change.threshold);
    await setApprovalThreshold(db, { clientId: change.client_id, mode: change.mode, actor, threshold });
    return {};
  },
};

/** The numbers that a wallet can withdraw to. */
export const withdrawalNumbers: ChangeKind<ChangeOf<'withdrawal_numbers'>> = {
  mode: ({ mode }) => mode,
  read: async (db, change) => {
    const { client } = await walletOf(db, change);
    const { listedOnly, phones } = await readWithdrawalNumbers(db, { clientId: change.client_id, mode: change.mode });
    return { client, listed_only: listedOnly, phones };
  },
  isLoosening: (change, before) => {
    const { listed_only, phones } = before as { listed_only: boolean; phones: readonly string[] };
    return (listed_only && !change.listed_only) || change.phones.some((phone) => !phones.includes(phone));
  },
  make: async (db, change, { proposedBy: actor }) => {
    const { client_id: clientId, mode, listed_only: listedOnly, phones } = change;
    await setWithdrawalNumbers(db, { clientId, mode, actor, listedOnly, phones });
    return {};
  },
};

/** Whether a limit in shillings lets more through; null is none. */
function isRaised(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

function amountOf(shillings: number | null) {
  return shillings === null ? null : ugx(shillings);
}

interface WalletNow {
  readonly client: string;
  readonly limit_per_transaction: number | null;
  readonly limit_per_day: number | null;
  readonly approval_threshold: number | null;
}

/** @throws Refusal `not_found` */
async function walletOf(
  db: Queryable,
  { client_id, mode }: { readonly client_id: number; readonly mode: Mode },
): Promise<WalletNow> {
  // As JSON, in which amounts are numbers.
  const { rows } = await db.query<{ wallet: WalletNow }>(
    `SELECT json_build_object('client', client.name, 'limit_per_transaction', limit_per_transaction,
                              'limit_per_day', limit_per_day, 'approval_threshold', approval_threshold) AS wallet
       FROM wallet JOIN client USING (client_id) WHERE client_id = $1 AND mode = $2`,
    [client_id, mode],
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0].wallet;
}
