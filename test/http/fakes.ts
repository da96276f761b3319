import { Readable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Permission, Principal } from '../../src/access/principal.ts';
import type { HttpServices, RateLimitWindow, WalletOperations } from '../../src/http/services.ts';
import { Refusal } from '../../src/refusal.ts';

/** For tests of the edge: services that answer at once and remember what they were asked. */

export const testKey = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';
export const liveKey = 'nsk_live_abcdefghijkl.0123456789012345678901234567890123456789';
export const resetAtSeconds = 4_102_444_800;

const everyPermission: readonly Permission[] = [
  'wallet:read',
  'wallet:send',
  'wallet:withdraw',
  'wallet:collect',
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
  };
}

export function windowOf(limit: number, remaining: number, allowed = true): RateLimitWindow {
  return { limit, remaining, resetAtSeconds, allowed };
}

export const sentBody = '{"success":true,"message":"The money was sent.","data":{"transaction_id":42}}';

const success = { is: 'success', body: sentBody, final: true } as const;

export function fakeWallet(over: Partial<WalletOperations> = {}): WalletOperations {
  return {
    readBalance: async () => ({
      balance: 5,
      held_balance: 0,
      currency: 'UGX',
      mode: 'test',
      as_of: '2026-11-21T00:00:00.000Z',
    }),
    sendMoney: async () => success,
    withdrawToMobile: async () => success,
    collectPayment: async () => success,
    refundCollection: async () => success,
    fundTestWallet: async () => success,
    storeResponse: async (_caller, _key, response) => response,
    collectionStatus: async (_caller, id) => ({ success: true, transaction_id: id, status: 'processing' }),
    listTransactions: async () => ({ data: [{ id: 1 }], pagination: { next_cursor: null, has_more: false } }),
    readTransaction: async (_caller, id) => ({ id }),
    quoteFee: async () => ({ fee_amount: 3000 }),
    lookupPhone: async (_caller, phone) => ({ phone }),
    readEvents: async () => ({ data: [], pagination: { next_cursor: '0', has_more: false } }),
    ...over,
  };
}

export function fakeServices(over: Partial<HttpServices> = {}): HttpServices {
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
    logger: pino({ level: 'silent' }),
    registry: new Registry(),
    authenticate: (authorization) => {
      const key = /^bearer (.+)$/i.exec(authorization ?? '')?.[1];
      if (key === testKey) return principalOf('test');
      if (key === liveKey) return principalOf('live');
      throw new Refusal('unauthorized', 'Send a valid API key in the header Authorization: Bearer <key>.');
    },
    rateLimiter: { hit: () => windowOf(60, 59) },
    failedAuthentication: { hit: () => windowOf(30, 29), peek: () => windowOf(30, 30) },
    wallet: fakeWallet(),
    eventStreams: {
      open: async () => ({ steps: Readable.from([]), ended: new AbortController().signal, end: () => undefined }),
      stop: () => undefined,
    },
    webhooks: {
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
    },
    simulator: {
      listPrompts: async () => [{ id: 1 }],
      answerPrompt: async (_caller, id) => ({ id }),
      listMessages: async () => [],
    },
    loadDashboard: () => Promise.reject(new Error('no dashboard here')),
    operatorCallbacks: { take: () => undefined, dropUnreadable: () => undefined },
    requestJournal: null,
    isReady: async () => ({ ready: true, details: { database: true } }),
    ...over,
  };
}
