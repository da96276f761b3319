import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeParts, fakeStatements, principalOf, testKey } from '../../test/http/fakes.ts';
import { Refusal } from '../refusal.ts';
import { createServer, type ServerParts } from './server.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(query: string, over: Partial<ServerParts> = {}) {
  server = await createServer(fakeParts(over));
  const url = `/api/v1/wallet/statements${query}`;
  return await server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${testKey}` } });
}

const days = '?from=2026-11-01&to=2026-11-30';

describe('a request for a statement that is wrong names its field', () => {
  it.each([
    ['', ['from', 'to']],
    ['?from=2026-11-01', ['to']],
    ['?from=2026-02-31&to=2026-13-01', ['from', 'to']],
    ['?from=2026-11-01T00:00:00Z&to=2026-11-30', ['from']],
    [`${days}&format=docx`, ['format']],
    [`${days}&format=JSON`, ['format']],
    [`${days}&limit=101`, ['limit']],
    [`${days}&limit=0&cursor=`, ['limit', 'cursor']],
    [`${days}&format=csv&limit=10`, ['limit']],
    [`${days}&format=camt053&cursor=1.2&limit=10`, ['limit', 'cursor']],
  ])('%s', async (query, fields) => {
    const answer = await ask(query);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.json().errors).toSorted()).toEqual(fields.toSorted());
  });

  it('and the sentences are of days and of the formats that there are', async () => {
    const { errors } = (await ask('?from=1.11.2026&to=today&format=doc')).json();
    expect(errors).toEqual({
      from: ['from is required and must be a day such as 2026-11-01.'],
      to: ['to is required and must be a day such as 2026-11-30.'],
      format: ['format must be json, csv, pdf, xlsx or camt053.'],
    });
  });
});

it('JSON is what there is without a format, and with an empty one', async () => {
  for (const query of [days, `${days}&format=json`, `${days}&format=`]) {
    const answer = await ask(query);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ success: true, data: { rows: [] }, pagination: { has_more: false } });
    await server?.close();
  }
});

it('a file is sent under its name, with the window of its own and the moment of a standby', async () => {
  const answer = await ask(`${days}&format=csv`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('one line\n');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="statement-70-2026-11-01-2026-11-30.csv"',
    'x-as-of': '2026-11-21T00:00:00.000Z',
    'x-ratelimit-limit': '60',
  });
});

it('a file ends with its connection, and not as if it were whole, when its key is revoked in the middle', async () => {
  let made = 0;
  async function* pieces() {
    for (; made < 10; made += 1) yield 'x'.repeat(100_000);
  }
  const value = { name: 'long.csv', type: 'text/csv', pieces: pieces() };
  server = await createServer(
    fakeParts({
      authenticator: {
        authenticate: () => {
          if (made === 0) return principalOf('test');
          throw new Refusal('unauthorized', 'Send a valid API key.');
        },
      },
      statements: { ...fakeStatements(), openFile: async () => ({ value, asOf: null }) },
    }),
  );
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${url}/api/v1/wallet/statements${days}&format=csv`, {
    headers: { authorization: `Bearer ${testKey}` },
  });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow(/terminated/);
  expect(made).toBe(2);
});

it('a statement is not added up any longer when its client leaves', async () => {
  const adding = Promise.withResolvers<AbortSignal>();
  const ended = Promise.withResolvers<unknown>();
  server = await createServer(
    fakeParts({
      statements: {
        ...fakeStatements(),
        readPage: (_caller, _asked, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason);
              ended.resolve(signal.reason);
            });
            adding.resolve(signal);
          }),
      },
    }),
  );
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const client = new AbortController();
  const asked = fetch(`${url}/api/v1/wallet/statements${days}`, {
    headers: { authorization: `Bearer ${testKey}` },
    signal: client.signal,
  });
  expect((await adding.promise).aborted).toBe(false);
  client.abort();
  await expect(asked).rejects.toThrow('aborted');
  await expect(ended.promise).resolves.toBeInstanceOf(Error);
});

it('a database that is away while a file is sent does not make its key invalid', async () => {
  let asked = 0;
  const answer = await ask(`${days}&format=csv`, {
    authenticator: {
      authenticate: () => {
        asked += 1;
        if (asked === 1) return principalOf('test');
        throw new Error('connection lost');
      },
    },
  });
  expect(asked).toBe(2);
  expect(answer.body).toBe('one line\n');
});
