import type pg from 'pg';
import { readEvents } from '../events/feed.ts';
import { quoteFee } from '../fees/quote-fee.ts';
import type { WalletOperations } from '../http/services.ts';
import { ResponseStore } from '../ledger/idempotency.ts';
import { BalanceReader } from '../wallet/balance.ts';
import { collectPayment, renderCollection } from '../wallet/collect.ts';
import { collectionStatus } from '../wallet/collection-status.ts';
import { fundTestWallet } from '../wallet/fund-test-wallet.ts';
import { listTransactions, readTransaction } from '../wallet/history.ts';
import { lookupPhone } from '../wallet/lookup.ts';
import { type MoneyServices, orReplay } from '../wallet/operation.ts';
import { refundCollection, renderRefund } from '../wallet/refund.ts';
import { renderSendMoney, sendMoney } from '../wallet/send-money.ts';
import { renderWithdrawal, withdrawToMobile } from '../wallet/withdraw.ts';

/** What a client can do with its wallet, by API key or in the dashboard. */
export function walletOperations(pool: pg.Pool, money: MoneyServices): WalletOperations {
  const balances = new BalanceReader(pool);
  const responses = new ResponseStore(pool);
  return {
    readBalance: (caller) => balances.read(caller),
    sendMoney: (caller, request, idempotent, onTaken, shownFee) =>
      orReplay(pool, caller, idempotent, renderSendMoney, () =>
        sendMoney(money, caller, request, idempotent, onTaken, { shownFee }),
      ),
    withdrawToMobile: (caller, request, idempotent, onTaken, shownFee) =>
      orReplay(pool, caller, idempotent, renderWithdrawal, () =>
        withdrawToMobile(money, caller, request, idempotent, onTaken, shownFee),
      ),
    collectPayment: (caller, request, idempotent, onTaken, shownFee) =>
      orReplay(pool, caller, idempotent, renderCollection, () =>
        collectPayment(money, caller, request, idempotent, onTaken, shownFee),
      ),
    refundCollection: (caller, collectionId, request, idempotent, onTaken) =>
      orReplay(pool, caller, idempotent, renderRefund, () =>
        refundCollection(money, pool, caller, collectionId, request, idempotent, onTaken),
      ),
    fundTestWallet: (caller, request, idempotent) => fundTestWallet(money, caller, request, idempotent),
    storeResponse: (caller, key, response) => responses.store(caller.walletId, key, response),
    collectionStatus: (caller, transactionId) => collectionStatus(pool, caller, transactionId),
    listTransactions: (caller, query) => listTransactions(pool, caller, query),
    readTransaction: (caller, transactionId) => readTransaction(pool, caller, transactionId),
    quoteFee: (caller, query) => quoteFee(money, caller, query),
    lookupPhone: (caller, phone, destination) => lookupPhone(money, caller, phone, destination),
    readEvents: (caller, query) => readEvents(pool, caller.walletId, query),
  };
}
