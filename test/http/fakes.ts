import { Readable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Permission, Principal } from '../../src/access/principal.ts';
import type { RateLimitWindow } from '../../src/access/rate-limits.ts';
import type { ApprovalOperations } from '../../src/approvals/operations.ts';
import type { BulkPayoutOperations } from '../../src/bulk-payouts/operations.ts';
import { payment } from '../../src/http/openapi-example-transactions.ts';
import { exampleApproval, exampleBulk } from '../../src/http/openapi-response-examples.ts';
import { exampleRound } from '../../src/http/schemas/proofs.ts';
import type { ServerParts } from '../../src/http/server.ts';
import type { Prompt } from '../../src/operators/simulator/handset.ts';
import type { ReceiptOperations } from '../../src/receipts/operations.ts';
import { receiptFormat } from '../../src/receipts/verify/receipt.ts';
import { Refusal } from '../../src/refusal.ts';
import { roles } from '../../src/settings/roles.ts';
import type { StatementOperations } from '../../src/statements/operations.ts';
import type { WalletOperations } from '../../src/wallet/operations.ts';
import type { WebhookOperations } from '../../src/webhooks/operations.ts';

/** For tests of the edge: parts of the program that respond at once, without a database. */

/** Operations with the parameters of the real ones; a test of the edge chooses the result that it needs. */
type Fake<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (...parameters: infer Parameters) => unknown
    ? (...parameters: Parameters) => Promise<unknown>
    : never;
};

export const testKey = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';
export const liveKey = 'nsk_live_abcdefghijkl.0123456789012345678901234567890123456789';
export const resetAtSeconds = 4_102_444_800;

const everyPermission: readonly Permission[] = [
  'wallet:read',
  'wallet:send',
  'wallet:withdraw',
  'wallet:collect',
  'approvals:read',
  'approvals:decide',
  'webhooks:read',
  'webhooks:write',
];

export function principalOf(mode: 'live' | 'test', permissions: readonly Permission[] = everyPermission): Principal {
  return {
    clientId: 7,
    walletId: 70,
    mode,
    apiKeyId: 700,
    permissions: new Set(permissions),
    rateLimits: {},
    quotas: {},
    budgetLineage: null,
    signingKeys: null,
  };
}

export function windowOf(limit: number, remaining: number, allowed = true): RateLimitWindow {
  return { limit, remaining, resetAtSeconds, allowed };
}

/** One unproven receipt, whatever is asked for. */
function fakeReceipts(): ReceiptOperations {
  const receipt = {
    format: receiptFormat,
    transaction: { reference: 'SM_1781000000_42' },
    round: null,
    leaf: null,
  } as const;
  return { read: async () => receipt, readLinked: async () => null, trustedKeys: async () => [] };
}

/** A statement without rows, and a file of one line, whatever is asked for. */
export function fakeStatements(): StatementOperations {
  const asOf = new Date('2026-11-21T00:00:00.000Z');
  return {
    readPage: async (_caller, { from, to }) => ({
      value: {
        data: {
          from,
          to,
          mode: 'test',
          currency: 'UGX',
          opening_balance: 5,
          money_in: 0,
          money_out: 0,
          fees: 0,
          closing_balance: 5,
          closing_held: 0,
          row_count: 0,
          rows: [],
        },
        pagination: { next_cursor: null, has_more: false },
      },
      asOf,
    }),
    openFile: async (caller, { from, to }, format) => ({
      value: {
        name: `statement-${caller.walletId}-${from}-${to}.${format}`,
        type: 'text/plain',
        pieces: Readable.from(['one line\n']),
      },
      asOf,
    }),
  };
}

export const sentBody = '{"success":true,"message":"The money was sent.","data":{"transaction_id":42}}';

const success = { is: 'success', body: sentBody, final: true } as const;

export function fakeWallet(over: Partial<Fake<WalletOperations>> = {}): WalletOperations {
  const fake: Fake<WalletOperations> = {
    readBalance: async () => ({
      balance: 5,
      held_balance: 0,
      currency: 'UGX',
      mode: 'test',
      as_of: '2026-11-21T00:00:00.000Z',
    }),
    readBalanceAt: async (_caller, atMs) => ({
      balance: 4,
      held_balance: 1,
      currency: 'UGX',
      mode: 'test',
      as_of: new Date(atMs).toISOString(),
    }),
    readKey: async (caller) => ({ id: caller.apiKeyId }),
    sendMoney: async () => success,
    sendBatch: async () => success,
    withdrawToMobile: async () => success,
    collectPayment: async () => success,
    refundCollection: async () => success,
    fundTestWallet: async () => success,
    storeResponse: async (_caller, _key, response) => response,
    collectionStatus: async (_caller, id) => ({ success: true, transaction_id: id, status: 'processing' }),
    listTransactions: async () => ({
      value: { data: [{ id: 1 }], pagination: { next_cursor: null, has_more: false } },
      asOf: new Date('2026-11-21T00:00:00.000Z'),
    }),
    readTransaction: async (_caller, id) => ({ id }),
    readLimits: async () => ({ per_payment: null }),
    quoteFee: async () => ({ fee_amount: 3000 }),
    createQuote: async () => ({ quote_id: 42 }),
    readQuote: async (_caller, quoteId) => ({ quote_id: quoteId }),
    lookupPhone: async (_caller, phone) => ({ phone }),
    readEvents: async () => ({ data: [], pagination: { next_cursor: '0', has_more: false } }),
    ...over,
  };
  return fake as WalletOperations;
}

export function fakeWebhooks(over: Partial<Fake<WebhookOperations>> = {}): WebhookOperations {
  const fake: Fake<WebhookOperations> = {
    forbidden: async () => ({}),
    create: async () => ({ id: 7 }),
    list: async () => [],
    read: async (_caller, id) => ({ id }),
    update: async (_caller, id) => ({ id }),
    delete: async (_caller, id) => ({ id, deleted: true }),
    test: async () => ({ delivered: true }),
    listDeliveries: async () => ({ data: [], pagination: { next_cursor: null, has_more: false } }),
    redeliverOne: async (_caller, _webhookId, id) => ({ id }),
    redeliverRange: async () => ({ queued: 0, has_more: false, next_from: null }),
    rollSecret: async (_caller, id) => ({ id }),
    ...over,
  };
  return fake as WebhookOperations;
}

function fakeApprovals(): ApprovalOperations {
  return {
    list: async () => [exampleApproval],
    read: async () => exampleApproval,
    approve: async () => payment,
    reject: async () => payment,
  };
}

function fakeBulkPayouts(): BulkPayoutOperations {
  return {
    create: async () => ({ bulk: exampleBulk, duplicates: [] }),
    confirm: async () => exampleBulk,
    cancel: async () => exampleBulk,
    retry: async () => exampleBulk,
    list: async () => [exampleBulk],
    read: async () => ({
      bulk: exampleBulk,
      progress: { waiting: 1, processing: 0, completed: 0, failed: 0, cancelled: 0 },
    }),
    listRows: async () => [],
    result: async () => (async function* () {})(),
  };
}

const prompt: Prompt = {
  id: 1,
  kind: 'collection',
  phone: '256770000001',
  operator: 'MTN',
  amount: 50_000,
  currency: 'UGX',
  description: null,
  merchant_name: 'Akello Traders',
  transaction_id: 42,
  external_reference: 'ref',
  status: 'waiting',
  created_at: '2026-11-21T00:00:00.000Z',
  expires_at: '2026-11-21T00:02:00.000Z',
};

/** The parts of a server. */
export function fakeParts(over: Partial<ServerParts> = {}): ServerParts {
  return {
    settings: {
      brand: 'Service',
      trustProxy: [],
      host: '127.0.0.1',
      publicUrl: null,
      connectionsPerAddress: 512,
      corsOrigins: [],
      metricsPort: null,
      metricsToken: null,
      otlpEndpoint: null,
      operatorWaitMs: 5_000,
    },
    roles,
    logger: pino({ level: 'silent' }),
    metricsRegistry: new Registry(),
    onMetricsRead: () => undefined,
    authenticator: {
      authenticate: (authorization) => {
        const key = /^bearer (.+)$/i.exec(authorization ?? '')?.[1];
        if (key === testKey) return principalOf('test');
        if (key === liveKey) return principalOf('live');
        throw new Refusal('unauthorized', 'Send a valid API key in the header Authorization: Bearer <key>.');
      },
    },
    rateLimiter: { hit: () => windowOf(60, 59) },
    noteSignedRequest: async () => undefined,
    failedAuthentication: { hit: () => windowOf(30, 29), peek: () => windowOf(30, 30) },
    publicRequests: { hit: () => windowOf(120, 119) },
    proofs: {
      latest: async () => exampleRound,
      round: async (number) => (number === exampleRound.number ? exampleRound : null),
      page: async () => [exampleRound],
      keys: async () => [],
    },
    receipts: fakeReceipts(),
    issuer: null,
    wallet: fakeWallet(),
    approvals: fakeApprovals(),
    bulkPayouts: fakeBulkPayouts(),
    statements: fakeStatements(),
    eventStreams: {
      open: async () => ({ steps: Readable.from([]), ended: new AbortController().signal, end: () => undefined }),
      stop: () => undefined,
    },
    webhooks: fakeWebhooks(),
    handset: {
      listPrompts: async () => [prompt],
      answerPrompt: async (_caller, id) => ({ ...prompt, id }),
      listMessages: async () => [],
    },
    loadDashboard: () => Promise.reject(new Error('no dashboard here')),
    operatorCallbacks: { take: () => undefined, dropUnreadable: () => undefined },
    callbackChecks: { answer: () => null },
    requestJournal: null,
    isDraining: () => false,
    isReady: async () => ({ ready: true, details: { database: true } }),
    ...over,
  };
}
