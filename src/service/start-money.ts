import { type BulkPayoutWorker, bulkPayoutWork } from '../bulk-payouts/bulk-worker.ts';
import { FeeBook } from '../fees/fee-book.ts';
import type { Writer } from '../ledger/writer/writer.ts';
import { OperatorPrefixes } from '../phone/operator-prefixes.ts';
import type { SettlementService } from '../settlement/settlement.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { Recipients } from '../wallet/recipients.ts';
import type { Foundation } from './foundation.ts';

/** The parts that move money for a client, at once or later. */
export interface StartedMoney {
  readonly money: MoneyServices;
  readonly bulkPayouts: BulkPayoutWorker;
}

/** Prepares payments of clients, and the rows of bulk payouts, which `bulkPayouts.start` starts to send. */
export async function startMoney(
  foundation: Foundation,
  writer: Writer,
  { operatorPort }: SettlementService,
): Promise<StartedMoney> {
  const { config, pool, notices, installation, logger, stopping } = foundation;
  const prefixes = await OperatorPrefixes.open({
    db: pool,
    notices,
    onError: (error) => logger.warn({ err: error }, 'operator prefixes could not be read; they stay as they were'),
  });
  stopping.add(() => prefixes.close());
  const money: MoneyServices = {
    writer,
    feeBook: new FeeBook(pool),
    prefixes,
    recipients: new Recipients(pool),
    operators: operatorPort,
    operatorWaitMs: config.operatorWaitMs,
    approvalExpiryMs: config.approvalExpiryMs,
    liveRefusal: installation.liveRefusal,
  };
  const bulkPayouts = bulkPayoutWork({
    pool,
    money,
    onError: (error, row) =>
      logger.warn({ err: error, bulk_payout_id: row?.bulkPayoutId, row: row?.row }, 'a bulk payout was held up'),
  });
  return { money, bulkPayouts };
}
