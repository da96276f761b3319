import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../service/wait-until.ts';
import { type LiveWorld, openLiveWorld } from './live-world.ts';
import type { Json } from './world.ts';

/** A customer for whom everything goes well. */
const good = { MTN: '256772000101', Airtel: '256702000101' } as const;
const operators: { operator: keyof typeof good }[] = [{ operator: 'MTN' }, { operator: 'Airtel' }];

let open: LiveWorld;
beforeAll(async () => {
  open = await openLiveWorld({ callbacks: true, settings: { NSIMBI_POLL_DELAYS: '1h' } });
});
afterAll(() => open.close());

/** The kept calls of a transaction once there are so many of them. */
async function callsOf(transactionId: number, atLeast: number): Promise<Json[]> {
  return await waitUntil(`${atLeast} calls of ${transactionId} are kept`, async () => {
    const { rows } = await open.world.database.pool.query<Json>(
      'SELECT * FROM operator_call WHERE transaction_id = $1 ORDER BY at, operator_call_id',
      [transactionId],
    );
    return rows.length >= atLeast && rows;
  });
}

describe.each(operators)('with $operator', ({ operator }) => {
  test('a collection leaves its call, its callback and the question that settled it', async () => {
    const { body } = await open.live.collect(good[operator], 50_000, { description: 'Invoice 7' });
    const id = body.data.transaction_id;
    const { external_reference: reference } = await open.live.end(id);
    const calls = await callsOf(id, 3);
    // A query that was due at the moment of the callback is made besides the one that the callback brings about.
    expect(new Set(calls.map(({ call }) => call))).toEqual(new Set(['collect', 'callback', 'query']));
    const [collect] = calls;
    const callback = calls.find(({ call }) => call === 'callback');
    const query = calls.findLast(({ call }) => call === 'query');
    expect(collect).toMatchObject({
      operator,
      simulated: false,
      send_no: 1,
      method: 'POST',
      path: expect.stringMatching(/requesttopay$|payments\/$/),
      outcome: 'answered',
      status: operator === 'MTN' ? 202 : 200,
      duration_ms: expect.any(Number),
    });
    expect(collect?.request_body).toMatch(/"amount":"?50000\b/);
    expect(collect?.request_body).toContain(reference);
    expect(callback).toMatchObject({ method: expect.stringMatching(/POST|PUT/), outcome: 'received', status: null });
    expect(callback?.request_body).toContain(reference);
    expect(query).toMatchObject({ method: 'GET', outcome: 'answered', status: 200, send_no: null, request_body: null });
    expect(query?.path).toContain(reference);
    expect(query?.answer_body).toMatch(/SUCCESSFUL|"TS"/);
  });

  test('a payout leaves its call, without its PIN', async () => {
    const { body } = await open.live.send(good[operator], 40_000);
    const id = body.data.transaction_id;
    await open.live.end(id);
    const [call] = await callsOf(id, 2);
    expect(call).toMatchObject({ call: 'pay_out', send_no: 1, method: 'POST', outcome: 'answered' });
    if (operator === 'Airtel') expect(call?.request_body).toContain('"pin":"[redacted]"');
  });

  test('a refund leaves its call', async () => {
    const { body } = await open.live.collect(good[operator], 20_000);
    await open.live.end(body.data.transaction_id);
    const refund = await open.live.post(`/wallet/collections/${body.data.transaction_id}/refund`, {});
    const id = refund.body.data.transaction_id;
    await open.live.end(id);
    expect((await callsOf(id, 1))[0]).toMatchObject({ call: 'refund', send_no: 1, outcome: 'answered' });
  });
});

test('no phone, token, key, PIN or signature is anywhere in the table', async () => {
  const { rows } = await open.world.database.pool.query<{ line: string }>(
    'SELECT c::text AS line FROM operator_call c',
  );
  expect(rows.length).toBeGreaterThan(10);
  const all = rows.map(({ line }) => line).join('\n');
  for (const phone of Object.values(good)) {
    expect(all).not.toContain(phone);
    expect(all).not.toContain(phone.slice(3));
    // Its middle, with whatever around it.
    expect(all).not.toContain(phone.slice(4, 11));
  }
  expect(all).not.toMatch(/Bearer|Basic|access_token|subscription-key/i);
  expect(all).not.toMatch(/callbacks\/mtn\/[^/]+\/(?!\[redacted\])/);
  expect(all).not.toMatch(/(?:pin|hash)"+:"+(?!\[redacted\]|")/);
});
