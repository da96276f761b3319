import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/http/server.ts';
import { fakeParts } from '../http/fakes.ts';
import { incompatibilities } from './compare.ts';

type Json = ReturnType<JSON['parse']>;

/** The document of the latest release. CONTRIBUTING.md says when it is written again. */
const file = join(import.meta.dirname, 'released.json');
let current: Json;
let released: Json;

beforeAll(async () => {
  const server = await createServer(fakeParts());
  const response = await server.inject({ method: 'GET', url: '/openapi.json' });
  await server.close();
  current = response.json();
  if (process.env.UPDATE_RELEASED_API) {
    const withoutExamples = (key: string, value: unknown) => (/^examples?$/.test(key) ? undefined : value);
    writeFileSync(file, `${JSON.stringify(current, withoutExamples, 1)}\n`);
  }
  released = JSON.parse(readFileSync(file, 'utf8'));
});

test('clients of the latest release still work: nothing was removed or has another type', () => {
  expect(incompatibilities(released, current)).toEqual([]);
});

describe('is found when', () => {
  const changed = (change: (document: Json) => void) => {
    const document = structuredClone(current);
    change(document);
    return incompatibilities(current, document);
  };
  const { pay, balance } = { pay: '/api/v1/wallet/send-money', balance: '/api/v1/wallet/balance' };

  test.each<[string, (document: Json) => void, string]>([
    ['an operation is removed', (document) => delete document.paths[balance], `GET ${balance} was removed`],
    [
      'a webhook is removed',
      (document) => delete document.webhooks['deposit.failed'],
      'the webhook deposit.failed was removed',
    ],
    [
      'a parameter is removed',
      ({ paths }) => paths['/api/v1/wallet/transactions'].get.parameters.shift(),
      'GET /api/v1/wallet/transactions: the parameter limit was removed',
    ],
    [
      'a parameter must be sent',
      ({ components }) => {
        components.parameters.IdempotencyKey.required = true;
      },
      `POST ${pay}: the parameter Idempotency-Key must be sent now`,
    ],
    [
      'a field of a response is removed',
      ({ components }) => delete components.schemas.Balance.properties.held_balance,
      `GET ${balance}, 200, data: the field held_balance was removed`,
    ],
    [
      'a field of a response has another type',
      ({ components }) => {
        components.schemas.Balance.properties.balance.type = 'string';
      },
      `GET ${balance}, 200, data, balance is string and was integer`,
    ],
    [
      'a field of a response may be missing',
      ({ components }) => components.schemas.Balance.required.shift(),
      `GET ${balance}, 200, data: the field balance may be missing now`,
    ],
    [
      'a field can be null',
      ({ components }) => {
        const { properties } = components.schemas.Payment;
        properties.reference = { anyOf: [properties.reference, { type: 'null' }] };
      },
      `POST ${pay}, 200, data, reference is null or string and was string`,
    ],
    [
      'a field of a request must be sent',
      ({ components }) => components.schemas.SendMoneyRequest.required.push('description'),
      `POST ${pay}, request: the field description must be sent now`,
    ],
    [
      'a value is removed',
      ({ components }) => components.schemas.Balance.properties.mode.enum.pop(),
      `GET ${balance}, 200, data, mode: the value test was removed`,
    ],
    [
      'a status is removed',
      ({ paths }) => delete paths[balance].get.responses['429'],
      `GET ${balance} does not answer 429 any more`,
    ],
    [
      'a header is removed',
      ({ paths }) => delete paths[balance].get.responses['200'].headers['X-RateLimit-Reset'],
      `GET ${balance}, 200: the header X-RateLimit-Reset was removed`,
    ],
  ])('%s', (_, change, expected) => {
    expect(changed(change)).toContain(expected);
  });

  test('and not when something is added', () => {
    const found = changed(({ paths, components }) => {
      paths['/api/v1/new'] = paths[balance];
      components.schemas.Balance.properties.more = { type: 'string' };
      components.schemas.Balance.required.push('more');
      components.schemas.SendMoneyRequest.properties.more = { type: 'string' };
      components.schemas.Balance.properties.mode.enum.push('sandbox');
    });
    expect(found).toEqual([]);
  });
});
