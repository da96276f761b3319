import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { type Direction, ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import { openReviewCase } from '../ledger/rows/review-case.ts';
import { NothingWritten, OutcomeUnknown } from '../ledger/writer/errors.ts';
import { ugx } from '../money/ugx.ts';

const phone = '256772123456';
let bench: SettlementBench;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  // What a test leaves open is nobody else's business.
  await bench.database.pool.query("UPDATE submission SET due_at = due_at + interval '1 day', not_found_since = NULL");
});
afterAll(async () => {
  await bench.close();
});

/** A process that answers requests and loses its callbacks and its poller with its life. */
const dyingProcess = () => bench.startProcess({ workers: false, callbacks: false });
const soon = { settings: { resendAfterMs: 200 } };
const directions: readonly Direction[] = ['collection', 'payout'];

describe.each(directions)('a crash in a %s', (direction) => {
  test('between the commit and the call: it is sent again under the same reference, and once', async () => {
    const transaction = await bench.open(await dyingProcess(), direction, phone, {
      callTimeoutMs: 300,
      firstQueryAfterMs: 50,
    });
    await bench.startProcess(soon);
    expect((await bench.end(transaction)).status).toBe('completed');
    expect(await bench.paymentsAtOperator(transaction)).toBe(1);
  });

  test('between the call and its answer: the query finds the payment', async () => {
    const transaction = await bench.open(await dyingProcess(), direction, phone, {
      callTimeoutMs: 300,
      firstQueryAfterMs: 50,
    });
    await bench.database.pool.query(
      `INSERT INTO simulator_payment (reference, operator, direction, phone, amount, merchant_name)
       VALUES ($1, 'MTN', $2, $3, 50000, 'Kampala Books')`,
      [transaction.externalReference, direction, phone],
    );
    await bench.startProcess(soon);
    expect((await bench.end(transaction)).status).toBe('completed');
    expect(await bench.paymentsAtOperator(transaction)).toBe(1);
  });

  test('after the result of the call: callbacks are lost, and the poller queries the end', async () => {
    const transaction = await bench.request(await dyingProcess(), direction, phone);
    await bench.startProcess({ callbacks: false });
    expect((await bench.end(transaction)).status).toBe('completed');
  });

  test('while a worker holds the row: another takes it when the lease has ended', async () => {
    const transaction = await bench.request(await dyingProcess(), direction, phone);
    await bench.database.pool.query(
      `UPDATE submission SET due_at = clock_timestamp(), lease_token = gen_random_uuid(),
              lease_until = clock_timestamp() + interval '700 milliseconds'
        WHERE transaction_id = $1`,
      [transaction.transactionId],
    );
    await bench.startProcess();
    expect((await bench.end(transaction)).status).toBe('completed');
  });

  test('between the query and the settlement: the next query settles, once', async () => {
    const transaction = await bench.request(await dyingProcess(), direction, phone);
    let failures = 2;
    await bench.startProcess({
      writer: {
        async submit(command) {
          if (failures > 0) {
            failures -= 1;
            throw new NothingWritten('the process died');
          }
          return bench.writer.submit(command);
        },
      },
    });
    expect((await bench.end(transaction)).status).toBe('completed');
    expect(failures).toBe(0);
  });

  test('between the settlement and its answer: the settled transaction is settled once', async () => {
    const transaction = await bench.request(await dyingProcess(), direction, phone);
    let lost = false;
    await bench.startProcess({
      writer: {
        async submit(command) {
          const outcome = await bench.writer.submit(command);
          if (lost) return outcome;
          lost = true;
          throw new Error('the answer was lost');
        },
      },
    });
    await expect.poll(() => lost).toBe(true);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('completed');
    expect(await bench.submission(transaction)).toBeUndefined();
  });
});

describe('an uncertain first word', () => {
  test('a payout with a call that was reset stays processing, and only the query’s result fails it', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'unknown', raw: 'ECONNRESET' });
    const process = await bench.startProcess({ mtn });
    const before = await bench.balance();
    const transaction = await bench.request(process, 'payout', phone);
    expect(transaction.status).toBe('processing');
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(2);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    mtn.word = async () => ({ is: 'failed', code: 'recipient_cannot_receive', raw: 'PAYEE_CLOSED', receipt: null });
    const ended = await bench.end(transaction);
    expect(ended.failure).toMatchObject({ stage: 'settlement', code: 'recipient_cannot_receive' });
    expect(ended.failure?.reason).not.toContain('PAYEE_CLOSED');
    expect(await bench.balance()).toEqual(before);
  });

  test('while the call is on its way the query’s "failed" settles nothing, its success does', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = (_call, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ is: 'unknown', raw: 'cut' })));
    mtn.word = async () => ({ is: 'failed', code: 'operator_failed', raw: 'no', receipt: null });
    const process = await bench.startProcess({ mtn, settings: { operatorWaitMs: 300 } });
    const transaction = await bench.request(process, 'payout', phone);
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(2);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
    expect(await bench.end(transaction)).toMatchObject({
      status: 'completed',
      operatorReceipt: `R${transaction.transactionId}`,
    });
  });

  test('an answer that comes after NSIMBI_OPERATOR_WAIT still fails the payout at once', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => {
      await expect.poll(() => answered).toBe(true);
      return { is: 'refused', by: 'payment', code: 'recipient_not_found', raw: 'PAYEE_NOT_FOUND' };
    };
    let answered = false;
    const process = await bench.startProcess({ mtn, settings: { operatorWaitMs: 100 } });
    const transaction = await bench.request(process, 'payout', phone);
    expect(transaction.status).toBe('processing');
    answered = true;
    expect((await bench.end(transaction)).failure).toMatchObject({ stage: 'submission', code: 'recipient_not_found' });
  });

  test.each([
    ['could not write at once', new NothingWritten('the database is away')],
    ['may not have written', new OutcomeUnknown(null, null)],
  ])('a refusal that the ledger %s is written a moment later', async (_, error) => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'refused', by: 'configuration', code: 'operator_refused', raw: '401' });
    let failures = 1;
    const process = await bench.startProcess({
      mtn,
      workers: false,
      writer: {
        async submit(command) {
          failures -= 1;
          if (failures === 0) throw error;
          return bench.writer.submit(command);
        },
      },
    });
    const before = await bench.balance();
    const transaction = await bench.request(process, 'payout', phone);
    expect(transaction.failure).toMatchObject({ stage: 'submission', code: 'operator_refused' });
    expect(await bench.balance()).toEqual(before);
  });

  test('a connector that throws is an unknown answer', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => {
      throw new TypeError('a bug of ours');
    };
    const process = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.request(process, 'payout', phone);
    expect(transaction.status).toBe('processing');
    expect((await bench.submission(transaction))?.call_ended_at).toBeInstanceOf(Date);
  });

  test('stopping the workers leaves the call of a request alone, and the request gets its result', async () => {
    const mtn = new ScriptedOperator();
    const stopped = Promise.withResolvers<void>();
    mtn.firstWord = async () => {
      await stopped.promise;
      return { is: 'refused', by: 'payment', code: 'recipient_not_found', raw: 'PAYEE_NOT_FOUND' };
    };
    const process = await bench.startProcess({ mtn });
    const asked = bench.request(process, 'payout', phone);
    await expect.poll(() => mtn.sent.length).toBe(1);
    await process.stopWorkers();
    stopped.resolve();
    expect((await asked).failure).toMatchObject({ stage: 'submission', code: 'recipient_not_found' });
  });

  test('stopping cuts the calls under way, and their transactions stay processing', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = (_call, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ is: 'unknown', raw: 'cut' })));
    const process = await bench.startProcess({ mtn, settings: { operatorWaitMs: 100 } });
    const transaction = await bench.request(process, 'payout', phone);
    await process.stop();
    expect((await bench.submission(transaction))?.call_ended_at).toBeInstanceOf(Date);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
  });
});

test('what the ledger commits last, when all else has stopped, is not called and is due after the next start', async () => {
  const mtn = new ScriptedOperator();
  const process = await bench.startProcess({ mtn });
  const transaction = await bench.open(process, 'payout', phone);
  await process.stop();
  expect((await bench.submit(process, transaction)).status).toBe('processing');
  expect(await bench.submission(transaction)).toMatchObject({ sends: 0, first_sent_at: null });
  expect(mtn.sent).toEqual([]);
});

describe('another process begins another call meanwhile', () => {
  /** As another process does that took the row over. */
  const beginElsewhere = (transactionId: number) =>
    bench.database.pool.query(
      `UPDATE submission SET sends = sends + 1, lease_until = NULL, lease_token = NULL,
              send_until = clock_timestamp() + interval '30 seconds', call_ended_at = NULL,
              due_at = clock_timestamp() + interval '1 hour'
        WHERE transaction_id = $1`,
      [transactionId],
    );

  test('a refusal of the first call fails nothing', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async ({ transactionId }) => {
      await beginElsewhere(transactionId);
      return { is: 'refused', by: 'payment', code: 'recipient_not_found', raw: 'PAYEE_NOT_FOUND' };
    };
    const process = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.request(process, 'payout', phone);
    expect(transaction.status).toBe('processing');
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    expect((await bench.submission(transaction))?.call_ended_at).toBeNull();
  });

  test.each([
    { what: 'a payout that is unsent for 30 minutes', sends: 0 as const },
    { what: 'a payout that the operator calls failed', sends: 1 as const },
  ])('$what is not failed', async ({ sends }) => {
    const mtn = new ScriptedOperator();
    mtn.word = async () => ({ is: 'failed', code: 'operator_failed', raw: 'no', receipt: null });
    const opener = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.open(opener, 'payout', phone, { sends, callTimeoutMs: 1, firstQueryAfterMs: 5 });
    if (sends === 0) {
      await bench.database.owner.query(
        `UPDATE submission SET created_at = created_at - interval '30 minutes' WHERE transaction_id = $1`,
        [transaction.transactionId],
      );
    }
    const told: string[] = [];
    await bench.startProcess({
      mtn,
      writer: {
        async submit(command) {
          if (told.length === 0) await beginElsewhere(transaction.transactionId);
          const outcome = await bench.writer.submit(command);
          told.push(outcome.is);
          return outcome;
        },
      },
    });
    await expect.poll(() => told).toEqual(['unchanged']);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    expect(await bench.submission(transaction)).toMatchObject({ sends: sends + 1, in_review: false });
  });
});

describe('an opening whose commit was in doubt', () => {
  test('is still sent when its request has ended', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.open(process, 'payout', phone);
    // Others are prepared and sent meanwhile.
    await bench.request(process, 'payout', phone);
    await bench.submit(process, transaction);
    expect(mtn.sent).toContain(transaction.externalReference);
  });

  test('fails when the time of its call is over: no call was made, and the money is returned', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, workers: false });
    const before = await bench.balance();
    const transaction = await bench.open(process, 'payout', phone);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
    try {
      // What is prepared meanwhile must not make us forget that the call is ours.
      process.operatorPort.prepare('test', 'MTN', 'payout');
      const ended = await bench.submit(process, transaction);
      expect(ended.failure).toMatchObject({ stage: 'submission', code: 'not_sent_in_time' });
    } finally {
      clock.mockRestore();
    }
    expect(mtn.sent).toEqual([]);
    expect(await bench.balance()).toEqual(before);
    expect(await bench.submission(transaction)).toBeUndefined();
  });
});

describe('sending again', () => {
  test('rule 17: a payout that is not found is sent three times in all, with one reference, and is never failed by that', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'unknown', raw: '502' });
    mtn.word = async () => ({ is: 'not_found' });
    const process = await bench.startProcess({ mtn, settings: { resendAfterMs: 100 } });
    const transaction = await bench.request(process, 'payout', phone);
    await expect.poll(() => mtn.sent.length).toBe(3);
    const asked = mtn.asked.length;
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(asked + 6);
    expect(new Set(mtn.sent)).toEqual(new Set([transaction.externalReference]));
    expect(mtn.sent).toHaveLength(3);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
  });

  test('a refusal of the second send fails nothing: the first may have been taken', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () =>
      mtn.sent.length === 1
        ? { is: 'unknown', raw: '502' }
        : { is: 'refused', by: 'payment', code: 'recipient_not_found', raw: 'no' };
    mtn.word = async () => ({ is: 'not_found' });
    const process = await bench.startProcess({ mtn, settings: { resendAfterMs: 100 } });
    const transaction = await bench.request(process, 'payout', phone);
    await expect.poll(() => mtn.sent.length).toBe(3);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
    expect((await bench.end(transaction)).status).toBe('completed');
  });

  test('a collection that is not found after its prompt window fails by the query’s result', async () => {
    const mtn = new ScriptedOperator({ promptWindowMs: 1 });
    mtn.firstWord = async () => ({ is: 'unknown', raw: '502' });
    mtn.word = async () => ({ is: 'not_found' });
    const process = await bench.startProcess({ mtn, settings: { resendAfterMs: 100 } });
    const ended = await bench.end(await bench.request(process, 'collection', phone));
    expect(ended.failure).toMatchObject({ stage: 'settlement', code: 'operator_unavailable' });
    expect(mtn.sent).toHaveLength(1);
  });

  test('five payments that an operator does not know stop every re-send', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'unknown', raw: '502' });
    mtn.word = async () => ({ is: 'not_found' });
    const process = await bench.startProcess({ mtn, workers: false });
    const opened = [];
    for (let count = 0; count < 5; count += 1) opened.push(await bench.request(process, 'payout', phone));
    await bench.database.pool.query(
      `UPDATE submission SET not_found_since = clock_timestamp() - interval '1 hour' WHERE transaction_id = ANY ($1)`,
      [opened.map(({ transactionId }) => transactionId)],
    );
    await bench.startProcess({ mtn, settings: { resendAfterMs: 100 } });
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(20);
    expect(mtn.sent).toHaveLength(5);
  });
});

describe('an operator that is away', () => {
  test('rule 23: is found out by 20 calls: collections are refused, payouts queue unsent and go out when it is back', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'not_reached', raw: 'ECONNREFUSED' });
    const process = await bench.startProcess({ mtn, workers: false });
    const before = await bench.balance();
    for (const direction of directions) {
      const failed = await Promise.all(Array.from({ length: 20 }, () => bench.request(process, direction, phone)));
      for (const { failure } of failed)
        expect(failure).toMatchObject({ stage: 'submission', code: 'operator_unavailable' });
    }
    expect(await bench.balance()).toEqual(before);
    expect(process.operatorPort.prepare('test', 'MTN', 'collection')).toMatchObject({
      is: 'unavailable',
      retryAfterSeconds: 30,
    });
    expect(process.operatorPort.prepare('test', 'Airtel', 'collection')).toMatchObject({ is: 'ready' });

    const queued = await bench.open(process, 'payout', phone);
    expect((await bench.submission(queued))?.sends).toBe(0);
    expect((await bench.submit(process, queued)).status).toBe('processing');
    expect(mtn.sent).not.toContain(queued.externalReference);

    // Another process has its own circuit, closed, and sends what is queued.
    mtn.firstWord = async () => ({ is: 'accepted', paid: false });
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${queued.transactionId}`, amount: ugx(50_000) });
    await bench.startProcess({ mtn });
    expect((await bench.end(queued)).status).toBe('completed');
    expect(mtn.sent.filter((reference) => reference === queued.externalReference)).toHaveLength(1);
  });

  test('after 30 s the first call is the probe, and a call that was only prepared does not take its place', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'not_reached', raw: 'ECONNREFUSED' });
    const process = await bench.startProcess({ mtn, workers: false });
    await Promise.all(Array.from({ length: 20 }, () => bench.request(process, 'collection', phone)));
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
    try {
      mtn.firstWord = async () => {
        during.push(process.operatorPort.prepare('test', 'MTN', 'collection').is);
        return { is: 'accepted', paid: false };
      };
      const during: string[] = [];
      for (let refused = 0; refused < 3; refused += 1)
        expect(process.operatorPort.prepare('test', 'MTN', 'collection').is).toBe('ready');
      await bench.request(process, 'collection', phone);
      expect(during).toEqual(['unavailable']);
      expect(process.operatorPort.prepare('test', 'MTN', 'collection').is).toBe('ready');
    } finally {
      clock.mockRestore();
    }
  });

  test('rule 23: a payout unsent for 30 minutes fails and its money is back', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, workers: false });
    const before = await bench.balance();
    const queued = await bench.open(process, 'payout', phone, { sends: 0 });
    expect(await bench.balance()).toEqual({ available: before.available - 53_000, held: before.held + 53_000 });
    await bench.database.owner.query(
      `UPDATE submission SET created_at = created_at - interval '30 minutes' WHERE transaction_id = $1`,
      [queued.transactionId],
    );
    await bench.startProcess({ mtn });
    expect((await bench.end(queued)).failure).toMatchObject({ stage: 'submission', code: 'not_sent_in_time' });
    expect(mtn.sent).toEqual([]);
    expect(await bench.balance()).toEqual(before);
    expect(await bench.submission(queued)).toBeUndefined();
  });
});

describe('review', () => {
  test('a payout under review is not sent again', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'unknown', raw: '502' });
    mtn.word = async () => ({ is: 'not_found' });
    const process = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.request(process, 'payout', phone);
    await bench.database.pool.query('UPDATE submission SET in_review = true WHERE transaction_id = $1', [
      transaction.transactionId,
    ]);
    await bench.startProcess({ mtn, settings: { resendAfterMs: 100 } });
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(6);
    expect(mtn.sent).toEqual([transaction.externalReference]);
  });

  test('a case of the truth deadline that they dismiss comes back with the next deadline, and not before', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, settings: { truthDeadlineMs: 1_000 } });
    const transaction = await bench.request(process, 'payout', phone);
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['truth_deadline']);
    const asked = mtn.asked.length;
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(asked + 6);
    expect(await bench.reviewKinds(transaction)).toEqual(['truth_deadline']);
    await bench.resolveByPersons(transaction, 'dismissed');
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['truth_deadline', 'truth_deadline']);
  });

  test('rule 8: no final result within the truth deadline: review, still processing, money still held, still queried', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, settings: { truthDeadlineMs: 300 } });
    const transaction = await bench.request(process, 'payout', phone);
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['truth_deadline']);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    const asked = mtn.asked.length;
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(asked);
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${transaction.transactionId}`, amount: ugx(50_000) });
    expect((await bench.end(transaction)).status).toBe('completed');
  });

  test('another amount than asked settles nothing', async () => {
    const mtn = new ScriptedOperator();
    mtn.word = async ({ reference }) => ({ is: 'succeeded', receipt: reference, amount: ugx(5_000) });
    const process = await bench.startProcess({ mtn });
    const transaction = await bench.request(process, 'collection', phone);
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['amount_differs']);
    await expect.poll(() => mtn.asked.length).toBeGreaterThan(2);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    expect((await bench.submission(transaction))?.in_review).toBe(true);
  });

  test('work that fails ten times goes to review and rests, and a later process still settles it', async () => {
    const process = await bench.startProcess({ workers: false, callbacks: false });
    const transaction = await bench.request(process, 'payout', phone);
    await bench.database.pool.query(
      'UPDATE submission SET failures = 9, due_at = clock_timestamp() WHERE transaction_id = $1',
      [transaction.transactionId],
    );
    await bench.startProcess({
      callbacks: false,
      delayMs: 1,
      writer: {
        async submit() {
          throw new Error('a bug of ours');
        },
      },
    });
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['worker_gave_up']);
    await expect.poll(async () => (await bench.submission(transaction))?.in_review).toBe(true);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    await bench.stopProcesses();
    const later = await bench.startProcess();
    await later.receiveCallback('test', 'MTN', {
      path: '/',
      body: Buffer.from(JSON.stringify({ reference: transaction.externalReference })),
    });
    expect((await bench.end(transaction)).status).toBe('completed');
  });

  test('a case of the same kind is opened once', async () => {
    const process = await bench.startProcess({ workers: false });
    const transaction = await bench.open(process, 'payout', phone);
    for (let times = 0; times < 2; times += 1)
      await openReviewCase(bench.database.pool, transaction, 'worker_gave_up', {});
    expect(await bench.reviewKinds(transaction)).toEqual(['worker_gave_up']);
  });
});

describe('what must not be mixed', () => {
  test('where live mode is not allowed, a live payout is neither sent nor expired nor reviewed', async () => {
    const mtn = new ScriptedOperator();
    const opener = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.open(opener, 'payout', phone, { sends: 0 });
    await bench.database.owner.query(
      `UPDATE submission SET mode = 'live', created_at = created_at - interval '2 days' WHERE transaction_id = $1`,
      [transaction.transactionId],
    );
    const process = await bench.startProcess({ mtn, liveAllowed: false });
    const dueInFuture = async () => {
      const { rows } = await bench.database.pool.query<{ later: boolean }>(
        'SELECT due_at > clock_timestamp() AND lease_token IS NULL AS later FROM submission WHERE transaction_id = $1',
        [transaction.transactionId],
      );
      return rows[0]?.later;
    };
    await expect.poll(dueInFuture).toBe(true);
    await process.stop();
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
    expect(await bench.submission(transaction)).toMatchObject({ sends: 0, in_review: false });
    expect(await bench.reviewKinds(transaction)).toEqual([]);
    expect(mtn.sent).toEqual([]);
    await bench.database.owner.query(`UPDATE submission SET mode = 'test' WHERE transaction_id = $1`, [
      transaction.transactionId,
    ]);
  });

  test('a transaction of live mode is not given to a connector of test mode', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, workers: false });
    const transaction = await bench.open(process, 'payout', phone);
    await expect(bench.submit(process, { ...transaction, mode: 'live' })).rejects.toThrow('no connector of live mode');
    expect(mtn.sent).toEqual([]);
  });

  test('a name is as long as one that a client may give', async () => {
    const mtn = new ScriptedOperator();
    mtn.lookupName = async () => '\u{1f33b}'.repeat(200);
    const process = await bench.startProcess({ mtn, workers: false });
    expect(await process.operatorPort.lookupName('test', 'MTN', phone)).toBe('\u{1f33b}'.repeat(120));
  });

  test.each([
    { operator: 'MTN', answer: { is: 'not_configured', retryAfterSeconds: 300 } },
    { operator: 'Airtel', answer: { is: 'not_configured', retryAfterSeconds: 300 } },
    { operator: 'Lycamobile', answer: { is: 'not_supported' } },
  ])('live $operator without settings is $answer.is', async ({ operator, answer }) => {
    const process = await bench.startProcess({ workers: false });
    expect(process.operatorPort.prepare('live', operator, 'payout')).toEqual(answer);
    expect(await process.operatorPort.lookupName('live', operator, phone)).toBeNull();
  });
});
