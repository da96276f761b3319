import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeParts } from '../../test/http/fakes.ts';
import { eventNames } from '../ledger/event-names.ts';
import { failureSentences } from '../settlement/failure-sentences.ts';
import { ComponentSchemas } from './openapi-components.ts';
import { statusOfCode } from './response.ts';
import { createServer } from './server.ts';

let server: FastifyInstance;
let document: ReturnType<JSON['parse']>;

beforeAll(async () => {
  server = await createServer(fakeParts());
  const answer = await server.inject({ method: 'GET', url: '/openapi.json' });
  expect(answer.statusCode).toBe(200);
  document = answer.json();
});
afterAll(() => server.close());

const routes = [
  ['get', '/api/v1/wallet/balance'],
  ['get', '/api/v1/key'],
  ['post', '/api/v1/wallet/send-money'],
  ['post', '/api/v1/wallet/batches'],
  ['post', '/api/v1/wallet/withdraw/mobile'],
  ['post', '/api/v1/wallet/collect-payment'],
  ['get', '/api/v1/wallet/collections/{transactionId}/status'],
  ['post', '/api/v1/wallet/collections/{transactionId}/refund'],
  ['get', '/api/v1/wallet/transactions'],
  ['get', '/api/v1/wallet/transactions/{id}'],
  ['get', '/api/v1/wallet/transactions/{id}/receipt'],
  ['post', '/api/v1/bulk-payouts'],
  ['get', '/api/v1/bulk-payouts'],
  ['get', '/api/v1/bulk-payouts/{id}'],
  ['post', '/api/v1/bulk-payouts/{id}/confirm'],
  ['post', '/api/v1/bulk-payouts/{id}/cancel'],
  ['post', '/api/v1/bulk-payouts/{id}/retry'],
  ['get', '/api/v1/bulk-payouts/{id}/rows'],
  ['get', '/api/v1/wallet/statements'],
  ['get', '/api/v1/wallet/fees'],
  ['get', '/api/v1/wallet/limits'],
  ['get', '/api/v1/wallet/lookup'],
  ['get', '/api/v1/events'],
  ['post', '/api/v1/webhooks'],
  ['get', '/api/v1/webhooks'],
  ['get', '/api/v1/webhooks/{id}'],
  ['put', '/api/v1/webhooks/{id}'],
  ['delete', '/api/v1/webhooks/{id}'],
  ['post', '/api/v1/webhooks/{id}/test'],
  ['get', '/api/v1/webhooks/{id}/deliveries'],
  ['post', '/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver'],
  ['post', '/api/v1/webhooks/{id}/redeliver'],
  ['post', '/api/v1/webhooks/{id}/roll-secret'],
  ['get', '/api/v1/test/prompts'],
  ['post', '/api/v1/test/prompts/{id}/approve'],
  ['post', '/api/v1/test/prompts/{id}/decline'],
  ['post', '/api/v1/test/wallet/fund'],
] as const;

/** The routes whose success is no JSON. */
const streamPath = '/api/v1/events/stream';
const resultPath = '/api/v1/bulk-payouts/{id}/result';

describe('the OpenAPI document', () => {
  it('validates as OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('describes every route of the interface and no other', () => {
    const described = Object.entries(document.paths)
      .flatMap(([path, operations]) => Object.keys(Object(operations)).map((method) => `${method} ${path}`))
      .filter((route) => route.includes('/api/'));
    expect(described.sort()).toEqual(
      [...routes, ['get', streamPath], ['get', resultPath]].map((route) => route.join(' ')).sort(),
    );
  });

  it.each(routes)('%s %s has its success with an example, its headers and its failures', (method, path) => {
    const operation = document.paths[path][method];
    expect(operation.operationId).toBeTruthy();
    expect(operation.responses['200'].content['application/json'].example.success).toBe(true);
    for (const status of ['401', '403', '404', '405', '429', '500', '503']) {
      const response = operation.responses[status];
      expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Failure' });
      expect(response.headers).toHaveProperty('X-RateLimit-Reset');
      expect(response.headers).toHaveProperty('X-Request-Id');
    }
    if (operation.requestBody !== undefined) {
      const { schema, example } = operation.requestBody.content['application/json'];
      expect(wrongOf(schema, example)).toEqual([]);
      for (const status of ['400', '413', '415', '422']) expect(operation.responses).toHaveProperty(status);
    }
    // Every request with a body moves money or begins to, except those about webhooks. A confirmation changes nothing the second time.
    const movesMoney =
      operation.requestBody !== undefined && !path.startsWith('/api/v1/webhooks') && !path.endsWith('/confirm');
    const takesKey = (operation.parameters ?? []).some(
      ({ $ref }: { $ref?: string }) => $ref === '#/components/parameters/IdempotencyKey',
    );
    expect(takesKey).toBe(movesMoney);
  });

  it('describes the stream of events with its content type, its headers and its failures', () => {
    const { responses, parameters } = document.paths[streamPath].get;
    expect(Object.keys(responses['200'].content)).toEqual(['text/event-stream']);
    expect(responses['200'].headers).toHaveProperty('X-RateLimit-Reset');
    expect(responses['200'].headers).toHaveProperty('X-Webhook-Brand');
    expect(Object.keys(responses)).toEqual(['200', '401', '403', '404', '405', '422', '429', '500', '503']);
    expect(parameters.map(({ name }: { name?: string }) => name)).toEqual([
      'after',
      'events',
      'last-event-id',
      undefined,
    ]);
  });

  it('describes the files of a statement beside its JSON', () => {
    const { content } = document.paths['/api/v1/wallet/statements'].get.responses['200'];
    expect(Object.keys(content)).toEqual([
      'application/json',
      'text/csv',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/xml',
    ]);
  });

  it('names every route path parameter', () => {
    const { parameters } = document.paths['/api/v1/wallet/collections/{transactionId}/status'].get;
    expect(parameters[0]).toMatchObject({
      in: 'path',
      name: 'transactionId',
      required: true,
      schema: { type: 'integer' },
    });
  });

  it('shows only codes that exist, each with its own status', () => {
    for (const operations of Object.values(document.paths)) {
      for (const operation of Object.values(Object(operations))) {
        for (const [status, response] of Object.entries(Object(operation).responses)) {
          const examples = Object(response).content?.['application/json']?.examples ?? {};
          for (const code of Object.keys(examples)) {
            expect(Object.entries(statusOfCode)).toContainEqual([code, Number(status)]);
          }
        }
      }
    }
  });

  it('has the twelve events as webhooks', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventNames]);
  });

  it('gives examples that its schemas accept', () => {
    for (const [name, { examples = [], ...schema }] of Object.entries<Json>(document.components.schemas)) {
      for (const example of examples) expect([name, wrongOf(schema, example)]).toEqual([name, []]);
    }
    for (const [name, { schema, example }] of successes()) {
      expect([name, wrongOf(schema, example)]).toEqual([name, []]);
    }
  });

  it('shows only money that adds up and states that can be', () => {
    const shown = everyObjectIn(document);
    const money = shown.filter(
      (one) => typeof one.amount === 'number' && 'fee_amount' in one && 'total_deducted' in one === false,
    );
    expect(money.length).toBeGreaterThan(12);
    for (const one of money) expect(one).toMatchObject({ amount: one.net_amount + one.fee_amount });
    const bulk = shown.filter((one) => 'row_count' in one && 'total_deducted' in one);
    expect(bulk.length).toBeGreaterThanOrEqual(5);
    for (const one of bulk) expect(one.total_deducted).toBe(one.amount + one.fees);
    const payouts = shown.filter(
      (one) => typeof one.total_deducted === 'number' && ('fee' in one || 'fee_amount' in one),
    );
    expect(payouts.length).toBeGreaterThanOrEqual(3);
    for (const one of payouts) {
      expect(one.total_deducted).toBe((one.amount_sent ?? one.net_amount ?? one.amount) + (one.fee_amount ?? one.fee));
      // Payments between wallets here have no fee.
      const isInternal = one.transfer_type === 'internal' || 'batch_id' in one;
      expect((one.fee_amount ?? one.fee) > 0).toBe(!isInternal);
    }
    const collections = shown.filter((one) => typeof one.collection_fee === 'number');
    expect(collections).toHaveLength(2);
    for (const one of collections) {
      const net = one.net_amount_to_receive ?? one.net_amount_received;
      expect(one.amount_requested).toBe(net + one.collection_fee);
    }
  });

  it('shows only the times that a status has', () => {
    const timed = everyObjectIn(document).filter((one) => typeof one.status === 'string' && 'completed_at' in one);
    expect(timed.length).toBeGreaterThan(12);
    for (const one of timed) {
      expect([one.status, one.completed_at !== null]).toEqual([one.status, one.status === 'completed']);
      if ('failed_at' in one)
        expect([one.status, one.failed_at !== null]).toEqual([one.status, one.status === 'failed']);
      if ('failure_code' in one) expect(one.failure_code !== null).toBe(one.status === 'failed');
      if ('failure_reason' in one) expect(one.failure_reason !== null).toBe(one.status === 'failed');
      for (const end of [one.completed_at, one.failed_at]) {
        if (typeof end === 'string') expect(Date.parse(end)).toBeGreaterThanOrEqual(Date.parse(one.created_at));
      }
    }
    for (const one of everyObjectIn(document).filter((each) => 'delivered_at' in each)) {
      expect(one.delivered_at !== null).toBe(one.status === 'delivered');
      expect(one.delivered_at !== null && one.next_attempt_at !== null).toBe(false);
    }
    for (const one of everyObjectIn(document).filter((each) => 'disabled_at' in each)) {
      expect(one.disabled_at === null).toBe(one.is_active);
      expect(one.disabled_reason === null).toBe(one.is_active);
    }
  });

  it('lists the three states of a collection, and no other', () => {
    const status = '/api/v1/wallet/collections/{transactionId}/status';
    const { schema } = document.paths[status].get.responses['200'].content['application/json'];
    expect(schema.$ref).toBe('#/components/schemas/CollectionStatus');
    expect(resolve(schema.$ref).properties.status.enum).toEqual(['processing', 'completed', 'failed']);
  });

  it('lists every failure_code with what it means', () => {
    const [code] = document.components.schemas.Transaction.properties.failure_code.anyOf;
    expect(code.enum).toEqual(Object.keys(failureSentences));
    for (const [name, sentence] of Object.entries(failureSentences)) {
      expect(code.description).toContain(`- \`${name}\`: ${sentence}`);
    }
  });

  it('describes the metadata of a bulk payout’s payment', () => {
    const metadata = document.components.schemas.TransactionMetadata;
    expect(metadata.properties).toHaveProperty('bulk_payout_id.description');
    expect(metadata.properties).toHaveProperty('bulk_payout_row.description');
  });
});

describe('a generated client', () => {
  it('has a named type for every object', () => {
    const unnamed: string[] = [];
    const look = (schema: Json, place: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      if (schema.properties !== undefined) unnamed.push(place);
      for (const [key, part] of Object.entries(schema)) {
        if (!['example', 'examples', 'allOf'].includes(key)) look(part, `${place}.${key}`);
      }
    };
    look(document.paths, 'paths');
    look(document.webhooks, 'webhooks');
    for (const [name, { properties = {} }] of Object.entries<Json>(document.components.schemas))
      look(Object.values(properties), name);
    expect(unnamed).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'ApiKey',
        'Balance',
        'Collection',
        'CollectionStatus',
        'Delivery',
        'Event',
        'Failure',
        'Fee',
        'Payment',
        'Receipt',
        'Refund',
        'Round',
        'Statement',
        'Transaction',
        'Webhook',
        'Withdrawal',
      ]),
    );
  });

  it('has the type of every list of values, and the size of every integer', () => {
    for (const part of everyObject(document)) {
      if (Array.isArray(part.enum) && part.description !== 'Machine code.')
        expect(part).toHaveProperty('type', 'string');
      if (part.type === 'integer') expect(part.format).toMatch(/^int(32|64)$/);
    }
    expect(document.components.schemas.Balance.properties.balance).toMatchObject({ type: 'integer', format: 'int64' });
  });

  it('has an example of every parameter that its schema accepts', () => {
    let parameters = 0;
    for (const operations of [...Object.values<Json>(document.paths), ...Object.values<Json>(document.webhooks)]) {
      for (const operation of Object.values<Json>(operations)) {
        for (const parameter of operation.parameters ?? []) {
          const { name, schema, example } =
            parameter.$ref === undefined ? parameter : document.components.parameters[parameter.$ref.split('/').at(-1)];
          // The reference sends an example as it is, and each payment needs a key of its own.
          if (name === 'Idempotency-Key') continue;
          expect([name, example === undefined]).toEqual([name, false]);
          expect([name, wrongOf(schema, example)]).toEqual([name, []]);
          parameters += 1;
        }
      }
    }
    expect(parameters).toBeGreaterThan(100);
  });

  it('has the address of this installation', async () => {
    const parts = fakeParts();
    const own = await createServer({ ...parts, settings: { ...parts.settings, publicUrl: 'https://pay.example.ug' } });
    const { servers, info } = (await own.inject({ method: 'GET', url: '/openapi.json' })).json();
    await own.close();
    expect(servers).toEqual([{ url: 'https://pay.example.ug', description: 'This service' }]);
    expect(info.contact).toEqual({ name: 'Nsimbi' });
    expect(document.servers[0].url).toBe('/');
  });

  it('is refused two objects of one name', () => {
    const components = new ComponentSchemas();
    components.refer(Type.Object({ one: Type.String() }, { title: 'Twin' }), 'First');
    const other = Type.Object({ twin: Type.Object({ other: Type.String() }, { title: 'Twin' }) });
    expect(() => components.refer(other, 'Second')).toThrow('two objects of the API that differ are called Twin');
  });
});

/** Every object of a document outside of its examples. */
function everyObject(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(everyObject);
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'examples' && key !== 'value');
  return [value, ...below.flatMap(([, part]) => everyObject(part))];
}

type Json = ReturnType<JSON['parse']>;

/** Every JSON success with its example, by operation. */
function successes(): [string, { schema: Json; example: Json }][] {
  return Object.values<Json>(document.paths).flatMap((operations) =>
    Object.values<Json>(operations).flatMap(({ operationId, responses }): [string, Json][] => {
      const content = responses['200']?.content?.['application/json'];
      return content === undefined ? [] : [[operationId, content]];
    }),
  );
}

/** What of an example its schema refuses, references among the components included. */
function wrongOf(schema: Json, example: Json): string[] {
  const resolved = JSON.parse(JSON.stringify(schema), (_key, value) =>
    typeof value?.$ref === 'string' ? resolve(value.$ref) : value,
  );
  return Compile(resolved)
    .Errors(example)
    .map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

function resolve(reference: string): Json {
  const found = document.components.schemas[reference.replace('#/components/schemas/', '')];
  return JSON.parse(JSON.stringify(found), (_key, value) =>
    typeof value?.$ref === 'string' ? resolve(value.$ref) : value,
  );
}

/** Every object below the examples of a document, wherever they stand. */
function everyObjectIn(value: Json, inExample = false): Json[] {
  if (Array.isArray(value)) return value.flatMap((one) => everyObjectIn(one, inExample));
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, one]) =>
    everyObjectIn(one, inExample || key === 'example' || key === 'examples'),
  );
  return inExample ? [value, ...below] : below;
}

describe('the browsable reference', () => {
  it('loads nothing from outside: its script is ours, fonts are off, and the browser is told so', async () => {
    const short = await server.inject({ method: 'GET', url: '/docs' });
    expect(short.headers.location).toBe('/docs/');
    const page = await server.inject({ method: 'GET', url: '/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).not.toMatch(/https?:/);
    const scriptPath = /<script src="(\/docs\/js\/[^"]+)"/.exec(page.body)?.[1] ?? '';
    expect(page.body.match(/(?:src|href)="https?:[^"]*"/g)).toBeNull();
    expect(page.body).toMatch(/"withDefaultFonts":\s*false/);
    const script = await server.inject({ method: 'GET', url: scriptPath });
    expect(script.statusCode).toBe(200);
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.body.length).toBeGreaterThan(1_000_000);
    const nothing = await server.inject({ method: 'GET', url: '/docs/nothing' });
    expect(nothing.statusCode).toBe(404);
    expect(nothing.json().code).toBe('not_found');
  });
});
