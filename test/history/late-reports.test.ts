import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeHint } from '../../src/settlement/callback-hints.ts';
import { openTerminal, type Terminal } from '../cli/terminal.ts';
import { SignedIn, signedIn } from '../dashboard/person.ts';
import { createTestDatabase } from '../database.ts';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { findingsIn } from '../ledger/fixtures.ts';
import { proveAll, provedByTest } from '../receipts/prove-all.ts';
import { waitUntil } from '../service/wait-until.ts';
import { MovingHistory } from './moving.ts';

/** Its payments end as somebody decides at the simulated operator, who can decide again. */
const undecided = '256770000009';

let moving: MovingHistory;
let world: World;
let shop: Business;
let terminal: Terminal;
/** A program at a process that was started after the move. */
let program: Speaker;
let collectionId: number;
let bulkPayoutId: number;
let rowId: number;

beforeAll(async () => {
  const database = await createTestDatabase();
  moving = await MovingHistory.of(database);
  world = await World.open({ ...provedByTest, NSIMBI_HISTORY_URL: moving.url }, database);
  terminal = openTerminal(database, { NSIMBI_HISTORY_URL: moving.url });
  shop = await world.business('Kawa Coffee', 500_000);
  const neighbour = await world.business('Neighbour', 0);
  const early = await world.as(shop);

  collectionId = (await early.collect(undecided, 50_000)).body.data.transaction_id;
  await decide(collectionId, 'approve');
  expect(await early.end(collectionId)).toMatchObject({ status: 'completed' });

  const rows = [{ recipient_phone: undecided, amount: 6_000 }];
  const draft = (await early.post('/bulk-payouts', { name: 'Wages', rows })).body.data;
  bulkPayoutId = draft.id;
  await early.post(`/bulk-payouts/${draft.id}/confirm`, { total_deducted: draft.total_deducted });
  rowId = await waitUntil('the row is sent', async () => {
    const found = await database.pool.query('SELECT transaction_id FROM bulk_payout_row WHERE bulk_payout_id = $1', [
      draft.id,
    ]);
    const id = found.rows[0]?.transaction_id;
    return id != null && Number(id);
  });
  await decide(rowId, 'decline');
  expect(await early.end(rowId)).toMatchObject({ status: 'failed' });
  await waitUntil('the bulk payout has ended', async () => {
    return (await early.get(`/bulk-payouts/${draft.id}`)).body.data.ended_at !== null;
  });

  await proveAll(world);
  await moving.beginPartition(1);
  await early.send(neighbour.phone, 2_000);
  await proveAll(world);
  await moving.forgetOld();
  expect(await moving.move()).toMatchObject({ is: 'moved' });
  program = early.at(await world.startAnother());
});
afterAll(async () => {
  terminal.close();
  await world.close();
  await moving.end();
});

/** What the simulated operator says of a payment from now on. */
async function decide(transactionId: number, decision: 'approve' | 'decline'): Promise<void> {
  await waitUntil('the operator has the payment', async () => {
    const { rowCount } = await world.database.pool.query(
      `UPDATE simulator_payment SET decision = $2, decided_at = trusted_now()
         FROM operator_reference r WHERE r.reference = simulator_payment.reference AND r.transaction_id = $1`,
      [transactionId, decision],
    );
    return rowCount === 1;
  });
}

/** Takes a callback about a payment. */
async function hint(transactionId: number): Promise<void> {
  const { pool } = world.database;
  const { rows } = await pool.query(
    'SELECT operator_account_id, reference FROM operator_reference WHERE transaction_id = $1',
    [transactionId],
  );
  expect(await takeHint(pool, rows[0].operator_account_id, rows[0].reference)).not.toBeNull();
}

/** The operator changes its mind about a payment and calls back. @returns the case that it opens. */
async function callBack(transactionId: number, decision: 'approve' | 'decline'): Promise<Json> {
  await decide(transactionId, decision);
  await hint(transactionId);
  // A process that knows an old boundary tries again until it knows the new one.
  return await waitUntil('the case is opened', async () => {
    const cases: Json[] = await terminal.ask('review', 'list', '--all');
    return cases.find(({ transaction_id }) => transaction_id === transactionId);
  });
}

test('a collection that has moved and is reversed is refunded no more, also when its case is dismissed', async () => {
  const opened = await callBack(collectionId, 'decline');
  expect(opened).toMatchObject({ kind: 'late_failure', status: 'completed', in_suspense: 0, resolution: null });
  const refund = () => program.post(`/wallet/collections/${collectionId}/refund`, {});
  expect((await refund()).body).toMatchObject({ success: false, code: 'not_refundable' });

  const { cookie } = await signedIn(world, { platform: 'platform_support' });
  const staff = new SignedIn(program.baseUrl, cookie);
  const path = `/platform/reviews/${opened.review_case_id}`;
  const page = await staff.get(path);
  const said = expect.stringMatching(/^Nothing is booked here, .* adjustment of the wallet\.$/);
  expect(page.body.data.resolutions).toEqual([{ resolution: 'dismissed', meaning: said }]);
  const effects = await staff.get(`${path}/effects`);
  expect(effects.body.data).toMatchObject([{ resolution: 'dismissed', refusal: null, entries: [], status: null }]);

  const id = String(opened.review_case_id);
  const [shown] = await terminal.ask('review', 'show', id);
  expect(shown).toMatchObject({ resolutions: [{ as: 'dismissed', meaning: said }] });
  const [resolved] = await terminal.ask('review', 'resolve', id, '--as', 'dismissed', '--reason', 'Slip 7');
  expect(resolved).toMatchObject({ resolution: 'dismissed', resolution_transaction_id: null });
  expect((await refund()).body).toMatchObject({ success: false, code: 'not_refundable' });
});

test('a row of a bulk payout that has moved, failed here and was paid late is not retried', async () => {
  const { pool } = world.database;
  const retry = async () => {
    const { status, body } = await program.post(`/bulk-payouts/${bulkPayoutId}/retry`, {});
    return [status, body.code];
  };
  const hintedIn = (ms: number) =>
    pool.query(
      `UPDATE operator_reference SET hinted_at = trusted_now() + $2 * interval '1 millisecond' WHERE transaction_id = $1`,
      [rowId, ms],
    );
  // As long as the query cannot be made.
  await hintedIn(3_600_000);
  await hint(rowId);
  expect(await retry()).toEqual([422, 'not_pending']);
  await hintedIn(-60_000);

  const opened = await callBack(rowId, 'approve');
  expect(opened).toMatchObject({ kind: 'late_success', status: 'failed', in_suspense: 0 });
  expect(await retry()).toEqual([422, 'not_pending']);
});

test('after all this the books agree', async () => {
  await waitUntil('nothing is due', async () => {
    return (await world.database.pool.query('SELECT FROM submission')).rowCount === 0;
  });
  expect(await findingsIn(moving.records)).toEqual([]);
});
