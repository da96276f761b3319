import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeParts, fakeWallet, testKey } from '../../test/http/fakes.ts';
import { createServer } from './server.ts';

let server: FastifyInstance;
const asked: unknown[] = [];

beforeAll(async () => {
  const emptyPage = { data: [], pagination: { next_cursor: null, has_more: false } };
  server = await createServer(
    fakeParts({
      wallet: fakeWallet({
        listTransactions: async (_caller, query) => {
          asked.push(query);
          return { value: emptyPage, asOf: null };
        },
        readEvents: async (_caller, query) => {
          asked.push(query);
          return emptyPage;
        },
        quoteFee: async (_caller, query) => {
          asked.push(query);
          return {};
        },
      }),
    }),
  );
});
afterAll(() => server.close());

async function get(path: string) {
  asked.length = 0;
  return server.inject({ method: 'GET', url: `/api/v1${path}`, headers: { authorization: `Bearer ${testKey}` } });
}

describe('queries of interface-decisions 3', () => {
  it.each<[string, object]>([
    ['/wallet/transactions', { limit: 25 }],
    ['/wallet/transactions?limit=100&unknown=1', { limit: 100, unknown: '1' }],
    [
      '/wallet/transactions?type=collection&status=failed&phone=256770000001&reference=API_COL_1781000000_42&cursor=dDQy',
      {
        limit: 25,
        type: 'collection',
        status: 'failed',
        phone: '256770000001',
        reference: 'API_COL_1781000000_42',
        cursor: 'dDQy',
      },
    ],
    [
      '/wallet/transactions?from=2026-11-01T00:00:00.000Z&to=2026-11-02',
      { limit: 25, fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 10, 2) },
    ],
    ['/wallet/transactions?from=2028-02-29T00:00:00%2B03:00', { limit: 25, fromMs: Date.UTC(2028, 1, 28, 21) }],
    ['/wallet/transactions?type=&status=&reference=&phone=&from=&to=&limit=', { limit: 25 }],
    ['/wallet/transactions?page=3&per_page=50', { limit: 25, page: '3', per_page: '50' }],
    ['/events', { after: 0, limit: 25 }],
    ['/events?after=17&limit=1', { after: 17, limit: 1 }],
    [
      '/wallet/fees?operation=send_money&amount=50000&recipient_phone=256770000001&sender_pays_fee=false',
      { operation: 'send_money', amount: 50_000, recipient_phone: '256770000001', sender_pays_fee: false },
    ],
  ])('%s asks for %j', async (path, query) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(asked).toEqual([query]);
  });

  it.each<[string, string]>([
    ['/wallet/transactions?limit=0', 'limit'],
    ['/wallet/transactions?limit=101', 'limit'],
    ['/wallet/transactions?limit=ten', 'limit'],
    ['/wallet/transactions?limit=1.5', 'limit'],
    ['/wallet/transactions?limit=1&limit=2', 'limit'],
    ['/wallet/transactions?cursor=', 'cursor'],
    ['/wallet/transactions?type=gift', 'type'],
    ['/wallet/transactions?status=done', 'status'],
    ['/wallet/transactions?phone=0770000001', 'phone'],
    ['/wallet/transactions?reference=x', 'reference'],
    ['/wallet/transactions?from=yesterday', 'from'],
    ['/wallet/transactions?from=2026-02-31', 'from'],
    ['/wallet/transactions?to=2026-11-02T00:00', 'to'],
    ['/wallet/transactions?to=2026-13-01', 'to'],
    ['/wallet/transactions?from=2026-11-02T00:00:00', 'from'],
    ['/wallet/transactions?from=2026-11-02T00:00:00+03:00', 'from'],
    ['/events?after=', 'after'],
    ['/events?after=-1', 'after'],
    ['/events?after=1e30', 'after'],
    ['/events?after=9007199254740992', 'after'],
    ['/wallet/fees?operation=gift&amount=1000', 'operation'],
    ['/wallet/fees?operation=collection&amount=1e3', 'amount'],
    ['/wallet/fees?operation=collection', 'amount'],
    ['/wallet/fees?operation=collection&amount=1000&sender_pays_fee=1', 'sender_pays_fee'],
    ['/wallet/lookup', 'phone'],
  ])('%s is refused and names %s', async (path, field) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('invalid_request');
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(answer.json().errors[field][0]).toContain(field);
    expect(asked).toEqual([]);
  });

  it.each(['from=2026-11-02T00:00:00', 'to=2026-11-02T00:00', 'from=2026-11-02T00:00:00+03:00'])(
    'a time without a zone, %s, is answered with the right form',
    async (filter) => {
      const [sentence] = Object.values<string[]>((await get(`/wallet/transactions?${filter}`)).json().errors).flat();
      expect(sentence).toContain('2026-11-01T00:00:00Z or 2026-11-01T03:00:00+03:00');
      expect(sentence).toContain('%2B');
    },
  );

  it.each([
    ['send_money', 499, 'amount_too_small'],
    ['withdrawal', 500, undefined],
    ['collection', 999, 'amount_too_small'],
    ['collection', 5_000_001, 'amount_too_large'],
  ])('the fee of a %s of %i shillings gives %s', async (operation, amount, code) => {
    const answer = await get(`/wallet/fees?operation=${operation}&amount=${amount}`);
    expect(answer.json().code).toBe(code);
  });
});
