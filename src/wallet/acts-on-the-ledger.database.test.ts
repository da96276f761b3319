import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { dieAtNextCommit } from '../../test/ledger/dying-commit.ts';
import { type FixtureWallet, ledgerFindings, openWallet, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { serviceActor } from '../access/audit-log.ts';
import { approveTransaction, rejectTransaction } from '../approvals/decide-approval.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { findCase } from '../reviews/cases.ts';
import { resolveCase } from '../reviews/resolve.ts';

let database: TestDatabase;
let writer: Writer;
let alice: FixtureWallet;
const decider = { approver: 'grace', actor: serviceActor('grace'), firstApproverSeen: null, shown: null };

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  alice = await openWallet(database, 'Alice', '256772000001', 100_000);
  await database.pool.query('UPDATE wallet SET approval_threshold = 1000 WHERE wallet_id = $1', [alice.walletId]);
});

afterAll(async () => {
  expect(await ledgerFindings(database.pool)).toEqual([]);
  await writer.close();
  await database.drop();
});

test.each([
  ['an approval', approveTransaction],
  [
    'a rejection',
    (submit: typeof written, payout: Transaction, by: typeof decider) => rejectTransaction(submit, payout, by, null),
  ],
] as const)('%s after whose commit the process dies has its line in the audit log, once', async (_, decide) => {
  const payout = await written(await payoutOf(database, alice, 1_000, 0));
  const dying = decide((command) => written(command).then(die), payout, decider);
  await expect(dying).rejects.toThrow('the process died');
  expect(await actorsOf(`transaction ${payout.transactionId}`)).toEqual(['grace']);
  // Somebody who got no answer asks again.
  await expect(decide(written, payout, decider)).rejects.toThrow('not_pending');
  expect(await actorsOf(`transaction ${payout.transactionId}`)).toEqual(['grace']);
});

test('an approval whose commit was undone, and is made again, has one line in the audit log', async () => {
  const payout = await written(await payoutOf(database, alice, 1_000, 0));
  const dying = await dieAtNextCommit(database, 'transaction', `NEW.transaction_id = ${payout.transactionId}`);
  const approved = approveTransaction(written, payout, decider);
  await expect.poll(dying.reached).toBe(true);
  await dying.goOn();
  expect((await approved).status).toBe('processing');
  await dying.remove();
  expect(await actorsOf(`transaction ${payout.transactionId}`)).toEqual(['grace']);
});

test('an approval that the ledger refuses has no line in the audit log', async () => {
  const payout = await written(await payoutOf(database, alice, 1_000, 0));
  const maker = { approver: 'api_key:1', actor: serviceActor('api_key:1'), firstApproverSeen: null, shown: null };
  await expect(approveTransaction(written, payout, maker)).rejects.toThrow('approver_is_maker');
  expect(await actorsOf(`transaction ${payout.transactionId}`)).toEqual([]);
});

test.each(['completed', 'dismissed'] as const)(
  'a review case that ends as %s, after whose commit the process dies, has its line in the audit log, once',
  async (resolution) => {
    const payout = await written(await payoutOf(database, alice, 500, 0));
    if (resolution === 'dismissed') await written(settled(payout));
    const { rows } = await database.pool.query<{ review_case_id: string }>(
      `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, claim, found, opened_at)
       VALUES ('test', $1, $2, $3, '', '{}', clock_timestamp()) RETURNING review_case_id`,
      [alice.walletId, payout.transactionId, resolution === 'completed' ? 'truth_deadline' : 'details_differ'],
    );
    const reviewCaseId = Number(rows[0]?.review_case_id);
    const found = await findCase(recordsIn(database.pool), reviewCaseId);
    if (found === null) throw new Error('the case was not opened');
    const decision = {
      resolution,
      reason: 'The statement',
      maker: 'joan',
      approver: 'grace',
      actor: serviceActor('grace'),
    };
    const submit = (command: Command) => writer.submit(command);
    const parts = { pool: database.pool, records: recordsIn(database.pool) };
    const dying = { ...parts, submit: (command: Command) => submit(command).then(die) };
    await expect(resolveCase(dying, found, decision)).rejects.toThrow('the process died');
    expect(await actorsOf(`review case ${reviewCaseId}`)).toEqual(['grace']);
    const again = resolveCase({ ...parts, submit }, found, decision);
    await expect(again).rejects.toMatchObject({ code: 'case_not_open' });
    expect(await actorsOf(`review case ${reviewCaseId}`)).toEqual(['grace']);
  },
);

/** The transaction that a command wrote. Rejects with the code of a refusal. */
async function written(command: Command): Promise<Transaction> {
  const outcome = await writer.submit(command);
  if (outcome.is === 'refused') throw new Error(outcome.refusal.code);
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction;
}

function settled({ walletId, transactionId }: Transaction): Command {
  const word = { is: 'succeeded', receipt: null, amount: null } as const;
  return { kind: 'settle', walletId, transactionId, word };
}

function die(): never {
  throw new Error('the process died');
}

async function actorsOf(subject: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ actor: string }>('SELECT actor FROM audit_log WHERE subject = $1', [
    subject,
  ]);
  return rows.map(({ actor }) => actor);
}
