import type pg from 'pg';
import { actorOfCaller, type Caller } from '../access/caller.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { type BulkStatus, listBulkPayouts, readBulkPayout } from './bulk-payout.ts';
import { type BulkRowEnd, listRows, readProgress } from './bulk-progress.ts';
import type { BulkPayoutWorker } from './bulk-worker.ts';
import type { PayoutBounds } from './check-bulk.ts';
import { confirmBulkPayout } from './confirm-bulk-payout.ts';
import { cancelBulkPayout } from './decide-bulk-payout.ts';
import { type BulkDraftRequest, draftBulkPayout } from './open-bulk-payout.ts';
import { resultFile } from './result-file.ts';
import { retryBulkPayout } from './retry-bulk-payout.ts';

/** What a program can do with the bulk payouts of its wallet. An operation that refuses a request throws a Refusal. */
export function bulkPayoutOperations(
  pool: pg.Pool,
  money: MoneyServices,
  worker: Pick<BulkPayoutWorker, 'wake'>,
  bounds: PayoutBounds,
) {
  return {
    create: (caller: Caller, request: BulkDraftRequest, form: IdempotentRequest | null) =>
      draftBulkPayout(pool, money, caller, request, form, bounds),
    confirm: async (caller: Caller, id: number, totalDeducted: number) => {
      const bulk = await confirmBulkPayout(pool, money, caller, id, totalDeducted);
      worker.wake();
      return bulk;
    },
    cancel: (caller: Caller, id: number) =>
      cancelBulkPayout(pool, { walletId: caller.walletId, bulkPayoutId: id, actor: actorOfCaller(caller) }),
    retry: (caller: Caller, id: number) => retryBulkPayout(pool, money, caller, id, bounds),
    list: (
      { walletId }: Caller,
      page: { readonly before: number; readonly limit: number; readonly status?: BulkStatus | undefined },
    ) => listBulkPayouts(pool, walletId, page),
    /** With the number of rows in each state. */
    read: async ({ walletId }: Caller, id: number) => {
      const bulk = await readBulkPayout(pool, walletId, id);
      return { bulk, progress: await readProgress(pool, walletId, id) };
    },
    listRows: async (
      { walletId }: Caller,
      id: number,
      page: { readonly after: number; readonly limit: number; readonly status?: BulkRowEnd | undefined },
    ) => {
      const { bulkPayoutId } = await readBulkPayout(pool, walletId, id);
      return await listRows(pool, walletId, bulkPayoutId, page);
    },
    /** The result of each row, as CSV in pieces. */
    result: async ({ walletId }: Caller, id: number) => {
      const { bulkPayoutId } = await readBulkPayout(pool, walletId, id);
      return resultFile(pool, walletId, bulkPayoutId, 'program');
    },
  };
}

export type BulkPayoutOperations = ReturnType<typeof bulkPayoutOperations>;
