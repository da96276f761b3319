import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditRule } from '../../src/audit/rules.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { EverythingBooks } from './books.ts';
import { openIntruder } from './intruder.ts';

let database: TestDatabase;
let intruder: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await EverythingBooks.write(database);
  intruder = await openIntruder(database);
});
afterAll(async () => {
  await intruder.end();
  await database.drop();
});

/** One row of the books: a transaction, with conditions. */
const one = (where: string, what = 'transaction_id') =>
  `(SELECT ${what} FROM transaction WHERE ${where} ORDER BY transaction_id LIMIT 1)`;
const sent = `type = 'payment_sent' AND route = 'internal' AND status = 'completed' AND mode = 'test'`;
const received = `type = 'payment_received' AND mode = 'test'`;
const paidOut = `type = 'payment_sent' AND route = 'external' AND status = 'completed'`;
const liveDeposit = `type = 'deposit' AND mode = 'live'`;
const refunded = `type = 'refund' AND status = 'completed'`;
const shopWallet = (mode: string) => `(SELECT wallet_id FROM wallet WHERE phone = '256772100001' AND mode = '${mode}')`;
const otherWallet = `(SELECT max(wallet_id) FROM wallet WHERE mode = 'test')`;

/** Copies a row of a table with other values in some columns. */
const copied = (table: string, where: string, changes: string) =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(r, ${changes})).* FROM ${table} r WHERE ${where}`;

/** A top-up of live money with its transfer, its events and sums that fit, of which nothing else is there. */
const forgedDeposit = (details: string) => `
  ${copied('transaction', `transaction_id = ${one(liveDeposit)}`, `jsonb_build_object('transaction_id', 900000, 'details', ${details})`)};
  UPDATE wallet SET entry_no = entry_no + 1, available = available + 1000000, event_sequence = event_sequence + 4
   WHERE wallet_id = ${shopWallet('live')};
  INSERT INTO transfer SELECT l.wallet_id, 900000, 1, debit_account, credit_account, amount, w.entry_no, w.available, l.created_at
    FROM transfer l JOIN wallet w USING (wallet_id) WHERE transaction_id = ${one(liveDeposit)};
  INSERT INTO system_account_delta (account_id, amount)
    SELECT account_id, -1000000 FROM system_account WHERE mode = 'live' AND kind = 'bank';
  ${copied(
    'event',
    `transaction_id = ${one(liveDeposit)}`,
    `jsonb_build_object('transaction_id', 900000, 'first_sequence',
       (SELECT event_sequence - 3 FROM wallet WHERE wallet_id = ${shopWallet('live')}),
       'snapshot', replace(r.snapshot, '"id":' || r.transaction_id || ',', '"id":900000,'))`,
  )}`;

const secondRefund = `
  ${copied('transaction', `transaction_id = ${one(refunded)}`, `jsonb_build_object('transaction_id', 900000)`)};
  ${copied('transfer', `transaction_id = ${one(refunded)}`, `jsonb_build_object('transaction_id', 900000)`)}`;

/** What was changed by hand in the books of a trial, and the rule that must name it. */
const corruptions: readonly (readonly [what: string, sql: string, rule: AuditRule])[] = [
  ['a forged live deposit without a slip', forgedDeposit(`r.details - 'bank_reference'`), 'booking_has_its_slip'],
  ['a forged live deposit of a slip booked before', forgedDeposit('r.details'), 'booking_has_its_slip'],
  ['a forged live deposit without an approver', forgedDeposit(`r.details - 'approver'`), 'live_booking_has_two_people'],
  [
    'a forged live deposit approved by its maker',
    forgedDeposit(`r.details || jsonb_build_object('approver', r.details->'maker')`),
    'live_booking_has_two_people',
  ],
  ['a forged live deposit without an act', forgedDeposit('r.details'), 'booking_has_its_act'],
  [
    'a deleted claim of a refund',
    `DELETE FROM refund_claim WHERE refund_id = ${one(refunded)}`,
    'refund_has_its_claim',
  ],
  ['a second refund of a collection', secondRefund, 'refunds_fit_their_collection'],
  ['a second refund without a claim', secondRefund, 'refund_has_its_claim'],
  [
    'a payment of a batch that is made to be one by itself',
    `UPDATE transaction SET details = NULL WHERE transaction_id = ${one(`details->>'batch_item' = '2'`)}`,
    'batch_is_whole',
  ],
  [
    'a payment that is made to be one of a batch',
    `UPDATE transaction SET details = ${one(`details->>'batch_item' = '2'`, 'details')}
      WHERE transaction_id = ${one(`${sent} AND amount = 7000`)}`,
    'batch_is_whole',
  ],
  [
    'a refund that is moved to another collection',
    `UPDATE transaction SET details = details || jsonb_build_object('refunds', ${one(`type = 'collection' AND status = 'completed' AND amount = 40000`)})
      WHERE transaction_id = ${one(refunded)}`,
    'refund_has_its_claim',
  ],
  [
    'a received leg that is moved to another wallet',
    `UPDATE transfer SET wallet_id = ${otherWallet}, credit_account = ${otherWallet} WHERE transaction_id = ${one(received)};
     UPDATE event SET wallet_id = ${otherWallet} WHERE transaction_id = ${one(received)};
     UPDATE transaction SET wallet_id = ${otherWallet} WHERE transaction_id = ${one(received)}`,
    'sent_and_received_pair',
  ],
  [
    'a received leg that is deleted',
    `DELETE FROM transaction WHERE transaction_id = ${one(received)}`,
    'sent_and_received_pair',
  ],
  [
    'a received leg of another time',
    `UPDATE transaction SET created_at = created_at + interval '1 hour', completed_at = completed_at + interval '1 hour'
      WHERE transaction_id = ${one(received)}`,
    'sent_and_received_pair',
  ],
  [
    'a sent leg of another amount',
    `UPDATE transaction SET amount = amount + 1, net_amount = net_amount + 1 WHERE transaction_id = ${one(sent)}`,
    'sent_and_received_pair',
  ],
  [
    'an Idempotency-Key of another transaction',
    `UPDATE idempotency_key SET transaction_id = ${one(`${sent} AND amount = 7000`)} WHERE key = 'first'`,
    'response_is_of_its_transaction',
  ],
  [
    'an Idempotency-Key of no transaction',
    `UPDATE idempotency_key SET transaction_id = 900000 WHERE key = 'first'`,
    'key_has_its_transaction',
  ],
  [
    'a second Idempotency-Key of a transaction',
    copied('idempotency_key', `key = 'first'`, `'{"key": "second"}'`),
    'key_has_its_transaction',
  ],
  [
    'a stored response of another reference',
    `UPDATE idempotency_key SET response = replace(response, '"reference":"', '"reference":"X') WHERE key = 'first'`,
    'response_is_of_its_transaction',
  ],
  [
    'a stored response of another amount',
    `UPDATE idempotency_key SET response = replace(response, '"amount_sent":5000', '"amount_sent":6000') WHERE key = 'first'`,
    'response_is_of_its_transaction',
  ],
  [`another maker of an approval`, `UPDATE approval SET maker = 'eve@nsimbi.test'`, 'approval_is_of_its_payment'],
  [
    'another first approver of an approval',
    `UPDATE approval SET first_approver = 'eve@nsimbi.test' WHERE first_approver IS NOT NULL`,
    'approval_is_of_its_payment',
  ],
  [
    'another reference of a submission',
    `UPDATE submission SET reference = gen_random_uuid()::text WHERE NOT recheck`,
    'submission_is_of_its_transaction',
  ],
  [
    'another reference of a transaction',
    `UPDATE transaction SET external_reference = gen_random_uuid()::text WHERE transaction_id = ${one(paidOut)}`,
    'external_transaction_has_its_reference',
  ],
  [`another total of a wallet's day`, `UPDATE wallet SET day_out = 0 WHERE day_out > 0`, 'day_out_is_its_payouts'],
  [
    'another receipt of a transaction',
    `UPDATE transaction SET operator_receipt = 'FORGED' WHERE transaction_id = ${one(paidOut)}`,
    'receipt_pays_for_one_transaction',
  ],
  [
    'a receipt of two transactions',
    `UPDATE transaction SET operator_receipt = ${one(paidOut, 'operator_receipt')}
      WHERE transaction_id = (SELECT max(transaction_id) FROM transaction WHERE operator_receipt IS NOT NULL)`,
    'receipt_pays_for_one_transaction',
  ],
  [
    'a stored receipt that is deleted',
    `DELETE FROM operator_receipt WHERE transaction_id = ${one(paidOut)}`,
    'receipt_pays_for_one_transaction',
  ],
  [
    'another phone of the counterparty',
    `UPDATE transaction SET counterparty_phone = '256770999999' WHERE transaction_id = ${one(paidOut)}`,
    'snapshot_shows_its_transaction',
  ],
  [
    'another name of the counterparty',
    `UPDATE transaction SET counterparty_name = 'Somebody' WHERE transaction_id = ${one(paidOut)}`,
    'snapshot_shows_its_transaction',
  ],
  [
    'another wallet of the counterparty',
    `UPDATE transaction SET counterparty_wallet_id = ${otherWallet} WHERE transaction_id = ${one(sent)}`,
    'sent_and_received_pair',
  ],
  ['another name of a client', `UPDATE client SET name = 'Somebody' WHERE name = 'Shop'`, 'client_is_as_created'],
  [
    'another name of a wallet',
    `UPDATE wallet SET holder_name = 'Somebody' WHERE holder_name = 'Shop' AND mode = 'test'`,
    'client_is_as_created',
  ],
  [
    'another fee of a payment, moved and shown alike',
    `UPDATE transaction SET fee_amount = fee_amount + 1, amount = amount + 1 WHERE transaction_id = ${one(paidOut)}`,
    'fee_is_of_its_schedule',
  ],
  [
    'a fee by a schedule that was replaced before',
    `INSERT INTO fee_schedule (operation, effective_from, bands, created_by)
       SELECT operation, '2001-01-01Z', bands, 'default' FROM fee_schedule WHERE fee_schedule_id = 2`,
    'fee_is_of_its_schedule',
  ],
  [
    'a fee of everybody for a client with fees of its own',
    `INSERT INTO fee_schedule (client_id, operation, effective_from, bands, created_by)
       SELECT (SELECT client_id FROM client WHERE name = 'Shop'), operation, '2001-01-01Z', bands, 'default'
         FROM fee_schedule WHERE fee_schedule_id = 2`,
    'fee_is_of_its_schedule',
  ],
  [
    'a fee by a schedule that begins later',
    `UPDATE fee_schedule SET effective_from = effective_from + interval '1 hour' WHERE operation = 'collection' AND client_id IS NOT NULL`,
    'fee_is_of_its_schedule',
  ],
  [
    'a higher limit of a wallet',
    `UPDATE wallet SET limit_per_day = 90000000 WHERE limit_per_day IS NOT NULL`,
    'wallet_limits_are_as_set',
  ],
  [
    'an operator call of another phone',
    `UPDATE operator_call SET request_body = replace(request_body, '25677', '25670')`,
    'operator_call_is_of_its_transaction',
  ],
];

test.each(corruptions)('%s is named', async (_what, sql, rule) => {
  await intruder.query('BEGIN');
  try {
    await intruder.query(sql);
    const named = (await auditFindings(intruder)).filter((finding) => finding.rule === rule);
    expect(named).not.toEqual([]);
    for (const { detail } of named) expect(detail).toMatch(/\d/);
  } finally {
    await intruder.query('ROLLBACK');
  }
});
