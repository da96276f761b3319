import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Answer, type Business, type Speaker, World } from './world.ts';

let world: World;
let school: Business;
let bursar: Speaker;

/** It is asked on the handset, and answers when a test says so. */
const parent = '256770000009';

beforeAll(async () => {
  world = await World.open();
  school = await world.business('Nabisunsa School');
  bursar = await world.as(school);
});
afterAll(() => world.close());

const codeOf = ({ status, body }: Answer) => [status, body.code];

function setTo(position: 'on' | 'off', mode: 'live' | 'test' = 'test') {
  const words = ['client', 'one-collection-per-payer', position, '--client', String(school.clientId), '--mode', mode];
  return world.terminal.ask(...words);
}

async function decline(transactionId: number): Promise<void> {
  const prompts = (await bursar.get(`/test/prompts?phone=${parent}`)).body.data;
  const prompt = prompts.find((one: { transaction_id: number }) => one.transaction_id === transactionId);
  await bursar.post(`/test/prompts/${prompt.id}/decline`, {});
  await bursar.end(transactionId);
}

describe('issue 4, "a per-client setting, off by default, allows one open collection per payer at most"', () => {
  test('off by default: a payer can be asked twice', async () => {
    const first = await bursar.collect(parent, 1_000);
    const second = await bursar.collect(parent, 2_000);
    expect([first.status, second.status]).toEqual([200, 200]);
    await decline(first.body.data.transaction_id);
    await decline(second.body.data.transaction_id);
  });

  test('rule 10, on: the second one is 422 collection_already_open, until the first has ended', async () => {
    expect(await setTo('on')).toMatchObject([{ mode: 'test', one_collection_per_payer: true }]);
    const first = await bursar.collect(parent, 1_000);
    const count = await world.transactionCount(school.wallets.test);
    const headers = { 'idempotency-key': randomUUID() };
    const second = await bursar.collect(parent, 2_000, {}, headers);
    expect(codeOf(second)).toEqual([422, 'collection_already_open']);
    expect(second.body.message).toContain(String(first.body.data.transaction_id));
    expect(await world.transactionCount(school.wallets.test)).toBe(count);
    expect((await bursar.collect('256781234567', 1_000)).status).toBe(200);

    await decline(first.body.data.transaction_id);
    const third = await bursar.collect(parent, 2_000, {}, headers);
    expect(third.status).toBe(200);
    await decline(third.body.data.transaction_id);
  });

  test('rule 10, on: of ten requests for one payer at once, one prompts', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => bursar.collect(parent, 1_000)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'collection_already_open')).toHaveLength(9);
    await decline(accepted[0]?.body.data.transaction_id);
  });

  test('on: a repeat with the same Idempotency-Key gets its first answer, not the refusal', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await bursar.collect(parent, 1_000, {}, headers);
    const again = await bursar.collect(parent, 1_000, {}, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    await decline(first.body.data.transaction_id);
  });

  test('another client’s open collection from the same payer does not count', async () => {
    const other = await world.as(await world.business('Other School'));
    const theirs = await other.collect(parent, 1_000);
    const ours = await bursar.collect(parent, 1_000);
    expect([theirs.status, ours.status]).toEqual([200, 200]);
    await decline(ours.body.data.transaction_id);
  });

  test('off again: a payer can be asked twice again; each act is in the audit log', async () => {
    expect(await setTo('off')).toMatchObject([{ one_collection_per_payer: false }]);
    expect((await bursar.collect(parent, 1_000)).status).toBe(200);
    expect((await bursar.collect(parent, 1_000)).status).toBe(200);
    const { rows } = await world.database.pool.query(
      'SELECT action, details FROM audit_log WHERE subject = $1 ORDER BY audit_log_id',
      [`client ${school.clientId} test`],
    );
    expect(rows).toEqual([
      { action: 'wallet.one_collection_per_payer_set', details: { on: true } },
      { action: 'wallet.one_collection_per_payer_set', details: { on: false } },
    ]);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
