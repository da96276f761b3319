import type pg from 'pg';
import type { Caller } from '../access/caller.ts';
import { readEvents } from '../events/feed.ts';
import type { Records } from '../history/records.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { ResponseStore, type StoredResponse } from '../ledger/idempotency.ts';
import type { Reads } from '../postgres/reads.ts';
import type { OnTaken } from './answer.ts';
import { BalanceReader, readBalanceAt } from './balance.ts';
import { type CollectRequest, collectPayment, renderCollection } from './collect.ts';
import { collectionStatus } from './collection-status.ts';
import { fundTestWallet } from './fund-test-wallet.ts';
import { type HistoryRequest, listTransactions, readTransaction } from './history.ts';
import { lookupPhone } from './lookup.ts';
import { type MoneyServices, orReplay } from './operation.ts';
import { type FeeRequest, quoteFee } from './quote-fee.ts';
import { quoteOfCaller } from './quoted-price.ts';
import { createQuote, type QuoteAccess, type QuoteRequest, readQuote } from './quotes.ts';
import { readKey } from './read-key.ts';
import { readLimits } from './read-limits.ts';
import { type RefundRequest, refundCollection, renderRefund } from './refund.ts';
import { type BatchRequest, renderBatchAgain, sendBatch } from './send-batch.ts';
import { renderSendMoney, type SendMoneyRequest, sendMoney } from './send-money.ts';
import { renderWithdrawal, type WithdrawRequest, withdrawToMobile } from './withdraw.ts';

/** By what the price of a payment was agreed; nothing: by the fees in force. */
export interface AgreedPrice {
  /** The fee that a person was shown, in shillings; another fee is refused. */
  readonly shownFee?: number | undefined;
  /** The quote that a program names. */
  readonly quoteId?: number | undefined;
}

/**
 * What a client can do with its wallet, by API key or in the dashboard: the operations of this folder with the parts that
 * they need. An operation that refuses a request throws a Refusal.
 */
export function walletOperations(pool: pg.Pool, records: Records, reads: Reads<Records>, money: MoneyServices) {
  const balances = new BalanceReader(pool);
  const responses = new ResponseStore(pool);
  const agreedBy = async (caller: Caller, { shownFee, quoteId }: AgreedPrice) =>
    quoteId === undefined ? { shownFee } : { shownFee, quote: await quoteOfCaller(pool, caller, quoteId) };
  return {
    readBalance: (caller: Caller) => balances.read(caller),
    readBalanceAt: (caller: Caller, atMs: number) => readBalanceAt(records, caller, atMs),
    readKey: (caller: Caller) => readKey(pool, caller),
    sendMoney: (
      caller: Caller,
      request: SendMoneyRequest,
      idempotent: IdempotentRequest | null,
      onTaken: OnTaken,
      price: AgreedPrice = {},
    ) =>
      orReplay(pool, caller, idempotent, renderSendMoney, async () =>
        sendMoney(money, caller, request, idempotent, onTaken, await agreedBy(caller, price)),
      ),
    /** @param paymentsMax as many payments as the caller may make in a minute. */
    sendBatch: (caller: Caller, request: BatchRequest, idempotent: IdempotentRequest | null, paymentsMax: number) =>
      orReplay(pool, caller, idempotent, renderBatchAgain, () =>
        sendBatch(money, caller, request, idempotent, paymentsMax),
      ),
    withdrawToMobile: (
      caller: Caller,
      request: WithdrawRequest,
      idempotent: IdempotentRequest | null,
      onTaken: OnTaken,
      price: AgreedPrice = {},
    ) =>
      orReplay(pool, caller, idempotent, renderWithdrawal, async () =>
        withdrawToMobile(money, caller, request, idempotent, onTaken, await agreedBy(caller, price)),
      ),
    /** @param shownFee the fee that a person was shown, in shillings; another fee is refused. */
    collectPayment: (
      caller: Caller,
      request: CollectRequest,
      idempotent: IdempotentRequest | null,
      onTaken: OnTaken,
      shownFee?: number,
    ) =>
      orReplay(pool, caller, idempotent, renderCollection, () =>
        collectPayment(money, caller, request, idempotent, onTaken, shownFee),
      ),
    refundCollection: (
      caller: Caller,
      collectionId: number,
      request: RefundRequest,
      idempotent: IdempotentRequest | null,
      onTaken: OnTaken,
    ) =>
      orReplay(pool, caller, idempotent, renderRefund, () =>
        refundCollection(money, records, caller, collectionId, request, idempotent, onTaken),
      ),
    fundTestWallet: (caller: Caller, request: { readonly amount: number }, idempotent: IdempotentRequest | null) =>
      fundTestWallet(money, caller, request, idempotent),
    /** Stores the response for an Idempotency-Key unless one is stored, and returns the stored one. */
    storeResponse: (caller: Caller, key: string, response: StoredResponse) =>
      responses.store(caller.walletId, key, response),
    /** The whole top-level body. */
    collectionStatus: (caller: Caller, transactionId: number) => collectionStatus(records, caller, transactionId),
    /** A page of the history, perhaps from a standby: what was just paid can be missing for the age that is allowed there. */
    listTransactions: (caller: Caller, query: HistoryRequest) =>
      reads.run((seen) => listTransactions(seen, caller, query)),
    readTransaction: (caller: Caller, transactionId: number) => readTransaction(records, caller, transactionId),
    readLimits: (caller: Caller) => readLimits(pool, money.feeBook, caller),
    quoteFee: (caller: Caller, query: FeeRequest) => quoteFee(money, caller, query),
    /** @param access what the API key may see and do. */
    createQuote: (caller: Caller, request: QuoteRequest, access: QuoteAccess) =>
      createQuote(pool, money, caller, request, access),
    readQuote: (caller: Caller, quoteId: number, access: QuoteAccess) => readQuote(pool, caller, quoteId, access),
    lookupPhone: (caller: Caller, phone: string) => lookupPhone(money, caller, phone),
    /** Events with a sequence above `after`, oldest first. */
    readEvents: (caller: Caller, query: { readonly after?: number; readonly limit: number }) =>
      readEvents(records, caller.walletId, query),
  };
}

export type WalletOperations = ReturnType<typeof walletOperations>;
