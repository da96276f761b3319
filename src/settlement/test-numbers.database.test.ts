import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { type Direction, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { SettlementService } from './settlement.ts';

/** Each number of interface-decisions section 8: what the answer shows, and how the transaction ends. */
interface Row {
  readonly number: string;
  readonly direction: Direction;
  readonly answer: string;
  readonly end: string;
}

const rows: readonly Row[] = [
  { number: '0001', direction: 'collection', answer: 'processing', end: 'completed' },
  { number: '0001', direction: 'payout', answer: 'processing', end: 'completed' },
  { number: '0002', direction: 'collection', answer: 'processing', end: 'settlement customer_refused' },
  {
    number: '0002',
    direction: 'payout',
    answer: 'submission recipient_not_found',
    end: 'submission recipient_not_found',
  },
  { number: '0003', direction: 'collection', answer: 'processing', end: 'settlement customer_insufficient_funds' },
  {
    number: '0003',
    direction: 'payout',
    answer: 'submission operator_float_too_low',
    end: 'submission operator_float_too_low',
  },
  { number: '0004', direction: 'collection', answer: 'processing', end: 'settlement prompt_expired' },
  { number: '0004', direction: 'payout', answer: 'processing', end: 'completed' },
  {
    number: '0006',
    direction: 'collection',
    answer: 'submission operator_unavailable',
    end: 'submission operator_unavailable',
  },
  {
    number: '0006',
    direction: 'payout',
    answer: 'submission operator_unavailable',
    end: 'submission operator_unavailable',
  },
  { number: '0007', direction: 'collection', answer: 'processing', end: 'completed' },
  { number: '0007', direction: 'payout', answer: 'processing', end: 'completed' },
  { number: '0008', direction: 'collection', answer: 'processing', end: 'settlement prompt_expired' },
  { number: '0008', direction: 'payout', answer: 'processing', end: 'settlement operator_failed' },
  { number: '4567', direction: 'collection', answer: 'processing', end: 'completed' },
  { number: '4567', direction: 'payout', answer: 'processing', end: 'completed' },
];

const endOf = (transaction: Transaction) =>
  transaction.failure === null ? transaction.status : `${transaction.failure.stage} ${transaction.failure.code}`;

describe.each([
  { operator: 'MTN', prefix: '25677000' },
  { operator: 'Airtel', prefix: '25670000' },
])('test numbers of $operator', ({ prefix }) => {
  let bench: SettlementBench;
  let settlement: Awaited<ReturnType<SettlementBench['startProcess']>>;
  const requests = new Map<string, Promise<Transaction>>();
  const requestOf = async (direction: Direction, number: string) => {
    const request = requests.get(`${direction} ${number}`);
    if (request === undefined) throw new Error('this number was not requested');
    return request;
  };

  beforeAll(async () => {
    bench = await SettlementBench.open();
    settlement = await bench.startProcess({ settings: { operatorWaitMs: 1_000 } });
    // All at once: each test then waits for its own.
    for (const { direction, number } of [
      ...rows,
      { direction: 'collection', number: '0005' } as const,
      { direction: 'payout', number: '0005' } as const,
      { direction: 'collection', number: '0009' } as const,
      { direction: 'payout', number: '0009' } as const,
    ]) {
      requests.set(`${direction} ${number}`, bench.request(settlement, direction, prefix + number));
    }
  });

  afterAll(async () => {
    await bench.close();
  });

  test.each(rows)(
    'a $direction of $number answers $answer and ends $end',
    async ({ number, direction, answer, end }) => {
      const answered = await requestOf(direction, number);
      expect(endOf(answered)).toBe(answer);
      expect(endOf(await bench.end(answered))).toBe(end);
    },
  );

  test.each(['collection', 'payout'] as const)(
    'a %s of 0008 that failed and then succeeds is booked for a person',
    async (direction) => {
      const transaction = await requestOf(direction, '0008');
      await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_success']);
      expect((await bench.transaction(transaction.transactionId)).status).toBe('failed');
      const { rows: transfers } = await bench.database.pool.query<{ amount: string }>(
        `SELECT transfer.amount FROM transfer
         JOIN system_account AS suspense ON suspense.kind = 'suspense'
          AND suspense.account_id IN (debit_account, credit_account)
        WHERE transaction_id = $1`,
        [transaction.transactionId],
      );
      expect(transfers).toEqual([{ amount: '50000' }]);
    },
  );

  test('a collection of 0009 waits until the virtual handset approves it', async () => {
    const transaction = await requestOf('collection', '0009');
    const prompts = await settlement.handset.listPrompts(bench.caller, `${prefix}0009`);
    expect(prompts).toHaveLength(2);
    const prompt = prompts.find((one) => one.kind === 'collection');
    expect(prompt).toMatchObject({
      transaction_id: transaction.transactionId,
      amount: 50_000,
      merchant_name: 'Kampala Books',
      description: 'School fees',
      status: 'waiting',
    });
    expect(await settlement.handset.answerPrompt(bench.caller, prompt?.id ?? 0, 'approve')).toMatchObject({
      status: 'approved',
    });
    expect(endOf(await bench.end(transaction))).toBe('completed');
  });

  test('a payout of 0009 that the virtual handset declines fails, and the money is back', async () => {
    const transaction = await requestOf('payout', '0009');
    const [prompt] = await settlement.handset.listPrompts(bench.caller);
    expect(prompt?.transaction_id).toBe(transaction.transactionId);
    await settlement.handset.answerPrompt(bench.caller, prompt?.id ?? 0, 'decline');
    expect(endOf(await bench.end(transaction))).toBe('settlement recipient_cannot_receive');
    await expect(settlement.handset.answerPrompt(bench.caller, prompt?.id ?? 0, 'approve')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('another wallet, a live key and an unknown id see no prompt', async () => {
    const asking: SettlementService & { handset: (typeof settlement)['handset'] } = settlement;
    const opened = await bench.request(asking, 'collection', `${prefix}0009`);
    const [prompt] = await asking.handset.listPrompts(bench.caller);
    const stranger = { ...bench.caller, walletId: 2 };
    expect(await asking.handset.listPrompts(stranger)).toEqual([]);
    expect(await asking.handset.listPrompts(bench.caller, `${prefix}0001`)).toEqual([]);
    const refused = { code: 'not_found' };
    await expect(asking.handset.answerPrompt(stranger, prompt?.id ?? 0, 'approve')).rejects.toMatchObject(refused);
    await expect(asking.handset.answerPrompt(bench.caller, 999_999, 'approve')).rejects.toMatchObject(refused);
    await expect(asking.handset.listPrompts({ ...bench.caller, mode: 'live' })).rejects.toMatchObject(refused);
    expect((await bench.transaction(opened.transactionId)).status).toBe('processing');
  });

  test('0005 stays processing, and after all this the books agree', async () => {
    for (const direction of ['collection', 'payout'] as const) {
      const transaction = await requestOf(direction, '0005');
      expect((await bench.submission(transaction))?.queries).toBeGreaterThan(3);
      expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    }
    // Four payouts of 53,000 were paid (0001, 0004, 0007, 4567) and 0005 is held; collections brought 47,500 each: 0001, 0007, 0009, 4567.
    expect(await bench.balance()).toEqual({ available: 10_000_000 - 5 * 53_000 + 4 * 47_500, held: 53_000 });
    expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  });
});
