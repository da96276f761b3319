import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeParts, fakeWallet, sentBody, testKey } from '../../test/http/fakes.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { Refusal } from '../refusal.ts';
import type { MoneyAnswer } from '../wallet/answer.ts';
import type { WalletOperations } from '../wallet/operations.ts';
import { createServer } from './server.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Sent {
  readonly key?: string;
  readonly body?: string;
  readonly path?: string;
}

/** Sends one payment to a wallet that gives `answer`, and tells what the wallet was asked. */
async function pay(sent: Sent, answer: MoneyAnswer, over: Partial<WalletOperations> = {}) {
  await server?.close();
  const asked: (IdempotentRequest | null)[] = [];
  const stored: unknown[] = [];
  const operate = async (_caller: unknown, _request: unknown, idempotent: IdempotentRequest | null) => {
    asked.push(idempotent);
    return answer;
  };
  server = await createServer(
    fakeParts({
      wallet: fakeWallet({
        sendMoney: operate,
        withdrawToMobile: operate,
        storeResponse: async (_caller, key, response) => {
          stored.push({ key, ...response });
          return response;
        },
        ...over,
      }),
    }),
  );
  const reply = await server.inject({
    method: 'POST',
    url: sent.path ?? '/api/v1/wallet/send-money',
    headers: {
      authorization: `Bearer ${testKey}`,
      'content-type': 'application/json',
      ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
    },
    payload: sent.body ?? '{"recipient_phone":"256770000001","phone":"256770000001","amount":50000}',
  });
  return { reply, asked, stored };
}

const success: MoneyAnswer = { is: 'success', body: sentBody, final: true };
const taken = { transaction_id: 42, reference: 'SM_1781000000_42' };
const data = { transaction_id: 42, reference: 'SM_1781000000_42', status: 'failed' };
const failed: MoneyAnswer = {
  is: 'failed',
  refusal: new Refusal('recipient_not_found', 'The number has no account; check it.', { data }),
};

describe('interface-decisions 1, "Idempotency-Key"', () => {
  it('is optional', async () => {
    const { reply, asked, stored } = await pay({}, success);
    expect(reply.statusCode).toBe(200);
    expect(asked).toEqual([null]);
    expect(stored).toEqual([]);
  });

  it.each(['k', 'k'.repeat(255), '!~/order#17'])('%j is a key', async (key) => {
    const { asked } = await pay({ key }, success);
    expect(asked[0]?.key).toBe(key);
  });

  it.each(['', 'k'.repeat(256), 'two words', 'kéy'])('%j is refused as 422 that names the header', async (key) => {
    const { reply, asked } = await pay({ key }, success);
    expect(reply.statusCode).toBe(422);
    expect(reply.json().code).toBe('invalid_request');
    expect(Object.keys(reply.json().errors)).toEqual(['Idempotency-Key']);
    expect(asked).toEqual([]);
  });

  it('the fingerprint tells method and path and body bytes apart, and nothing else', async () => {
    const body = '{"recipient_phone":"256770000001","phone":"256770000001","amount":50000}';
    const of = async (sent: Sent) => (await pay({ key: 'k', body, ...sent }, success)).asked[0]?.fingerprint;
    const first = await of({});
    expect(await of({})).toBe(first);
    expect(await of({ key: 'other' })).toBe(first);
    expect(await of({ path: '/api/v1/wallet/send-money/' })).toBe(first);
    expect(await of({ path: '/api/v1/wallet/withdraw/mobile' })).not.toBe(first);
    expect(await of({ body: `${body} ` })).not.toBe(first);
    expect(await of({ body: `\ufeff${body}` })).not.toBe(first);
  });

  it('a success that was kept as it was written is not kept again', async () => {
    const { reply, stored } = await pay({ key: 'k' }, success);
    expect(reply.body).toBe(sentBody);
    expect(reply.headers).not.toHaveProperty('idempotent-replayed');
    expect(stored).toEqual([]);
  });

  it('a success that was not kept yet is kept, byte for byte', async () => {
    const { reply, stored } = await pay({ key: 'k' }, { is: 'success', final: false, body: sentBody, taken });
    expect(reply.body).toBe(sentBody);
    expect(stored).toEqual([{ key: 'k', status: 200, body: sentBody }]);
  });

  it('a repeat gets the first answer again, marked', async () => {
    const { reply } = await pay({ key: 'k' }, { is: 'replayed', status: 422, body: '{"success":false}' });
    expect(reply.statusCode).toBe(422);
    expect(reply.body).toBe('{"success":false}');
    expect(reply.headers['idempotent-replayed']).toBe('true');
  });

  it('the failure of a transaction that exists is kept as it is sent, with its request id', async () => {
    const { reply, stored } = await pay({ key: 'k' }, failed);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ success: false, code: 'recipient_not_found', data });
    expect(reply.json().request_id).toBe(reply.headers['x-request-id']);
    expect(stored).toEqual([{ key: 'k', status: 422, body: reply.body }]);
  });

  it('the loser of two answers sends the one that was kept', async () => {
    const { reply } = await pay({ key: 'k' }, failed, {
      storeResponse: async () => ({ status: 200, body: sentBody }),
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe(sentBody);
    expect(reply.headers['idempotent-replayed']).toBe('true');
  });

  it('a success that cannot be kept is not told, because a repeat may get another answer: the ids are', async () => {
    const { reply } = await pay(
      { key: 'k' },
      { is: 'success', final: false, body: sentBody, taken },
      { storeResponse: () => Promise.reject(new Error('connection lost')) },
    );
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ code: 'outcome_unknown', data: taken });
    expect(reply.headers).not.toHaveProperty('retry-after');
  });

  it('a failure that cannot be kept is not told: outcome_unknown with the ids', async () => {
    const { reply } = await pay({ key: 'k' }, failed, {
      storeResponse: () => Promise.reject(new Error('connection lost')),
    });
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ code: 'outcome_unknown', data });
    expect(reply.headers).not.toHaveProperty('retry-after');
  });
});
