import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeParts, fakeWallet, fakeWebhooks, sentBody, testKey } from '../../test/http/fakes.ts';
import { createServer } from './server.ts';

let server: FastifyInstance;
const asked: unknown[] = [];

beforeAll(async () => {
  const success = { is: 'success', body: sentBody, final: true } as const;
  const services = fakeParts();
  const note =
    <T>(answer: T) =>
    async (...given: unknown[]) => {
      asked.push(given.find((one) => typeof one === 'object' && one !== null && !('walletId' in one)));
      return answer;
    };
  server = await createServer({
    ...services,
    wallet: fakeWallet({
      sendMoney: note(success),
      withdrawToMobile: note(success),
      collectPayment: note(success),
      refundCollection: note(success),
      fundTestWallet: note(success),
      quoteFee: note({}),
      createQuote: note({}),
    }),
    webhooks: fakeWebhooks({ create: note({ id: 7 }), update: note({ id: 7 }) }),
  });
});
afterAll(() => server.close());

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly schema: { readonly required: readonly string[]; readonly properties: Readonly<Record<string, object>> };
  readonly example: Readonly<Record<string, unknown>>;
}

/** Every operation that takes a body, as the OpenAPI document describes it. */
const operations: Operation[] = await (async () => {
  const probe = await createServer(fakeParts());
  const document = (await probe.inject({ method: 'GET', url: '/openapi.json' })).json();
  await probe.close();
  return Object.entries<Record<string, ReturnType<JSON['parse']>>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      if (requestBody === undefined) return [];
      const { schema, example } = requestBody.content['application/json'];
      return [
        {
          method: method.toUpperCase(),
          path,
          example,
          schema: document.components.schemas[schema.$ref.split('/').at(-1)],
        },
      ];
    }),
  );
})();

const optionalFields = operations.flatMap((operation) =>
  Object.keys(operation.schema.properties)
    .filter((field) => !operation.schema.required.includes(field))
    .map((field) => [`${operation.method} ${operation.path}`, field, operation] as const),
);
const requiredFields = operations.flatMap((operation) =>
  operation.schema.required.map((field) => [`${operation.method} ${operation.path}`, field, operation] as const),
);

function call({ method, path }: Pick<Operation, 'method' | 'path'>, body: object) {
  asked.length = 0;
  return server.inject({
    method: method as 'POST',
    url: path.replace(/\{\w+\}/g, '1'),
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}

describe('null in a request', () => {
  it('is tried in every optional field of every body', () => {
    expect(optionalFields.map(([name, field]) => `${name} ${field}`)).toEqual([
      'POST /api/v1/wallet/send-money description',
      'POST /api/v1/wallet/send-money sender_pays_fee',
      'POST /api/v1/wallet/send-money client_reference',
      'POST /api/v1/wallet/send-money metadata',
      'POST /api/v1/wallet/send-money quote_id',
      'POST /api/v1/wallet/withdraw/mobile description',
      'POST /api/v1/wallet/withdraw/mobile client_reference',
      'POST /api/v1/wallet/withdraw/mobile metadata',
      'POST /api/v1/wallet/withdraw/mobile quote_id',
      'POST /api/v1/wallet/collect-payment description',
      'POST /api/v1/wallet/collect-payment customer_name',
      'POST /api/v1/wallet/collect-payment client_reference',
      'POST /api/v1/wallet/collect-payment metadata',
      'POST /api/v1/wallet/collections/{transactionId}/refund amount',
      'POST /api/v1/wallet/collections/{transactionId}/refund description',
      'POST /api/v1/wallet/collections/{transactionId}/refund client_reference',
      'POST /api/v1/wallet/collections/{transactionId}/refund metadata',
      'POST /api/v1/approvals/{transactionId}/reject reason',
      'POST /api/v1/bulk-payouts rows',
      'POST /api/v1/bulk-payouts csv',
      'POST /api/v1/bulk-payouts ask_approval',
      'POST /api/v1/wallet/quotes sender_pays_fee',
      'POST /api/v1/wallet/quotes expected_name',
      'POST /api/v1/webhooks api_key_id',
      'POST /api/v1/webhooks description',
      'POST /api/v1/webhooks honor_hints',
      'POST /api/v1/webhooks ordered',
      'PUT /api/v1/webhooks/{id} url',
      'PUT /api/v1/webhooks/{id} events',
      'PUT /api/v1/webhooks/{id} api_key_id',
      'PUT /api/v1/webhooks/{id} description',
      'PUT /api/v1/webhooks/{id} honor_hints',
      'PUT /api/v1/webhooks/{id} ordered',
      'PUT /api/v1/webhooks/{id} is_active',
      'POST /api/v1/webhooks/{id}/redeliver to',
      'POST /api/v1/webhooks/{id}/roll-secret overlap_seconds',
    ]);
  });

  it.each(optionalFields)('%s takes null in %s as if it were left out', async (_name, field, operation) => {
    const { [field]: _left, ...others } = operation.example;
    const without = await call(operation, others);
    const askedWithout = structuredClone(asked);
    const withNull = await call(operation, { ...others, [field]: null });
    expect(withNull.statusCode).toBe(200);
    expect(withNull.body).toBe(without.body);
    expect(asked).toEqual(askedWithout);
    expect(Compile(operation.schema.properties[field] ?? {}).Check(null)).toBe(true);
  });

  it.each(requiredFields)('%s refuses null in %s, which is required', async (_name, field, operation) => {
    const answer = await call(operation, { ...operation.example, [field]: null });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: { [field]: [expect.any(String)] } });
    expect(Compile(operation.schema.properties[field] ?? {}).Check(null)).toBe(false);
  });

  it('keeps other wrong types refused', async () => {
    for (const [, field, operation] of optionalFields) {
      const answer = await call(operation, { ...operation.example, [field]: { wrong: true } });
      expect(answer.json().errors).toHaveProperty(field);
    }
  });
});

describe('every wrong field of a request is named in one answer', () => {
  const money = { method: 'POST', path: '/api/v1/wallet/send-money' };

  it.each<[string, { method: string; path: string }, object, readonly string[]]>([
    [
      'a phone of no operator, an amount below the least and a text that is too long',
      money,
      { recipient_phone: '256000000000', amount: 499, description: 'x'.repeat(256) },
      ['recipient_phone', 'amount', 'description'],
    ],
    [
      'a missing phone, an amount above the most and half of a surrogate pair',
      money,
      { amount: 5_000_001, description: 'a\ud800b' },
      ['recipient_phone', 'amount', 'description'],
    ],
    [
      'a phone of no operator and half of a surrogate pair',
      { method: 'POST', path: '/api/v1/wallet/collect-payment' },
      { customer_phone: '256000000000', amount: 1_000, customer_name: 'a\ud800b' },
      ['customer_phone', 'customer_name'],
    ],
    [
      'more wrong names of events than a validator counts errors, an empty address and text for a number',
      { method: 'POST', path: '/api/v1/webhooks' },
      { events: Array.from({ length: 12 }, (_, index) => `event.${index}`), url: '', api_key_id: '3', description: 5 },
      ['api_key_id', 'description', 'events', 'url'],
    ],
    [
      'days that no calendar has',
      { method: 'POST', path: '/api/v1/webhooks/1/redeliver' },
      { from: '2026-02-31', to: '2026-11-31T00:00:00Z' },
      ['from', 'to'],
    ],
    [
      'a quote of a collection that is too small, for a phone of no operator',
      { method: 'GET', path: '/api/v1/wallet/fees?operation=collection&amount=999&recipient_phone=256000000000' },
      {},
      ['amount', 'recipient_phone'],
    ],
  ])('%s', async (_name, operation, body, fields) => {
    const answer = await call(operation, body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('invalid_request');
    expect(Object.keys(answer.json().errors).sort()).toEqual([...fields].sort());
    for (const field of fields) expect(answer.json().message).toContain(field);
  });

  it('an amount beyond its bounds is told them beside other faults', async () => {
    const answer = await call(money, { recipient_phone: 'x', amount: 499 });
    expect(answer.json().errors.amount).toEqual(['amount must be at least 500 shillings.']);
  });
});

describe('a phone under the name that another operation uses', () => {
  it.each([
    [
      '/wallet/send-money',
      'phone',
      "Send the recipient's number as recipient_phone; phone is not a field of this request.",
    ],
    [
      '/wallet/send-money',
      'customer_phone',
      "Send the recipient's number as recipient_phone; customer_phone is not a field of this request.",
    ],
    [
      '/wallet/collect-payment',
      'phone',
      "Send the customer's number as customer_phone; phone is not a field of this request.",
    ],
    [
      '/wallet/collect-payment',
      'recipient_phone',
      "Send the customer's number as customer_phone; recipient_phone is not a field of this request.",
    ],
    [
      '/wallet/withdraw/mobile',
      'recipient_phone',
      'Send the number as phone; recipient_phone is not a field of this request.',
    ],
    [
      '/wallet/withdraw/mobile',
      'customer_phone',
      'Send the number as phone; customer_phone is not a field of this request.',
    ],
  ])('%s with %s says which field is meant', async (path, used, sentence) => {
    const answer = await call({ method: 'POST', path: `/api/v1${path}` }, { [used]: '256770000001', amount: 5_000 });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toBe(sentence);
    expect(Object.values(answer.json().errors)).toEqual([[sentence]]);
  });

  it('is ignored where the right one is there, as every unknown field is', async () => {
    const body = { recipient_phone: '256770000001', phone: '256770000002', amount: 5_000 };
    expect((await call({ method: 'POST', path: '/api/v1/wallet/send-money' }, body)).statusCode).toBe(200);
  });

  it('is said of a look-up too', async () => {
    const answer = await call({ method: 'GET', path: '/api/v1/wallet/lookup?recipient_phone=256770000001' }, {});
    expect(answer.json().message).toBe('Send the number as phone; recipient_phone is not a field of this request.');
  });
});
