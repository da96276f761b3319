import { budgetStateOf } from '../access/key-budget.ts';
import { shownPayment } from '../approvals/approvals.ts';
import type { BulkPayout } from '../bulk-payouts/bulk-payout.ts';
import { feeOperations } from '../fees/schedules.ts';
import { kampalaDay, kampalaTime, monthOfKampalaDay } from '../ledger/kampala-day.ts';
import { movedAmount } from '../ledger/moved.ts';
import { referenceOf } from '../ledger/reference.ts';
import { quoteLifetimeMs } from '../ledger/rows/quote.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime, transactionObject } from '../ledger/transaction-object.ts';
import { ugx, ugxToJson, zeroUgx } from '../money/ugx.ts';
import { statementPeriod } from '../statements/days.ts';
import { statementObject } from '../statements/statement-object.ts';
import { renderCollection } from '../wallet/collect.ts';
import { collectionStatusObject } from '../wallet/collection-status.ts';
import { renderFunding } from '../wallet/fund-test-wallet.ts';
import { matchName } from '../wallet/match-name.ts';
import { renderInformation, renderQuote } from '../wallet/quotes.ts';
import { type KeyIdentity, renderKey } from '../wallet/read-key.ts';
import { renderLimits, renderSchedule, type WalletLimits } from '../wallet/read-limits.ts';
import { renderRefund } from '../wallet/refund.ts';
import { renderBatch } from '../wallet/send-batch.ts';
import { renderSendMoney } from '../wallet/send-money.ts';
import { renderWithdrawal } from '../wallet/withdraw.ts';
import type { DeliveryObject } from '../webhooks/deliveries/list.ts';
import {
  createdWebhookObject,
  rolledSecretObject,
  updatedWebhookObject,
  webhookObject,
} from '../webhooks/endpoints/webhook-object.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { requestAmounts } from './api/limits.ts';
import { exampleEvent } from './openapi-event-examples.ts';
import {
  batched,
  collected,
  collection,
  deposit,
  payment,
  refund,
  withdrawal,
} from './openapi-example-transactions.ts';
import { approvalDecisionObject } from './schemas/approval.ts';
import {
  bulkPayoutObject,
  bulkPayoutRowObject,
  bulkPayoutWithProgressObject,
  createdBulkPayoutObject,
} from './schemas/bulk-payout.ts';
import { overlapSecondsDefault } from './schemas/webhook.ts';

const createdAtMs = Date.parse('2026-11-21T12:00:00.000Z');
const secret = 'whsec_WIO7Fwl3RJqknjiC5khqHrJxcSQamWmffan7qOZyacs=';

/** A draft of a program. */
export const exampleBulk: BulkPayout = {
  bulkPayoutId: 5,
  walletId: 1,
  clientId: 1,
  mode: 'test',
  name: 'Wages, March',
  status: 'draft',
  rowCount: 120,
  amount: 6_000_000,
  fees: 360_000,
  maker: 'api_key:1',
  responsible: 'owner@shop.test',
  firstApprover: null,
  apiKeyId: 1,
  budgetLineage: null,
  asksApproval: false,
  retryOf: null,
  approver: null,
  stoppedBy: null,
  reason: null,
  createdAt: new Date(createdAtMs),
  expiresAt: new Date(createdAtMs + 24 * 60 * 60 * 1_000),
  isPastExpiry: false,
  begunAt: null,
  endedAt: null,
};

const runningBulk: BulkPayout = {
  ...exampleBulk,
  status: 'running',
  expiresAt: null,
  begunAt: new Date(createdAtMs + 60_000),
};

/** A payment of an API key that another person may approve for a week. */
export const exampleApproval = shownPayment({
  transaction: { ...payment, status: 'pending' },
  maker: 'api_key:7',
  responsible: 'owner@shop.test',
  firstApprover: null,
  expiresAtMs: payment.createdAtMs + 7 * 24 * 60 * 60 * 1_000,
});

const exampleKey: KeyIdentity = {
  signingKeys: [],
  apiKeyId: 1,
  shownAs: 'nsk_test_4fTq8WnZr2Ld',
  name: 'Web shop',
  mode: 'test',
  clientId: 1,
  clientName: 'Corner Shop',
  walletId: 1,
  permissions: ['wallet:read', 'wallet:send'],
  allowedIps: [],
  rateLimits: {},
  budget: budgetStateOf(
    {
      walletId: 1,
      lineage: 1,
      perPayment: ugx(500_000),
      perDay: ugx(2_000_000),
      perMonth: null,
      period: 1,
      day: kampalaDay(createdAtMs),
      dayOut: payment.amount,
      month: monthOfKampalaDay(kampalaDay(createdAtMs)),
      monthPeriod: 1,
      monthOut: payment.amount,
    },
    createdAtMs,
  ),
  createdAtMs,
  expiresAtMs: createdAtMs + 365 * 24 * 60 * 60 * 1_000,
};

const webhook: Webhook = {
  webhookId: 7,
  walletId: 1,
  clientId: 1,
  mode: 'test',
  url: 'https://example.com/hooks/nsimbi',
  events: ['transaction.completed', 'transaction.failed'],
  apiKeyId: null,
  description: 'Orders of the web shop',
  honorHints: false,
  ordered: false,
  apiVersion: '2026-11',
  isActive: true,
  disabledAtMs: null,
  disabledReason: null,
  createdAtMs,
  updatedAtMs: createdAtMs,
};

const delivery: DeliveryObject = {
  id: 7,
  event_id: 'evt_42_2',
  event_type: 'transaction.completed',
  status: 'delivered',
  attempts: [
    {
      at: isoTime(createdAtMs + 400),
      response_status: 200,
      duration_ms: 87,
      error: null,
      response_excerpt: 'ok',
    },
  ],
  next_attempt_at: null,
  waiting_for: null,
  created_at: isoTime(createdAtMs),
  delivered_at: isoTime(createdAtMs + 487),
};

const prompt = {
  id: 7,
  kind: 'collection',
  phone: '256770000009',
  operator: 'MTN',
  amount: ugxToJson(collection.amount),
  currency: 'UGX',
  description: collection.description,
  merchant_name: 'Corner Shop',
  transaction_id: collection.transactionId,
  external_reference: collection.externalReference,
  status: 'waiting',
  created_at: isoTime(createdAtMs),
  expires_at: isoTime(createdAtMs + 300_000),
};

const lastPage = { next_cursor: null, has_more: false };

/**
 * What a success looks like, by operation: rendered by the code that renders the real responses, from transactions with amounts and
 * times the domain's rules give, so that no example shows what cannot be. The others are built from their schemas.
 */
export const responseExamples: Readonly<Record<string, object>> = {
  readBalance: dataOf('Balance retrieved.', {
    balance: Number(payment.balanceAfter),
    held_balance: ugxToJson(payment.amount),
    currency: 'UGX',
    mode: 'test',
    as_of: isoTime(payment.createdAtMs),
  }),
  readKey: dataOf('API key retrieved.', renderKey(exampleKey)),
  sendMoney: JSON.parse(renderSendMoney(payment, payment.balanceAfter)),
  sendBatch: JSON.parse(
    renderBatch(batched.map((transaction) => ({ transaction, balance: transaction.balanceAfter ?? zeroUgx }))),
  ),
  withdrawToMobile: JSON.parse(renderWithdrawal(withdrawal, withdrawal.balanceAfter)),
  collectPayment: JSON.parse(renderCollection(collection)),
  collectionStatus: collectionStatusObject(collected),
  refundCollection: JSON.parse(renderRefund(refund, refund.balanceAfter)),
  fundTestWallet: JSON.parse(renderFunding(deposit, deposit.balanceAfter)),
  listTransactions: pageOf('Transactions retrieved.', transactionObject(collected)),
  readTransaction: dataOf('Transaction retrieved.', transactionObject(collected)),
  listApprovals: pageOf('Approvals retrieved.', exampleApproval),
  readApproval: dataOf('Approval retrieved.', exampleApproval),
  approvePayment: dataOf('The payment was approved.', approvalDecisionObject({ ...payment, status: 'processing' })),
  rejectPayment: dataOf(
    'The payment was rejected; its money is back in the wallet.',
    approvalDecisionObject({ ...payment, status: 'failed' }),
  ),
  createBulkPayout: dataOf('The bulk payout was created.', createdBulkPayoutObject(exampleBulk, [])),
  listBulkPayouts: pageOf('Bulk payouts retrieved.', bulkPayoutObject(exampleBulk)),
  readBulkPayout: dataOf(
    'Bulk payout retrieved.',
    bulkPayoutWithProgressObject(exampleBulk, { waiting: 120, processing: 0, completed: 0, failed: 0, cancelled: 0 }),
  ),
  confirmBulkPayout: dataOf('The bulk payout was confirmed.', bulkPayoutObject(runningBulk)),
  cancelBulkPayout: dataOf(
    'The remaining payments were cancelled.',
    bulkPayoutObject({ ...exampleBulk, status: 'cancelled', expiresAt: null, endedAt: new Date(createdAtMs + 60_000) }),
  ),
  retryBulkPayout: dataOf(
    'The failed rows are in a new bulk payout.',
    bulkPayoutObject({
      ...exampleBulk,
      bulkPayoutId: 6,
      name: 'Wages, March (retry)',
      retryOf: 5,
      rowCount: 2,
      amount: 100_000,
      fees: 6_000,
    }),
  ),
  listBulkPayoutRows: pageOf(
    'Rows retrieved.',
    bulkPayoutRowObject({
      row: 1,
      line: 2,
      phone: '256770000001',
      amount: 50_000,
      fee: 3_000,
      name: null,
      registeredName: null,
      description: 'Wages for March',
      clientReference: 'wage-2041',
      status: 'completed',
      transactionId: 42,
      transactionStatus: 'completed',
      transactionCreatedAt: new Date(createdAtMs),
      code: null,
      reason: null,
    }),
  ),
  readStatement: {
    ...dataOf('Statement added up.', exampleStatement()),
    pagination: lastPage,
  },
  readLimits: dataOf('Limits retrieved.', {
    mode: 'test',
    ...renderLimits(exampleLimits(payment)),
    fees: feeOperations.map((operation) =>
      renderSchedule({
        feeScheduleId: 1,
        clientId: null,
        operation,
        effectiveFromMs: Date.parse('2026-01-01T00:00:00.000Z'),
        bands: [{ upTo: null, fixed: zeroUgx, basisPoints: 300, minimum: zeroUgx, maximum: null }],
        createdBy: 'staff',
      }),
    ),
    amounts: requestAmounts,
  }),
  quoteFee: dataOf('Fee calculated.', feeOf(payment)),
  createQuote: dataOf('The quote was created.', exampleQuote(payment)),
  readQuote: dataOf('Quote retrieved.', exampleQuote(payment)),
  lookupPhone: dataOf('Phone number looked up.', {
    phone: '256770000001',
    operator: 'MTN',
    registered_name: 'Apio Grace',
    is_wallet: false,
  }),
  readEvents: {
    ...pageOf('Events retrieved.', { ...exampleEvent('transaction.completed'), sequence: 118 }),
    pagination: { next_cursor: '118', has_more: false },
  },
  createWebhook: dataOf('Webhook created.', createdWebhookObject({ webhook, secret })),
  listWebhooks: dataOf('Webhooks retrieved.', [webhookObject(webhook)]),
  readWebhook: dataOf('Webhook retrieved.', webhookObject(webhook)),
  updateWebhook: dataOf('Webhook updated.', updatedWebhookObject({ webhook, missed: null, cancelled: 0 })),
  rollSecret: dataOf(
    'Secret rolled.',
    rolledSecretObject(webhook.webhookId, {
      secret,
      previousEndsAtMs: createdAtMs + overlapSecondsDefault * 1_000,
    }),
  ),
  listDeliveries: pageOf('Deliveries retrieved.', delivery),
  testWebhook: dataOf('Test event sent.', {
    delivery_id: 8,
    event_id: 'evt_0_8',
    delivered: true,
    response_status: 200,
    duration_ms: 87,
    error: null,
  }),
  redeliverRange: dataOf('What was missed will be sent.', { queued: 17, has_more: false, next_from: null }),
  listPrompts: dataOf('Prompts retrieved.', [prompt]),
  approvePrompt: dataOf('Prompt approved.', { ...prompt, status: 'approved' }),
  declinePrompt: dataOf('Prompt declined.', { ...prompt, status: 'declined' }),
};

function dataOf(message: string, data: object): object {
  return { success: true, message, data };
}

function pageOf(message: string, item: object): object {
  return { ...dataOf(message, [item]), pagination: lastPage };
}

/** A day on which one collection was completed, and nothing else. */
function exampleStatement(): object {
  const fromDay = kampalaTime(collected.createdAtMs).slice(0, 10);
  const period = statementPeriod(fromDay, fromDay);
  const opening = 20_000n;
  const moneyIn = movedAmount(collected);
  const closing = opening + moneyIn;
  const fees = { fees: collected.feeAmount, feesOnMoneyIn: collected.feeAmount };
  const sums = { opening, moneyIn, moneyOut: 0n, ...fees, closing, closingHeld: 0n, rowCount: 1 };
  const row = {
    atMs: collected.completedAtMs ?? collected.createdAtMs,
    reference: referenceOf(collected.type, collected.createdAtMs, collected.transactionId),
    transaction: collected,
    moneyIn,
    moneyOut: 0n,
    fee: collected.feeAmount,
    balance: closing,
  };
  const { walletId, mode } = collected;
  return statementObject({ walletId, period, ...sums, events: { first: 1, end: 2 } }, mode, [row]);
}

/** The limits of a wallet that paid something today. */
function exampleLimits(paid: Transaction): WalletLimits {
  return {
    frozen: false,
    perPayment: ugx(1_000_000),
    perDay: ugx(5_000_000),
    outToday: paid.amount,
    approvalThreshold: ugx(500_000),
    withdrawListedOnly: false,
    oneCollectionPerPayer: false,
    uniqueClientReferences: false,
    atMs: createdAtMs,
  };
}

/** A quote of a payment, for which a name was expected. */
function exampleQuote(paid: Transaction): object {
  const quote = renderQuote(
    {
      quoteId: 42,
      walletId: paid.walletId,
      type: 'payment_sent',
      phone: '256770000001',
      provider: 'MTN',
      recipientWalletId: null,
      gross: paid.amount,
      fee: paid.feeAmount,
      net: paid.netAmount,
      senderPaysFee: true,
      feeScheduleId: 2,
      recipientName: 'Apio Grace',
      nameMatch: matchName('Grace Apio', 'Apio Grace'),
      createdAtMs,
      expiresAtMs: createdAtMs + quoteLifetimeMs,
      expiresAtWallMs: createdAtMs + quoteLifetimeMs,
    },
    { seesNames: true },
  );
  return { ...quote, ...renderInformation(quote.total_deducted, exampleLimits(paid), null) };
}

/** What the fee of a payment is before it is made. */
function feeOf({ amount, feeAmount, netAmount }: Transaction): object {
  return {
    operation: 'send_money',
    amount: ugxToJson(netAmount),
    fee_amount: ugxToJson(feeAmount),
    net_amount: ugxToJson(netAmount),
    total_deducted: ugxToJson(amount),
    transfer_type: 'external',
    currency: 'UGX',
  };
}
