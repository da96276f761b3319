import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { recordsIn } from '../../test/records.ts';
import { recordAudit, serviceActor } from '../access/audit-log.ts';
import { ResponseStore } from '../ledger/idempotency.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { leafOf } from './format/leaf.ts';
import { faultOfRound, noRound, type SigningKey } from './format/round.ts';
import { rootOfPath, treeRoot } from './format/tree.ts';
import { proveStep } from './prove.ts';
import { readLeavesOfRound, treeOf } from './stored-proofs.ts';
import { readLatestRound, readRoundsAfter } from './stored-rounds.ts';
import { readTransactionProof } from './transaction-proof.ts';

let database: TestDatabase;
let writer: Writer;
let key: SigningKey;
let alice: FixtureWallet;
let bob: FixtureWallet;

beforeEach(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.serving });
  key = await proofKeyOf(database.pool);
  alice = await openWallet(database, 'Alice', '256772000001', 100_000);
  bob = await openWallet(database, 'Bob', '256772000002', 100_000);
  await proveAll(database.pool, key);
});

afterEach(async () => {
  await writer.close();
  await database.drop();
});

/** What is proven of a transaction, round by round, without the sequences of its events. */
async function contentsOf(transactionId: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ contents: string }>(
    'SELECT contents FROM transaction_proof WHERE transaction_id = $1 ORDER BY round',
    [transactionId],
  );
  return rows.map(({ contents }) => contents.replaceAll(/\.\d+/g, ''));
}

async function pay(idempotencyKey: string | null = null): Promise<number> {
  const idempotency =
    idempotencyKey === null
      ? null
      : {
          key: idempotencyKey,
          fingerprint: 'f',
          responseDueAfterMs: 1_000,
          render: () => ({ status: 200, body: '{"success":true}' }),
        };
  const outcome = await writer.submit({ ...paymentOf(alice, bob, 500), idempotency });
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction.transactionId;
}

describe('a payment between wallets', () => {
  test('is proven on both sides: transaction, transfer, event and stored response', async () => {
    const sent = await pay('k 1');
    await proveAll(database.pool, key);
    expect(await contentsOf(sent)).toEqual(['x,t1,e1,r']);
    expect(await contentsOf(sent + 1)).toEqual(['x,t1,e1']);
    expect((await database.pool.query('SELECT FROM proof_work')).rowCount).toBe(0);
  });

  test('can be verified with its path, its fields and the signed round', async () => {
    const sent = await pay();
    await pay();
    await proveAll(database.pool, key);
    const proof = await readTransactionProof(recordsIn(database.pool), {
      walletId: alice.walletId,
      transactionId: sent,
    });
    if (proof === null) throw new Error('not proven');
    const leaf = leafOf(
      'transaction',
      proof.fields.map(({ commitment }) => commitment),
    );
    expect(rootOfPath(leaf, proof.index, proof.round.tree_size, proof.path)?.toString('hex')).toBe(proof.round.root);
    expect(faultOfRound(proof.round)).toBeNull();
    expect(Object.fromEntries(proof.fields.map(({ name, value }) => [name, value]))).toMatchObject({
      amount: '500',
      fee: '0',
      status: 'completed',
      business_name: 'Alice',
      business_name_masked: 'A.',
      counterparty_phone: '256772000002',
      counterparty_phone_masked: '25677*****02',
      currency: 'UGX',
    });
  });
});

test('rounds are chained and signed, and the tree of each is that of its stored leaves', async () => {
  for (let n = 0; n < 3; n += 1) {
    await pay();
    await proveAll(database.pool, key);
  }
  const rounds = await readRoundsAfter(database.pool, 0, 100);
  expect(rounds.map(({ number }) => number)).toEqual(rounds.map((_, index) => index + 1));
  let previous = noRound;
  for (const round of rounds) {
    expect(faultOfRound(round)).toBeNull();
    expect(round.previous).toBe(previous);
    const tree = treeOf(await readLeavesOfRound(database.pool, round.number));
    expect([tree.length, treeRoot(tree).toString('hex')]).toEqual([round.tree_size, round.root]);
    previous = round.hash;
  }
});

test('a payout through an operator is proven as it is opened, as it ends, and again when it changes later', async () => {
  const opened = await writer.submit(await payoutOf(database, alice, 5_000, 100));
  if (opened.is !== 'done') throw new Error(opened.is);
  const { transactionId } = opened.transaction;
  await proveAll(database.pool, key);
  expect(await contentsOf(transactionId)).toEqual(['t1,e1']);
  expect(await readTransactionProof(recordsIn(database.pool), { walletId: alice.walletId, transactionId })).toBeNull();
  await writer.submit({
    kind: 'settle',
    walletId: alice.walletId,
    transactionId,
    word: { is: 'succeeded', receipt: 'MP1', amount: null },
  });
  await proveAll(database.pool, key);
  expect(await contentsOf(transactionId)).toEqual(['t1,e1', expect.stringMatching(/^x,t2,.*e\d+$/)]);
  await database.owner.query(`UPDATE transaction SET operator_receipt = 'MP2' WHERE transaction_id = $1`, [
    transactionId,
  ]);
  await noteAgain(transactionId);
  await proveAll(database.pool, key);
  expect((await contentsOf(transactionId)).at(-1)).toBe('x');
  const proof = await readTransactionProof(recordsIn(database.pool), { walletId: alice.walletId, transactionId });
  expect(proof?.fields.find(({ name }) => name === 'operator_receipt')?.value).toBe('MP2');
  // What is as it was proven is not proven again.
  await noteAgain(transactionId);
  const before = await readLatestRound(database.pool);
  await proveAll(database.pool, key);
  expect(await readLatestRound(database.pool)).toEqual(before);
});

test('a response that is stored after the payment is proven when it is stored', async () => {
  const command = await payoutOf(database, alice, 5_000, 0);
  const idempotency = { key: 'later', fingerprint: 'f', responseDueAfterMs: 1_000, render: () => null };
  const opened = await writer.submit({ ...command, idempotency });
  if (opened.is !== 'done') throw new Error(opened.is);
  await proveAll(database.pool, key);
  const store = new ResponseStore(database.pool);
  await store.store(alice.walletId, 'later', { status: 200, body: '{}' });
  await proveAll(database.pool, key);
  expect(await contentsOf(opened.transaction.transactionId)).toEqual(['t1,e1', 'r']);
});

test('an entry of the audit log is proven, whoever writes it', async () => {
  const actor = serviceActor();
  await recordAudit(database.pool, [
    { actor, action: 'test.one', subject: 'test 1', details: {} },
    { actor, action: 'test.two', subject: 'test 2', details: {} },
  ]);
  await database.owner.query(`INSERT INTO audit_log (actor, action, subject) VALUES ('psql', 'test.three', 'test 3')`);
  await proveAll(database.pool, key);
  const { rows } = await database.pool.query(
    `SELECT action FROM audit_log LEFT JOIN audit_entry_proof p USING (audit_log_id)
      WHERE action LIKE 'test.%' AND p IS NOT NULL ORDER BY action`,
  );
  expect(rows).toEqual([{ action: 'test.one' }, { action: 'test.three' }, { action: 'test.two' }]);
});

test('a round that fails leaves the work, and the next one proves it', async () => {
  const sent = await pay();
  await database.owner.query('ALTER TABLE transaction_proof ADD CONSTRAINT refuses CHECK (false) NOT VALID');
  await expect(proveStep(database.pool, key)).rejects.toThrow('refuses');
  expect(await contentsOf(sent)).toEqual([]);
  await database.owner.query('ALTER TABLE transaction_proof DROP CONSTRAINT refuses');
  await proveAll(database.pool, key);
  expect(await contentsOf(sent)).toEqual(['x,t1,e1']);
});

test('a batch that is rolled back leaves no work', async () => {
  await database.owner.query(`ALTER TABLE event ADD CONSTRAINT refuses CHECK (false) NOT VALID`);
  await expect(pay(randomUUID())).rejects.toThrow();
  expect((await database.pool.query('SELECT FROM proof_work')).rowCount).toBe(0);
});

test('two provers at once continue the chain once, and nothing is proven twice', async () => {
  const sent: number[] = [];
  for (let n = 0; n < 10; n += 1) sent.push(await pay());
  const ends = await Promise.allSettled([proveStep(database.pool, key), proveStep(database.pool, key)]);
  expect(ends.map(({ status }) => status)).toContain('fulfilled');
  await proveAll(database.pool, key);
  for (const transactionId of sent) expect(await contentsOf(transactionId)).toEqual(['x,t1,e1']);
});

test('what there was before the proofs is proven in steps, and beside new payments', async () => {
  const sent: number[] = [];
  for (let n = 0; n < 12; n += 1) sent.push(await pay(`old ${n}`));
  await database.owner.query('DELETE FROM proof_work');
  await database.owner.query(
    `UPDATE proof_history SET phase = 'transactions', after_wallet = 0, after_id = 0, after_key = ''`,
  );
  await proveStep(database.pool, key, 5);
  const fresh = await pay('new');
  const rounds = await proveAll(database.pool, key, 5);
  expect(rounds.length).toBeGreaterThan(8);
  for (const transactionId of [...sent, fresh]) {
    const proven = (await contentsOf(transactionId)).flatMap((contents) => contents.split(','));
    expect(proven.toSorted()).toEqual(['e1', 'r', 't1', 'x']);
  }
  const { rows } = await database.pool.query('SELECT phase FROM proof_history');
  expect(rows).toEqual([{ phase: 'done' }]);
  const unproven = await database.pool.query(
    'SELECT FROM audit_log WHERE audit_log_id NOT IN (SELECT audit_log_id FROM audit_entry_proof)',
  );
  expect(unproven.rowCount).toBe(0);
});

async function noteAgain(transactionId: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO proof_work (records, wallet_ids, transaction_ids, first_sequences) VALUES (1, ARRAY[$1::bigint], ARRAY[$2::bigint], '{0}')`,
    [alice.walletId, transactionId],
  );
}
