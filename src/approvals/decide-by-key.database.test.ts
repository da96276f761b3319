import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Caller } from '../access/caller.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import { OutcomeUnknown } from '../ledger/writer/errors.ts';
import type { SettlementService } from '../settlement/settlement.ts';
import { approveByKey, type DecisionParts, rejectByKey } from './decide-by-key.ts';

let bench: SettlementBench;
let settlement: SettlementService;
/** Another key than the one that makes the payments. */
let program: Caller;

beforeAll(async () => {
  bench = await SettlementBench.open();
  await bench.database.pool.query('UPDATE wallet SET approval_threshold = 10000 WHERE wallet_id = $1', [
    bench.walletId,
  ]);
  // No workers: a payment that was approved stays as the decision left it.
  settlement = await bench.startProcess({ workers: false });
  program = { ...bench.caller, apiKeyId: 2 };
});
afterAll(async () => {
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  await bench.close();
});

/** @param submit stands between a decision and the ledger. */
function partsWith({
  submit = (command: Command) => bench.writer.submit(command),
  liveRefusal = null,
  rehearsal = false,
}: {
  submit?: (command: Command) => Promise<Outcome>;
  liveRefusal?: DecisionParts['money']['liveRefusal'];
  rehearsal?: boolean;
} = {}): DecisionParts {
  const { pool } = bench.database;
  const settings = { secondPersonAfterMs: 259_200_000, rehearsal };
  return { pool, records: recordsIn(pool), money: { writer: { submit }, liveRefusal }, settings };
}

const pay = async () => (await bench.open(settlement, 'payout', '256772123456')).transactionId;

async function actsOn(id: number): Promise<string[]> {
  const { rows } = await bench.database.pool.query<{ action: string }>(
    'SELECT action FROM audit_log WHERE subject = $1 ORDER BY audit_log_id',
    [`transaction ${id}`],
  );
  return rows.map(({ action }) => action);
}

describe('a decision with an API key', () => {
  test('of which the ledger does not know in time whether it was written is repeated, and decides once', async () => {
    const writesAndFails = partsWith({
      submit: async (command) => {
        await bench.writer.submit(command);
        throw new OutcomeUnknown(null, null);
      },
    });
    const unknown = { code: 'outcome_unknown', message: expect.stringContaining('send the same request again') };
    const approved = await pay();
    await expect(approveByKey(writesAndFails, program, approved, 53_000)).rejects.toMatchObject(unknown);
    expect(await approveByKey(partsWith(), program, approved, 53_000)).toMatchObject({ status: 'processing' });
    expect(await actsOn(approved)).toEqual(['transaction.approved']);
    const rejected = await pay();
    await expect(rejectByKey(writesAndFails, program, rejected, null)).rejects.toMatchObject(unknown);
    expect(await rejectByKey(partsWith(), program, rejected, null)).toMatchObject({
      status: 'failed',
      failure: { reason: 'The transaction was rejected; the money is back in the wallet.' },
    });
    expect(await actsOn(rejected)).toEqual(['transaction.rejected']);
  });

  test('approves nothing that expires between its check and its write', async () => {
    const id = await pay();
    const expiresMeanwhile = partsWith({
      submit: async (command) => {
        await bench.writer.submit({
          kind: 'reject',
          walletId: bench.walletId,
          transactionId: id,
          because: 'expired',
          approver: null,
          reason: null,
        });
        return await bench.writer.submit(command);
      },
    });
    await expect(approveByKey(expiresMeanwhile, program, id, 53_000)).rejects.toMatchObject({ code: 'not_pending' });
    expect(await bench.transaction(id)).toMatchObject({ status: 'failed', failure: { code: 'approval_expired' } });
    await expect(approveByKey(partsWith(), program, id, 53_000)).rejects.toMatchObject({ code: 'not_pending' });
    expect(await actsOn(id)).toEqual([]);
  });

  test('approves nothing that another person has approved first since it was checked for independence', async () => {
    const id = await pay();
    const approvedMeanwhile = partsWith({
      submit: async (command) => {
        await bench.database.pool.query('UPDATE approval SET first_approver = $2 WHERE transaction_id = $1', [
          id,
          'nakato@example.com',
        ]);
        return await bench.writer.submit(command);
      },
    });
    await expect(approveByKey(approvedMeanwhile, program, id, 53_000)).rejects.toMatchObject({
      code: 'not_pending',
      message: expect.stringContaining('Another person has approved this payment meanwhile'),
    });
    expect((await bench.transaction(id)).status).toBe('pending');
    await rejectByKey(partsWith(), program, id, null);
  });

  test('does not approve a payment of the same key, except in a rehearsal, where its name says so and a repeat is known', async () => {
    const id = await pay();
    const maker = bench.caller;
    await expect(approveByKey(partsWith(), maker, id, 53_000)).rejects.toMatchObject({ code: 'approver_is_maker' });
    const rehearsal = partsWith({ rehearsal: true });
    for (const times of [1, 2]) {
      const transaction = await approveByKey(rehearsal, maker, id, 53_000);
      expect(transaction.details, `${times}`).toMatchObject({ approver: `api_key:${maker.apiKeyId} (rehearsal)` });
    }
    expect(await actsOn(id)).toEqual(['transaction.approved']);
  });

  test('of live money needs a person behind the key, also where nothing live may move', async () => {
    const live: Caller = { ...program, mode: 'live' };
    const restored = partsWith({ liveRefusal: 'other_installation' });
    const needsPerson = { code: 'second_person_required' };
    await expect(approveByKey(restored, live, 1, 53_000)).rejects.toMatchObject(needsPerson);
    await expect(rejectByKey(restored, live, 1, null)).rejects.toMatchObject(needsPerson);
  });
});
