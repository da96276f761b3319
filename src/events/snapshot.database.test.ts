import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { depositOf, type FixtureWallet, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import type { OpenPayout } from '../ledger/commands/open-payout.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { transactionObject } from '../ledger/transaction-object.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import { createPool } from '../postgres/pool.ts';
import { type SnapshotRow, snapshotColumns, snapshotOf } from './snapshot.ts';

let database: TestDatabase;
let writer: Writer;
let payer: FixtureWallet;
let payee: FixtureWallet;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  payer = await openWallet(database, 'Payer', '256772000801', 1_000_000);
  payee = await openWallet(database, 'Payee "of all"', '256772000802', 0);
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

/** An internal payment with everything that text can have. */
async function pay(): Promise<Transaction> {
  const bulk = { bulkPayoutId: 7, row: 2, approval: { approver: 'joan', grossMax: ugx(10_000) }, payableUntilMs: null };
  const command: OpenPayout = { ...paymentOf(payer, payee, 700), description: 'Matooke "fresh" \u2028 € 🍌 \\', bulk };
  return done(await writer.submit(command));
}

describe('the event of a transaction that was completed when it was opened', () => {
  test('has no copy of it and shows it byte for byte as it was opened, to both sides', async () => {
    const sent = await pay();
    const [event, ...others] = await eventsOf(payer, sent.transactionId);
    expect(event?.snapshot).toBeNull();
    expect(others).toEqual([]);
    expect(event && snapshotOf(event)).toBe(JSON.stringify(transactionObject(sent)));

    const received = await eventsOf(payee, sent.transactionId + 1);
    expect(received.map(({ snapshot }) => snapshot)).toEqual([null]);
    const iso = new Date(sent.createdAtMs).toISOString();
    expect(received.map(snapshotOf)).toEqual([
      `{"id":${sent.transactionId + 1},"reference":"${JSON.parse(received.map(snapshotOf)[0] ?? '').reference}",` +
        '"external_reference":null,"type":"payment_received","amount":700,"fee_amount":0,"net_amount":700,' +
        `"currency":"UGX","status":"completed","description":"Matooke \\"fresh\\" \u2028 € 🍌 \\\\",` +
        `"created_at":"${iso}","completed_at":"${iso}","failed_at":null,` +
        '"metadata":{"sender_phone":"256772000801","sender_name":"Payer","api_triggered":false},"mode":"test",' +
        '"direction":"in","failure_code":null,"failure_reason":null,"balance_after":700}',
    ]);
  });

  test('has the same bytes in every release, because it may be sent again in years', async () => {
    const sent = await pay();
    const topped = done(await writer.submit({ ...depositOf(payer, 'SLIP-801'), approver: 'mukasa' }));
    const reference = (text: string) => text.replace(/"reference":"[A-Z]+_\d+_\d+"/, '"reference":"…"');
    const shown = async ({ transactionId }: Transaction) =>
      reference((await eventsOf(payer, transactionId)).map(snapshotOf).join());
    const at = ({ createdAtMs }: Transaction) => new Date(createdAtMs).toISOString();
    expect(await shown(sent)).toBe(
      `{"id":${sent.transactionId},"reference":"…","external_reference":null,"type":"payment_sent","amount":700,` +
        '"fee_amount":0,"net_amount":700,"currency":"UGX","status":"completed",' +
        `"description":"Matooke \\"fresh\\" \u2028 € 🍌 \\\\","created_at":"${at(sent)}","completed_at":"${at(sent)}",` +
        '"failed_at":null,"metadata":{"recipient_phone":"256772000802","recipient_name":"Payee \\"of all\\"",' +
        '"provider":"MTN","api_triggered":true,"bulk_payout_id":7,"bulk_payout_row":2},"mode":"test","direction":"out",' +
        `"failure_code":null,"failure_reason":null,"balance_after":${sent.balanceAfter},"sender_pays_fee":true}`,
    );
    expect(await shown(topped)).toBe(
      `{"id":${topped.transactionId},"reference":"…","external_reference":null,"type":"${topped.type}","amount":500,` +
        '"fee_amount":0,"net_amount":500,"currency":"UGX","status":"completed",' +
        `"description":"${topped.description}","created_at":"${at(topped)}","completed_at":"${at(topped)}",` +
        '"failed_at":null,"metadata":{"api_triggered":false,"bank_reference":"SLIP-801"},"mode":"test","direction":"in",' +
        `"failure_code":null,"failure_reason":null,"balance_after":${topped.balanceAfter}}`,
    );
  });

  test('may not change, because the database refuses to change the transaction', async () => {
    const { transactionId } = await pay();
    const changes = ["status = 'processing'", "operator_receipt = 'R'", 'balance_after = 1', "details = '{}'"];
    changes.push("failure_stage = 'approval'", "failure_code = 'x'", "failure_reason = 'x'");
    changes.push('completed_at = now()', 'failed_at = now()');
    for (const change of changes) {
      await expect(
        database.pool.query(`UPDATE transaction SET ${change} WHERE transaction_id = $1`, [transactionId]),
      ).rejects.toMatchObject({ code: '23N02', message: expect.stringContaining(`${transactionId}`) });
    }
  });
});

describe('the event of a transaction that goes on', () => {
  test('has a copy of it as it was, and shows that', async () => {
    const opened = done(await writer.submit(await payoutOf(database, payer, 500, 100)));
    const { transactionId } = opened;
    const accepted = JSON.stringify(transactionObject(opened));
    const word = { is: 'succeeded', receipt: 'R-801', amount: ugx(500) } as const;
    const settled = done(await writer.submit({ kind: 'settle', walletId: payer.walletId, transactionId, word }));
    const events = await eventsOf(payer, transactionId);
    expect(events.map(({ shown_transaction }) => shown_transaction)).toEqual([null, null]);
    expect(events.map(snapshotOf)).toEqual([accepted, JSON.stringify(transactionObject(settled))]);
  });

  test.each([
    ['its first moment, which did not complete it', 1, ['transaction.created', 'wallet.debited']],
    ['a later moment', 3, ['transaction.completed']],
  ])('cannot be written without a copy: %s', async (_what, firstEventNo, names) => {
    const owner = createPool(database.target, { applicationName: 'nsimbi test', max: 1, role: 'nsimbi_owner' });
    const insert = owner.query(
      `INSERT INTO event (wallet_id, first_sequence, transaction_id, first_event_no, names, created_at)
       VALUES ($1, 999, 999, $2, $3, now())`,
      [payer.walletId, firstEventNo, names],
    );
    await expect(insert).rejects.toMatchObject({ code: '23514', constraint: 'snapshot_unless_final_when_opened' });
    await owner.end();
  });
});

async function eventsOf({ walletId }: FixtureWallet, transactionId: number): Promise<SnapshotRow[]> {
  const { rows } = await database.pool.query<SnapshotRow>(
    `SELECT ${snapshotColumns} FROM event WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY first_sequence`,
    [walletId, transactionId],
  );
  return rows;
}

function done(outcome: Outcome): Transaction {
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction;
}
