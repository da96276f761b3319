import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { auditFindings, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { ugx } from '../money/ugx.ts';
import { wrongSystemAccounts } from './audit-totals.ts';
import { RecordsCanBeChanged, refuseChangeableRecords } from './changeable-records.ts';
import { Writer } from './writer/writer.ts';

let database: TestDatabase;
let writer: Writer;
/** Somebody who may do what the service may not. */
let intruder: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  intruder = new pg.Client({ connectionString: database.target.connectionString });
  await intruder.connect();
  await intruder.query('SET search_path = nsimbi; SET ROLE nsimbi_owner');
});

afterAll(async () => {
  await intruder.end();
  await writer.close();
  await database.drop();
});

describe('the audit', () => {
  test('finds nothing in books that hold one of everything', async () => {
    const { late } = await oneOfEverything('1');
    expect(late).toBeGreaterThan(0);
    expect(await rulesBroken()).toEqual([]);
  });

  test('finds an event that was moved to another place of its wallet', async () => {
    const { alice } = await oneOfEverything('2');
    // The second moment begins where the third does: count, first and last stay as they were.
    await undone(
      `UPDATE event SET first_sequence = first_sequence + 1
        WHERE wallet_id = ${alice} AND first_sequence = (
          SELECT first_sequence FROM event WHERE wallet_id = ${alice} ORDER BY first_sequence OFFSET 1 LIMIT 1)`,
      async () => expect(await rulesBroken()).toEqual(['events_have_no_gap']),
    );
  });

  test('finds a payout whose net amount went to another float', async () => {
    const { paid } = await oneOfEverything('3');
    await undone(
      `UPDATE transfer SET credit_account = (SELECT account_id FROM system_account WHERE mode = 'test' AND kind = 'loss')
        WHERE transaction_id = ${paid} AND line = 2`,
      async () =>
        expect(await rulesBroken()).toEqual(['operator_float_is_its_payments', 'system_account_is_its_transfers']),
    );
  });

  test('finds money in suspense that no case speaks of', async () => {
    const { late } = await oneOfEverything('4');
    await undone(`DELETE FROM review_case WHERE transaction_id = ${late}`, async () =>
      expect(await rulesBroken()).toEqual(['suspense_has_its_case', 'suspense_is_its_open_cases']),
    );
  });

  test('finds a payout that its operator reference does not lead back to', async () => {
    const { paid } = await oneOfEverything('5');
    await undone(`DELETE FROM operator_reference WHERE transaction_id = ${paid}`, async () =>
      expect(await rulesBroken()).toEqual(['external_transaction_has_its_reference']),
    );
  });

  test('adds up system accounts page by page while payments go on, and finds a single shilling', async () => {
    await oneOfEverything('6');
    const rich = await openWallet(database, 'Rich', '256772000306', 1_000_000);
    const poor = await openWallet(database, 'Poor', '256772000307', 0);
    let paying = true;
    const payments = (async () => {
      while (paying) {
        const command = { ...paymentOf(rich, poor, 100), gross: ugx(110), fee: ugx(10) };
        await Promise.all(Array.from({ length: 5 }, () => writer.submit(command)));
      }
    })();
    for (let round = 0; round < 8; round += 1) expect(await wrongSystemAccounts(database.pool, 1)).toEqual([]);
    await intruder.query(`UPDATE system_account SET balance = balance + 1 WHERE mode = 'test' AND kind = 'loss'`);
    const wrong = await wrongSystemAccounts(database.pool, 1);
    paying = false;
    await payments;
    await intruder.query(`UPDATE system_account SET balance = balance - 1 WHERE mode = 'test' AND kind = 'loss'`);
    expect(wrong).toEqual([expect.stringMatching(/\(test loss\) says 1, its transfers add up to 0$/)]);
    expect(await rulesBroken()).toEqual([]);
  });

  test.each([
    ['UPDATE (amount)', 'transfer'],
    ['UPDATE', 'event_p000000'],
    ['DELETE', 'transfer_p000001'],
    ['UPDATE (details)', 'audit_log'],
    ['UPDATE (net_amount)', 'transaction'],
    ['TRUNCATE', 'transaction'],
  ])('finds that the service was given %s on %s, and the service does not start', async (privilege, record) => {
    await intruder.query(`GRANT ${privilege} ON ${record} TO nsimbi_service`);
    expect(await rulesBroken()).toEqual(['records_cannot_be_changed']);
    await expect(refuseChangeableRecords(database.pool)).rejects.toThrow(RecordsCanBeChanged);
    await intruder.query(`REVOKE ${privilege} ON ${record} FROM nsimbi_service`);
    await expect(refuseChangeableRecords(database.pool)).resolves.toBeUndefined();
  });
});

async function oneOfEverything(digit: string) {
  const alice = await openWallet(database, 'Alice', `25677200010${digit}`, 50_000);
  const bob = await openWallet(database, 'Bob', `25677200020${digit}`, 0);
  await writer.submit(paymentOf(alice, bob, 5_000));
  const settle = async (net: number, succeeded: boolean[]) => {
    const opened = await writer.submit(await payoutOf(database, alice, net, 100));
    if (opened.is !== 'done') throw new Error(opened.is);
    const { transactionId } = opened.transaction;
    const failure = { stage: 'settlement', code: 'operator_failed', reason: 'It failed.' } as const;
    for (const paid of succeeded) {
      await writer.submit({
        kind: 'settle',
        walletId: alice.walletId,
        transactionId,
        word: paid
          ? { is: 'succeeded', receipt: `R-${transactionId}`, amount: ugx(net) }
          : { is: 'failed', failure, receipt: null },
      });
    }
    return transactionId;
  };
  await settle(1_000, []);
  await settle(2_000, [false]);
  return { alice: alice.walletId, paid: await settle(3_000, [true]), late: await settle(4_000, [false, true]) };
}

async function rulesBroken(): Promise<string[]> {
  return [...new Set((await auditFindings(database.pool)).map(({ rule }) => rule))];
}

/** Breaks one thing, looks, and mends it from a copy, because the books are shared by all tests of this file. */
async function undone(breakIt: string, look: () => Promise<unknown>): Promise<void> {
  const [, table] = /^(?:UPDATE|DELETE FROM) (\w+)/.exec(breakIt) ?? [];
  await intruder.query(`CREATE TABLE kept AS SELECT * FROM ${table}`);
  try {
    await intruder.query(breakIt);
    await look();
  } finally {
    await intruder.query(`DELETE FROM ${table}`);
    await intruder.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept`);
    await intruder.query('DROP TABLE kept');
  }
}
