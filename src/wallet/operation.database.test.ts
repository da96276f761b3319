import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import type { Caller } from '../access/caller.ts';
import { type IdempotencyKey, ResponseStore } from '../ledger/idempotency.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import { Refusal } from '../refusal.ts';
import type { MoneyAnswer } from './answer.ts';
import { renderCollection } from './collect.ts';
import { orReplay } from './operation.ts';
import { renderSendMoney } from './send-money.ts';

let database: TestDatabase;
let writer: Writer;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  const { walletId } = await openWallet(database, 'Kampala Books', '256772999999', 0);
  caller = { clientId: 1, walletId, mode: 'test', apiKeyId: 1, budgetLineage: null };
  await database.pool.query(
    `INSERT INTO operator_account (mode, operator, host, environment, api_user) VALUES ('test', 'MTN', 'h', 'e', 'u')`,
  );
});
afterAll(async () => {
  await writer.close();
  await database.drop();
});

const away = new Refusal('operator_unavailable', 'MTN cannot be reached now; nothing happened, try again later.');

/** The repeat of a request, at a time at which its operator is away. */
function repeat(key: string | null, fingerprint = 'same'): Promise<MoneyAnswer> {
  const idempotency = key === null ? null : { key, fingerprint };
  return orReplay(database.pool, caller, idempotency, renderCollection, async () => {
    throw away;
  });
}

/** A collection that was accepted under a key, and whose process died before it stored a response. */
async function accept(key: string, responseDueAfterMs: number) {
  const { rows } = await database.pool.query<{ operator_account_id: number }>(
    'SELECT operator_account_id FROM operator_account',
  );
  const outcome = await writer.submit({
    kind: 'open_collection',
    walletId: caller.walletId,
    mode: 'test',
    gross: ugx(50_000),
    fee: ugx(2_500),
    net: ugx(47_500),
    feeScheduleId: 1,
    description: null,
    apiKeyId: 1,
    apiTriggered: true,
    maker: 'api_key:1',
    idempotency: { key, fingerprint: 'same', responseDueAfterMs, render: () => null },
    customerPhone: '256772123456',
    customerName: null,
    provider: 'MTN',
    route: {
      to: 'operator',
      operatorAccountId: rows[0]?.operator_account_id ?? 0,
      reference: crypto.randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 1_000,
    },
  });
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction;
}

describe('a repeat that would be refused now', () => {
  test.each([null, 'never seen'])('with the key %j is refused, because nothing happened', async (key) => {
    await expect(repeat(key)).rejects.toBe(away);
  });

  test('gets the bytes that its first request got', async () => {
    await accept('stored', 60_000);
    const stored = { status: 200, body: '{"first":true}' };
    await new ResponseStore(database.pool).store(caller.walletId, 'stored', stored);
    expect(await repeat('stored')).toEqual({ is: 'replayed', ...stored });
  });

  test('of a payment between two wallets gets the bytes that its first request got, whatever was paid since', async () => {
    const payer = await openWallet(database, 'Jinja Mills', '256772999998', 10_000);
    const payee = await openWallet(database, 'Mbale Mills', '256772999997', 0);
    const idempotency: IdempotencyKey = {
      key: 'paid',
      fingerprint: 'same',
      responseDueAfterMs: 60_000,
      render: ({ transaction, balance }) => ({
        status: 200,
        body: renderSendMoney(transaction, balance),
      }),
    };
    const command = { ...paymentOf(payer, payee, 700), gross: ugx(1_000), fee: ugx(300), net: ugx(700) };
    const first = await writer.submit({ ...command, idempotency });
    await writer.submit(command);
    const again = await orReplay(
      database.pool,
      { ...caller, walletId: payer.walletId },
      { key: 'paid', fingerprint: 'same' },
      renderSendMoney,
      async () => {
        throw away;
      },
    );
    expect(again).toEqual({ is: 'replayed', status: 200, body: first.is === 'done' && first.response?.body });
    expect(again).toMatchObject({ body: expect.stringContaining('"new_balance":9000') });
  });

  test('with another body is refused because the key was used', async () => {
    await accept('reused', 60_000);
    await expect(repeat('reused', 'another')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('while the first request may still get its response is refused because it is running, and for how long', async () => {
    await accept('running', 60_000);
    const refusal = await repeat('running').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'request_in_progress' });
    const { retryAfterSeconds } = refusal as Refusal;
    expect(retryAfterSeconds).toBeGreaterThan(30);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('whose first request stored no response in time gets one rendered from the transaction as it was accepted', async () => {
    const transaction = await accept('due', 0);
    const { transactionId } = transaction;
    expect(await repeat('due')).toEqual({
      is: 'success',
      final: false,
      body: renderCollection(transaction),
      taken: { transaction_id: transactionId, reference: expect.stringMatching(new RegExp(`_${transactionId}$`)) },
    });
  });

  test.each([
    ['failed at the operator’s first word', 'customer_refused', 'customer_refused'],
    ['was never sent to the operator', 'not_sent_in_time', 'operator_unavailable'],
  ] as const)('whose first request %s gets that failure', async (_, failureCode, code) => {
    const { transactionId } = await accept(failureCode, 0);
    await writer.submit({
      kind: 'settle',
      walletId: caller.walletId,
      transactionId,
      word: {
        is: 'failed',
        failure: { stage: 'submission', code: failureCode, reason: 'Why it failed.' },
        receipt: null,
      },
    });
    expect(await repeat(failureCode)).toMatchObject({
      is: 'failed',
      refusal: { code, data: { transaction_id: transactionId, status: 'failed' } },
    });
  });
});
