import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { fakeParts } from '../../test/http/fakes.ts';
import type { CallbackRequest } from '../operators/contract.ts';
import { createServer } from './server.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Taken {
  readonly operator: string;
  readonly address: string;
  readonly callback: CallbackRequest;
}

async function open(onTake: () => void = () => undefined) {
  const taken: Taken[] = [];
  const unreadable: string[] = [];
  server = await createServer(
    fakeParts({
      operatorCallbacks: {
        take: (operator, address, callback) => {
          taken.push({ operator, address, callback });
          onTake();
        },
        dropUnreadable: (operator) => unreadable.push(operator),
      },
    }),
  );
  return { server, taken, unreadable };
}

const success = { code: 200, status: 'SUCCESS' };
const tokenPath = `/callbacks/mtn/6f1c1a52-3a0e-4c63-9a0e-0d7b3f6f2c11/${'a'.repeat(43)}`;

it.each<{ what: string; method: 'POST' | 'PUT'; url: string; operator: string }>([
  { what: "MTN's by PUT (rule 5 of providers.md 4: both methods)", method: 'PUT', url: tokenPath, operator: 'MTN' },
  { what: "MTN's by POST", method: 'POST', url: tokenPath, operator: 'MTN' },
  { what: "Airtel's by POST", method: 'POST', url: '/callbacks/airtel', operator: 'Airtel' },
  { what: "Airtel's with something behind it", method: 'PUT', url: '/callbacks/airtel/1?a=b', operator: 'Airtel' },
  { what: 'one of an unknown path', method: 'POST', url: `/callbacks/mtn/${'x'.repeat(300)}`, operator: 'MTN' },
  { what: 'one with no path at all', method: 'PUT', url: '/callbacks/mtn', operator: 'MTN' },
])(
  'a callback needs no key and is handed on as it came, without its headers: $what',
  async ({ method, url, operator }) => {
    const { server, taken } = await open();
    const payload = '{"transaction": {"id":"1"}, "hash" : "x"}';
    const headers = { 'content-type': 'application/json' };
    const answer = await server.inject({ method, url, payload, headers, remoteAddress: '192.0.2.7' });
    expect([answer.statusCode, answer.json()]).toEqual([200, success]);
    expect(taken).toEqual([
      { operator, address: '192.0.2.7', callback: { method, path: url, body: Buffer.from(payload) } },
    ]);
  },
);

it('a check of our own is answered, and is no callback', async () => {
  const taken: string[] = [];
  server = await createServer(
    fakeParts({
      operatorCallbacks: { take: (operator) => taken.push(operator), dropUnreadable: () => undefined },
      callbackChecks: {
        answer: (operatorKey, body) => (body.includes('ours') ? `{"callback_check":"${operatorKey}"}` : null),
      },
    }),
  );
  const ask = async (url: string, payload: string) =>
    (await server?.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } }))?.body;
  expect(await ask('/callbacks/mtn/check', 'ours')).toBe('{"callback_check":"mtn"}');
  expect(await ask('/callbacks/airtel', 'ours')).toBe('{"callback_check":"airtel"}');
  expect(taken).toEqual([]);
  expect(JSON.parse((await ask('/callbacks/mtn/check', 'theirs')) ?? '')).toEqual(success);
  expect(taken).toEqual(['MTN']);
});

it.each<{ what: string; payload: string | Buffer; type?: string }>([
  { what: 'that is no JSON', payload: '{"transaction": ', type: 'application/json' },
  { what: 'that is no text', payload: Buffer.from([0xff, 0x00, 0xfe]), type: 'application/json' },
  { what: 'of a form', payload: 'a=b', type: 'application/x-www-form-urlencoded' },
  { what: 'without a type', payload: '{}' },
  { what: 'of a type that is none', payload: '{}', type: ';;;' },
  { what: 'that is empty', payload: '', type: 'application/json' },
  { what: 'of 16 KiB', payload: 'x'.repeat(16 * 1024), type: 'text/plain' },
])('a body $what is answered 200', async ({ payload, type }) => {
  const { server, taken, unreadable } = await open();
  const headers = type === undefined ? {} : { 'content-type': type };
  const answer = await server.inject({ method: 'POST', url: '/callbacks/airtel', payload, headers });
  expect([answer.statusCode, answer.json()]).toEqual([200, success]);
  expect(taken.length + unreadable.length).toBe(1);
});

it('a longer body is answered 200 without being read, and counted', async () => {
  const { server, taken, unreadable } = await open();
  const payload = 'x'.repeat(16 * 1024 + 1);
  const answer = await server.inject({ method: 'PUT', url: tokenPath, payload });
  expect([answer.statusCode, answer.json()]).toEqual([200, success]);
  expect(taken).toEqual([]);
  expect(unreadable).toEqual(['MTN']);
});

it('the answer is on the wire before the callback is handed on', async () => {
  let written = 0;
  const { server } = await open(() => {
    written = socketBytes();
  });
  let socketBytes = () => 0;
  server.server.on('connection', (socket) => {
    socketBytes = () => socket.bytesWritten;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = connect(address.port, '127.0.0.1');
  client.write('POST /callbacks/airtel HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
  const heard = await new Promise<string>((resolve) => {
    let text = '';
    client.on('data', (piece) => (text += String(piece)));
    client.on('end', () => resolve(text));
  });
  expect(heard).toContain('200 OK');
  expect(written).toBeGreaterThan(0);
});

it('the interface says nothing of callbacks, and GET is refused in its words', async () => {
  const { server } = await open();
  const document = (await server.inject({ url: '/openapi.json' })).json();
  expect(Object.keys(document.paths).filter((path) => path.includes('callback'))).toEqual([]);
  const answer = await server.inject({ url: '/callbacks/airtel' });
  expect([answer.statusCode, answer.json().code]).toEqual([405, 'method_not_allowed']);
});
