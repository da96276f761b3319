import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { recordsIn } from '../../test/records.ts';
import { recordAudit, serviceActor } from '../access/audit-log.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { auditProofs } from './audit.ts';
import type { SigningKey } from './format/round.ts';
import { publishRounds } from './published.ts';

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-proofs-'));
const file = join(folder, 'rounds.jsonl');
let database: TestDatabase;
let writer: Writer;
let key: SigningKey;
let alice: FixtureWallet;
let bob: FixtureWallet;
let sent: number;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.serving });
  key = await proofKeyOf(database.pool);
  alice = await openWallet(database, 'Alice', '256772000001', 1_000_000);
  bob = await openWallet(database, 'Bob', '256772000002', 0);
  await recordAudit(database.pool, { actor: serviceActor(), action: 'test.act', subject: 'test', details: {} });
});

afterAll(async () => {
  await writer.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

let paid = 0;

/** A payment with a stored response; its number is that of the sending side. */
async function pay(): Promise<number> {
  paid += 1;
  const idempotency = {
    key: `audit ${paid}`,
    fingerprint: 'f',
    responseDueAfterMs: 1_000,
    render: () => ({ status: 200, body: '{"success":true}' }),
  };
  const outcome = await writer.submit({ ...paymentOf(alice, bob, 500), idempotency });
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction.transactionId;
}

beforeEach(async () => {
  sent = await pay();
  await proveAll(database.pool, key);
  await publishRounds(database.pool, file);
});

async function findings(): Promise<string[]> {
  const all: string[] = [];
  for await (const step of auditProofs(recordsIn(database.pool), file)) {
    if (step.is === 'finding') all.push(`${step.finding.rule}: ${step.finding.detail}`);
  }
  return all;
}

test('a ledger that is proven has no findings, nor one with work that is not proven yet', async () => {
  expect(await findings()).toEqual([]);
  await pay();
  expect(await findings()).toEqual([]);
});

test.each<[string, (id: number) => string, (id: number) => string, string]>([
  [
    'an amount',
    (id) => `UPDATE transaction SET amount = amount + 1, net_amount = net_amount + 1 WHERE transaction_id = ${id}`,
    (id) => `UPDATE transaction SET amount = amount - 1, net_amount = net_amount - 1 WHERE transaction_id = ${id}`,
    'proof_leaf_is_its_row: transaction $ of wallet',
  ],
  [
    'a name',
    (id) => `UPDATE transaction SET counterparty_name = 'Mallory' WHERE transaction_id = ${id}`,
    (id) => `UPDATE transaction SET counterparty_name = 'Bob' WHERE transaction_id = ${id}`,
    'proof_leaf_is_its_row: transaction $ of wallet',
  ],
  [
    'an account of a transfer',
    (id) => `UPDATE transfer SET credit_account = credit_account + 1 WHERE transaction_id = ${id}`,
    (id) => `UPDATE transfer SET credit_account = credit_account - 1 WHERE transaction_id = ${id}`,
    'proof_leaf_is_its_row: transfer 1 of transaction $ of wallet',
  ],
  [
    'the key of an event',
    (id) => `UPDATE event SET api_key_id = 77 WHERE transaction_id = ${id}`,
    (id) => `UPDATE event SET api_key_id = 1 WHERE transaction_id = ${id}`,
    'proof_leaf_is_its_row: event',
  ],
  [
    'a stored response',
    (id) => `UPDATE idempotency_key SET response = '{}' WHERE transaction_id = ${id}`,
    (id) => `UPDATE idempotency_key SET response = '{"success":true}' WHERE transaction_id = ${id}`,
    'proof_leaf_is_its_row: the stored response of transaction $',
  ],
  [
    'an entry of the audit log',
    () => `UPDATE audit_log SET actor = 'mallory' WHERE action = 'test.act'`,
    () => `UPDATE audit_log SET actor = 'nsimbi' WHERE action = 'test.act'`,
    'proof_leaf_is_its_row: entry',
  ],
  [
    'the leaves of a transaction',
    // One bit: a byte that is written may be the one that was there.
    (id) =>
      `UPDATE transaction_proof SET leaves = set_bit(leaves, 0, 1 - get_bit(leaves, 0)) WHERE transaction_id = ${id}`,
    () => 'SELECT 1',
    'proof_tree_is_its_leaves: round',
  ],
])('a change of %s is found', async (_, change, undo, finding) => {
  await corrupt(change(sent));
  try {
    const all = await findings();
    expect(all.join('\n')).toContain(finding.replace('$', String(sent)));
  } finally {
    await corrupt(undo(sent));
  }
});

test.each<[string, (id: number) => string, string]>([
  [
    'transaction',
    (id) => `transaction WHERE transaction_id = ${id}`,
    'proof_rows_not_missing: transaction $ of wallet',
  ],
  ['transfer', (id) => `transfer WHERE transaction_id = ${id}`, 'proof_rows_not_missing: transfer 1 of transaction $'],
  ['event', (id) => `event WHERE transaction_id = ${id}`, 'proof_rows_not_missing: event'],
  [
    'key',
    (id) => `idempotency_key WHERE transaction_id = ${id}`,
    'proof_rows_not_missing: the stored response of transaction $',
  ],
  ['proof', (id) => `transaction_proof WHERE transaction_id = ${id}`, 'proof_covers_every_row: transaction $'],
])('a %s that is deleted is found', async (_, what, finding) => {
  await corrupt(`DELETE FROM ${what(sent)}`);
  expect((await findings()).join('\n')).toContain(finding.replace('$', String(sent)));
});

test('a completed payment that is changed and proven again is found', async () => {
  await corrupt(`UPDATE transaction SET counterparty_name = 'Mallory' WHERE transaction_id = ${sent}`);
  await database.pool.query(
    `INSERT INTO proof_work (records, wallet_ids, transaction_ids, first_sequences) VALUES (1, ARRAY[$1::bigint], ARRAY[$2::bigint], '{0}')`,
    [alice.walletId, sent],
  );
  await proveAll(database.pool, key);
  expect((await findings()).join('\n')).toContain(
    `transaction ${sent} of wallet ${alice.walletId} never changes and was proven 2 times`,
  );
});

test('a payment that was written without work is found', async () => {
  const unnoted = await pay();
  await corrupt('DELETE FROM proof_work');
  expect((await findings()).join('\n')).toContain(`proof_covers_every_row: transaction ${unnoted} of wallet`);
});

test('a tail that is cut off with its proofs is found by what was published', async () => {
  const { rows } = await database.pool.query<{ round: number }>(
    'SELECT round FROM transaction_proof WHERE transaction_id = $1',
    [sent],
  );
  const round = rows[0]?.round;
  for (const table of ['transaction', 'transfer', 'event', 'idempotency_key']) {
    await corrupt(
      `DELETE FROM ${table} WHERE transaction_id IN (SELECT transaction_id FROM transaction_proof WHERE round = ${round})`,
    );
  }
  await corrupt(
    `DELETE FROM transaction_proof WHERE round = ${round}; DELETE FROM proof_round WHERE number = ${round}`,
  );
  expect((await findings()).join('\n')).toContain(
    `published_rounds_are_kept: 1 published rounds are not in the database, the first is round ${round}`,
  );
});

test('a round in the middle that is missing, or signed by another key, breaks the chain', async () => {
  await corrupt(`UPDATE proof_round SET signature = decode(repeat('00', 64), 'hex') WHERE number = 2`);
  expect((await findings()).join('\n')).toContain('proof_chain_is_whole: round 2: its signature is wrong');
  await corrupt('DELETE FROM proof_round WHERE number = 2');
  expect((await findings()).join('\n')).toContain('proof_chain_is_whole: round 3: it does not continue round 1');
});

/** Runs a statement as a superuser for whom no trigger and no right counts. */
async function corrupt(statement: string): Promise<void> {
  const client = await database.owner.connect();
  try {
    await client.query(`RESET ROLE; SET session_replication_role = replica; SET search_path = nsimbi, pg_temp`);
    await client.query(statement);
  } finally {
    client.release(true);
  }
}
