import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ledgerFindings, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { RecordsCanBeChanged, refuseChangeableRecords } from '../ledger/changeable-records.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import { audit } from './audit.ts';
import { wrongSystemAccounts } from './system-accounts.ts';

let database: TestDatabase;
let writer: Writer;
/** Somebody who may do what the service may not. */
let intruder: pg.Client;
let persons = 0;

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
    const { late } = await oneOfEverything();
    expect(late).toBeGreaterThan(0);
    expect(await rulesBroken()).toEqual([]);
  });

  test('finds the same in steps of few wallets, and of few transactions of one wallet', async () => {
    const { alice, bob, paid } = await oneOfEverything();
    const size = { wallets: 3, events: 10, transactions: 2 };
    expect(await ledgerFindings(database.pool, size)).toEqual([]);
    await rolledBack(
      `UPDATE wallet SET available = available + 1 WHERE wallet_id = ${alice};
       UPDATE event SET names[1] = 'transaction.pending' WHERE wallet_id = ${bob};
       UPDATE transaction SET fee_amount = fee_amount + 1, amount = amount + 1 WHERE transaction_id = ${paid};
       INSERT INTO transfer SELECT max(wallet_id) + 1, 99999, 1, 3, 4, 5, NULL, NULL, now() FROM wallet`,
      async (broken) => {
        const inSteps = await ledgerFindings(intruder, size);
        expect(inSteps.map(({ rule, detail }) => `${rule}: ${detail}`).toSorted()).toEqual(broken.toSorted());
        expect(broken.length).toBeGreaterThan(6);
      },
    );
  });

  test('continues behind the wallets that an audit had read when it was cut off', async () => {
    const { alice, bob } = await oneOfEverything();
    await intruder.query('BEGIN');
    try {
      await intruder.query(`UPDATE wallet SET available = available + 1 WHERE wallet_id IN (${alice}, ${bob})`);
      const after = { walletsDone: 3, walletsUpTo: String(alice) };
      const findings = [];
      for await (const step of audit(recordsIn(intruder), { after }))
        if (step.is === 'finding') findings.push(step.finding);
      const ofBalances = findings.filter(({ rule }) => rule === 'wallet_balance_is_its_transfers');
      expect(ofBalances.map(({ detail }) => detail)).toEqual([expect.stringContaining(`wallet ${bob} `)]);
    } finally {
      await intruder.query('ROLLBACK');
    }
  });

  test('finds an event that was moved to another place of its wallet', async () => {
    const { alice } = await oneOfEverything();
    // The second moment begins where the third does: count, first and last stay as they were.
    await undone(
      `UPDATE event SET first_sequence = first_sequence + 1
        WHERE wallet_id = ${alice} AND first_sequence = (
          SELECT first_sequence FROM event WHERE wallet_id = ${alice} ORDER BY first_sequence OFFSET 1 LIMIT 1)`,
      async () => expect(await rulesBroken()).toEqual(['events_have_no_gap']),
    );
  });

  test('finds a payout whose net amount went to another float', async () => {
    const { paid } = await oneOfEverything();
    await undone(
      `UPDATE transfer SET credit_account = (SELECT account_id FROM system_account WHERE mode = 'test' AND kind = 'loss')
        WHERE transaction_id = ${paid} AND line = 2`,
      async () =>
        expect(await rulesBroken()).toEqual(['operator_float_is_its_payments', 'system_account_is_its_transfers']),
    );
  });

  test('finds money in suspense that no case speaks of', async () => {
    const { late } = await oneOfEverything();
    await undone(`DELETE FROM review_case WHERE transaction_id = ${late}`, async () =>
      expect(await rulesBroken()).toEqual([
        'suspense_has_its_case',
        'suspense_claim_has_its_transaction',
        'suspense_is_its_open_cases',
      ]),
    );
  });

  test.each([
    ['day', 'day_out = day_out - 1', 'has 999 used in its day and 1000 in its month'],
    ['month', 'month_out = month_out + 1', 'has 1000 used in its day and 1001 in its month'],
  ])(
    'finds a budget of an API key that says another amount for its %s than its payments',
    async (_part, change, says) => {
      const { alice } = await oneOfEverything();
      // A payment that failed counts no more, and neither do those of people.
      await rolledBack(`UPDATE key_budget SET ${change} WHERE wallet_id = ${alice}`, (broken) =>
        expect(broken).toEqual([
          `key_budget_is_its_payments: the budget of API key ${alice} of wallet ${alice} ${says}, its payments add up to 1000 and 1000`,
        ]),
      );
    },
  );

  test('finds a payment that was taken from the budget that it counted in', async () => {
    const { alice } = await oneOfEverything();
    await rolledBack(
      `UPDATE transaction SET details = NULL WHERE wallet_id = ${alice} AND details ? 'key_budget' AND status <> 'failed'`,
      (broken) => expect(broken).toEqual([expect.stringMatching(/^key_budget_is_its_payments: .* add up to 0 and 0$/)]),
    );
  });

  test('finds a payout that its operator reference does not lead back to', async () => {
    const { paid } = await oneOfEverything();
    await undone(`DELETE FROM operator_reference WHERE transaction_id = ${paid}`, async () =>
      expect(await rulesBroken()).toEqual(['external_transaction_has_its_reference']),
    );
  });

  test('finds money that a transfer of no transaction brought', async () => {
    const { alice } = await oneOfEverything();
    await rolledBack(
      `UPDATE wallet SET available = available + 777, entry_no = entry_no + 1 WHERE wallet_id = ${alice};
       INSERT INTO transfer SELECT wallet_id, 99999, 1, account_id, wallet_id, 777, entry_no, available, now()
         FROM wallet JOIN system_account USING (mode) WHERE wallet_id = ${alice} AND kind = 'issuance';
       INSERT INTO system_account_delta (account_id, amount)
         SELECT account_id, -777 FROM system_account WHERE mode = 'test' AND kind = 'issuance'`,
      (broken) =>
        expect(broken).toEqual([
          `transfer_has_its_transaction: transfer 1 of wallet ${alice} is of transaction 99999, which is not there`,
        ]),
    );
  });

  test.each([
    ['the house', "(SELECT wallet_id FROM wallet WHERE holder_name = 'House' AND mode = 'test')"],
    ['a wallet that is not there, before the first', '-1'],
    ['a wallet that is not there, after the last', '(SELECT max(wallet_id) + 1 FROM wallet)'],
  ])('finds a transfer between system accounts of no transaction, under the id of %s', async (_whose, walletId) => {
    await rolledBack(
      `INSERT INTO transfer SELECT ${walletId}, 99999, 1, d.account_id, c.account_id, 777, NULL, NULL, now()
         FROM system_account d, system_account c
        WHERE d.mode = 'test' AND d.kind = 'loss' AND c.mode = 'test' AND c.kind = 'other_income';
       INSERT INTO system_account_delta (account_id, amount)
         SELECT account_id, CASE kind WHEN 'loss' THEN -777 ELSE 777 END FROM system_account
          WHERE mode = 'test' AND kind IN ('loss', 'other_income')`,
      (broken) =>
        expect(broken).toEqual([expect.stringMatching(/^transfer_has_its_transaction: .* transaction 99999/)]),
    );
  });

  test('finds what a transaction left behind that was deleted', async () => {
    const { alice, bob } = await oneOfEverything();
    const received = `transaction WHERE wallet_id = ${bob} AND type = 'payment_received'`;
    const { rows } = await intruder.query<{ id: string }>(`SELECT transaction_id AS id FROM ${received}`);
    await rolledBack(`DELETE FROM ${received}`, (broken) =>
      expect(broken).toEqual([
        `transfer_has_its_transaction: transfer 1 of wallet ${bob} is of transaction ${rows[0]?.id}, which is not there`,
        `event_has_its_transaction: event 1 of wallet ${bob} is of transaction ${rows[0]?.id}, which is not there`,
        expect.stringMatching(
          `^sent_and_received_pair: wallet ${alice} paid 5000 to wallet ${bob} .* received ones are none`,
        ),
      ]),
    );
    await rolledBack(
      `UPDATE wallet SET event_sequence = event_sequence + 1 WHERE wallet_id = ${alice};
       INSERT INTO event SELECT wallet_id, event_sequence, 99999, 1, '{transaction.created}', NULL, '{}', now()
         FROM wallet WHERE wallet_id = ${alice}`,
      (broken) => expect(broken).toEqual([expect.stringMatching(/^event_has_its_transaction: .* transaction 99999/)]),
    );
  });

  test.each([
    [
      'names that contradict its status',
      (id: number) =>
        `UPDATE event SET names[1:2] = '{transaction.failed,send_money.failed}' WHERE transaction_id = ${id} AND first_event_no > 1`,
    ],
    [
      'another number of events',
      (id: number) => `UPDATE transaction SET event_count = event_count + 1 WHERE transaction_id = ${id}`,
    ],
    [
      'events that are numbered twice',
      (id: number) => `UPDATE event SET first_event_no = 1 WHERE transaction_id = ${id}`,
    ],
  ])('finds a transaction with %s', async (_what, breakIt) => {
    const { paid } = await oneOfEverything();
    await rolledBack(breakIt(paid), (broken) =>
      expect(broken).toContainEqual(
        expect.stringMatching(new RegExp(`^events_tell_their_transaction: transaction ${paid} `)),
      ),
    );
  });

  test('finds an event that was moved to another transaction', async () => {
    const { alice, paid, late } = await oneOfEverything();
    await rolledBack(
      `UPDATE event SET transaction_id = ${late} WHERE transaction_id = ${paid} AND first_event_no > 1`,
      (broken) =>
        expect(broken.toSorted()).toEqual([
          expect.stringMatching(`^event_is_of_its_moment: transaction ${paid} `),
          expect.stringMatching(`^event_is_of_its_moment: transaction ${late} `),
          expect.stringMatching(new RegExp(`^events_tell_their_transaction: transaction ${paid} `)),
          expect.stringMatching(new RegExp(`^events_tell_their_transaction: transaction ${late} `)),
          expect.stringMatching(new RegExp(`^snapshot_shows_its_transaction: event \\d+ of wallet ${alice} `)),
        ]),
    );
  });

  test.each([
    ['amount', '1'],
    ['status', '"failed"'],
    ['balance_after', '1'],
    ['id', '1'],
  ])('finds a snapshot that shows another %s', async (field, value) => {
    const { paid } = await oneOfEverything();
    await rolledBack(
      `UPDATE event SET snapshot = regexp_replace(snapshot, '"${field}":[^,}]+', '"${field}":${value}')
        WHERE transaction_id = ${paid} AND 'transaction.completed' = ANY (names)`,
      (broken) =>
        expect(broken).toEqual([expect.stringMatching(new RegExp(`^snapshot_shows_.* transaction ${paid}$`))]),
    );
  });

  test.each([
    [
      'it was not completed in its moment',
      ({ alice }: { alice: number; paid: number }) =>
        `UPDATE event SET created_at = created_at + interval '1 ms' WHERE wallet_id = ${alice} AND snapshot IS NULL`,
    ],
    [
      'an operator completed it',
      ({ paid }: { alice: number; paid: number }) =>
        `UPDATE event SET snapshot = NULL, first_event_no = 1
          WHERE transaction_id = ${paid} AND 'transaction.completed' = ANY (names)`,
    ],
  ])('finds an event without a copy of its transaction although %s', async (_why, breakIt) => {
    const books = await oneOfEverything();
    await rolledBack(breakIt(books), (broken) =>
      expect(broken).toContainEqual(
        expect.stringMatching(new RegExp(`^snapshot_shows_its_transaction: event \\d+ of wallet ${books.alice} `)),
      ),
    );
  });

  test('finds a snapshot that is none', async () => {
    const { paid } = await oneOfEverything();
    await rolledBack(`UPDATE event SET snapshot = '{' WHERE transaction_id = ${paid}`, (broken) =>
      expect(broken).toEqual([
        expect.stringMatching(/^snapshot_shows_its_transaction/),
        expect.stringMatching(/^snapshot_shows_its_transaction/),
      ]),
    );
  });

  test.each([
    ['another kind', "mode = 'test' AND kind = 'fee_revenue_withdrawal'", []],
    [
      'the other mode',
      "mode = 'live' AND kind = 'fee_revenue_send_money'",
      ['transfer_stays_in_its_wallet', 'trial_balance_is_zero'],
    ],
  ])('finds a fee in a fee account of %s, booked on both sides', async (_what, account, besides) => {
    const { paid } = await oneOfEverything();
    await rolledBack(
      `INSERT INTO system_account_delta (account_id, amount)
         SELECT credit_account, -amount FROM transfer WHERE transaction_id = ${paid} AND line = 3 UNION ALL
         SELECT account_id, amount FROM transfer, system_account
          WHERE transaction_id = ${paid} AND line = 3 AND ${account};
       UPDATE transfer SET credit_account = (SELECT account_id FROM system_account WHERE ${account})
        WHERE transaction_id = ${paid} AND line = 3`,
      (broken) =>
        expect(new Set(broken.map((finding) => finding.split(':')[0]))).toEqual(
          new Set(['fee_is_in_its_account', ...besides]),
        ),
    );
  });

  const submissionOf = (transactionId: string, recheck: boolean) =>
    `INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
                             created_at, sends, recheck, due_at)
       SELECT ${transactionId}, wallet_id, mode, 'Airtel', operator_account_id, 'payout', external_reference,
              created_at, 1, ${recheck}, now()
         FROM transaction WHERE transaction_id = `;

  test('finds that an operator is owed what has its end, but for one more look', async () => {
    const { alice, paid } = await oneOfEverything();
    await rolledBack(`${submissionOf('transaction_id', true)} ${paid}`, (broken) => expect(broken).toEqual([]));
    await rolledBack(`${submissionOf('transaction_id', false)} ${paid}`, (broken) =>
      expect(broken).toEqual([
        `owed_payment_is_open: transaction ${paid} of wallet ${alice} is completed, and a submission waits for it`,
      ]),
    );
    await rolledBack(`${submissionOf('99999', true)} ${paid}`, (broken) =>
      expect(broken).toEqual([
        expect.stringMatching(
          `^submission_is_of_its_transaction: the submission of transaction 99999 of wallet ${alice} `,
        ),
        `owed_payment_is_open: transaction 99999 of wallet ${alice} is not there, and a submission waits for it`,
      ]),
    );
    await rolledBack(`INSERT INTO approval SELECT ${paid}, ${alice}, 'joan', now()`, (broken) =>
      expect(broken).toEqual([
        `owed_payment_is_open: transaction ${paid} of wallet ${alice} is completed, and an approval waits for it`,
      ]),
    );
  });

  test('finds a row of a bulk payout whose payment is not there, or is another one', async () => {
    const { alice, bob, paid } = await oneOfEverything();
    const other = await oneOfEverything();
    const bulk = (transactionId: number, walletId = alice) => `
      INSERT INTO bulk_payout (bulk_payout_id, wallet_id, client_id, mode, name, form_key, fingerprint, status, row_count,
                               amount, fees, maker)
        OVERRIDING SYSTEM VALUE VALUES (7, ${walletId}, 1, 'test', 'Wages', 'form', '', 'finished', 1, 3000, 100, 'joan');
      INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee, status, transaction_id)
        VALUES (7, 1, 2, '256700999999', 3000, 100, 'sent', ${transactionId});
      UPDATE transaction SET details = '{"bulk_payout_id": 7, "bulk_payout_row": 1}'
       WHERE transaction_id IN (${paid}, ${other.paid})`;
    await rolledBack(bulk(paid), (broken) => expect(broken).toEqual([]));
    for (const wrong of [bulk(99_999), bulk(other.paid), bulk(paid, bob), bulk(other.late, other.alice)]) {
      await rolledBack(wrong, (broken) =>
        expect(broken).toEqual([expect.stringMatching(/^bulk_row_has_its_payment: row 1 of bulk payout 7 /)]),
      );
    }
  });

  test('adds up system accounts page by page while payments go on, and finds a single shilling', async () => {
    const pageByPage = { pagesPerStep: 1, pagesWithRoom: 1_000 };
    await oneOfEverything();
    const rich = await openWallet(database, 'Rich', '256772100001', 1_000_000);
    const poor = await openWallet(database, 'Poor', '256772100002', 0);
    let paying = true;
    const payments = (async () => {
      while (paying) {
        const command = { ...paymentOf(rich, poor, 100), gross: ugx(110), fee: ugx(10) };
        await Promise.all(Array.from({ length: 5 }, () => writer.submit(command)));
      }
    })();
    for (let round = 0; round < 8; round += 1) expect(await wrongSystemAccounts(database.pool, pageByPage)).toEqual([]);
    await intruder.query(`UPDATE system_account SET balance = balance + 1 WHERE mode = 'test' AND kind = 'loss'`);
    const wrong = await wrongSystemAccounts(database.pool, pageByPage);
    paying = false;
    await payments;
    // As autovacuum does within a minute: a plan for the few rows of before compares each of the new ones with each.
    await intruder.query('ANALYZE');
    await intruder.query(`UPDATE system_account SET balance = balance - 1 WHERE mode = 'test' AND kind = 'loss'`);
    expect(wrong).toEqual([expect.stringMatching(/\(test loss\) says 1, its transfers add up to 0$/)]);
    expect(await rulesBroken()).toEqual([]);
  });

  test('adds up transfers with times of a clock that was ahead, also in old pages', async () => {
    await oneOfEverything();
    await undone(`UPDATE transfer SET created_at = created_at + interval '8 days'`, async () => {
      expect(await wrongSystemAccounts(database.pool, { pagesPerStep: 1, pagesWithRoom: 0 })).toEqual([]);
    });
  });

  test('reports no payout whose last transfer has a time of a clock that was set back', async () => {
    const { paid } = await oneOfEverything();
    const setBack = `UPDATE transfer SET created_at = created_at - interval '1 day' WHERE transaction_id = ${paid}`;
    await undone(`${setBack} AND line > 1`, async () => expect(await rulesBroken()).toEqual([]));
    await undone(`${setBack} AND line = 1`, async () =>
      expect(await rulesBroken()).toEqual(['transfers_are_of_their_moments']),
    );
  });

  test('finds that a completed transaction can be changed, and the service does not start', async () => {
    await intruder.query('ALTER TABLE transaction_p000000 DISABLE TRIGGER completed_stays_as_it_is');
    expect(await rulesBroken()).toEqual(['records_cannot_be_changed']);
    await expect(refuseChangeableRecords(database.pool)).rejects.toThrow(
      'transaction_p000000 (its trigger completed_stays_as_it_is is off)',
    );
    await intruder.query('ALTER TABLE transaction_p000000 ENABLE TRIGGER completed_stays_as_it_is');
    expect(await rulesBroken()).toEqual([]);
  });

  test.each([
    ['UPDATE (amount)', 'transfer'],
    ['UPDATE', 'event_p000000'],
    ['DELETE', 'transfer_p000001'],
    ['UPDATE (details)', 'audit_log'],
    ['UPDATE (net_amount)', 'transaction'],
    ['UPDATE (description)', 'transaction_p000000'],
    ['TRUNCATE', 'transaction'],
  ])('finds that the service was given %s on %s, and the service does not start', async (privilege, record) => {
    await intruder.query(`GRANT ${privilege} ON ${record} TO nsimbi_service`);
    expect(await rulesBroken()).toEqual(['records_cannot_be_changed']);
    await expect(refuseChangeableRecords(database.pool)).rejects.toThrow(RecordsCanBeChanged);
    await intruder.query(`REVOKE ${privilege} ON ${record} FROM nsimbi_service`);
    await expect(refuseChangeableRecords(database.pool)).resolves.toBeUndefined();
  });
});

async function oneOfEverything() {
  persons += 2;
  const phoneOf = (person: number) => `2567720${String(person).padStart(5, '0')}`;
  const alice = await openWallet(database, 'Alice', phoneOf(persons - 1), 50_000);
  const bob = await openWallet(database, 'Bob', phoneOf(persons), 0);
  await writer.submit(paymentOf(alice, bob, 5_000));
  await database.pool.query('INSERT INTO key_budget (wallet_id, lineage, per_day) VALUES ($1, $1, 1000)', [
    alice.walletId,
  ]);
  const budgetLineage = alice.walletId;
  const settle = async (net: number, succeeded: boolean[], ofKey: { budgetLineage?: number } = {}) => {
    const opened = await writer.submit({ ...(await payoutOf(database, alice, net, 100)), ...ofKey });
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
  await settle(900, [false], { budgetLineage });
  await settle(900, [], { budgetLineage });
  await settle(2_000, [false]);
  return {
    alice: alice.walletId,
    bob: bob.walletId,
    paid: await settle(3_000, [true]),
    late: await settle(4_000, [false, true]),
  };
}

async function rulesBroken(): Promise<string[]> {
  return [...new Set((await ledgerFindings(database.pool)).map(({ rule }) => rule))];
}

/** Breaks something in a database transaction of the intruder, audits inside of it, and takes it back. */
async function rolledBack(breakIt: string, look: (broken: readonly string[]) => unknown): Promise<void> {
  await intruder.query('BEGIN');
  try {
    await intruder.query(breakIt);
    await look((await ledgerFindings(intruder)).map(({ rule, detail }) => `${rule}: ${detail}`));
  } finally {
    await intruder.query('ROLLBACK');
  }
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
