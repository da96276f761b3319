import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, type FixtureWallet, ledgerFindings, openWallet, paymentOf } from '../../../test/ledger/fixtures.ts';
import { eventTable } from '../rows/event.ts';
import { CannotBeWritten, NothingWritten } from './errors.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what waits while a batch is split', () => {
  test('is written at once, and so is each part', async () => {
    const alice = await openWallet(database, 'Alice', '256774000001', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000002', 0);
    const sizes: number[] = [];
    const writer = new Writer({ target: database.target, onBatch: (size) => sizes.push(size) });
    const together = [
      writer.submit(paymentOf(alice, bob, 500)),
      writer.submit(spoiled(alice, bob)),
      writer.submit(paymentOf(alice, bob, 600)),
      writer.submit(paymentOf(alice, bob, 700)),
    ];
    await batchTaken();
    const behind = writer.submit(paymentOf(alice, bob, 800));
    const ends = await Promise.allSettled([...together, behind]);
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.is : String(end.reason)))).toEqual([
      'done',
      expect.stringContaining('invalid byte sequence'),
      'done',
      'done',
      'done',
    ]);
    await writer.close();
    expect(sizes.reduce((sum, size) => sum + size)).toBe(5);
    expect(await balanceOf(database.pool, bob)).toBe('2600');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });
});

describe('a statement that the driver does not send', () => {
  test('keeps the COMMIT behind it from being sent', async () => {
    const alice = await openWallet(database, 'Alice', '256774000011', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000012', 0);
    const submit = pg.Query.prototype.submit;
    vi.spyOn(pg.Query.prototype, 'submit').mockImplementation(function (this: pg.Query, connection) {
      return isUpdateOfWallets(this) ? new Error('refused by the driver') : submit.call(this, connection);
    });
    const writer = new Writer({ target: database.target });
    await expect(writer.submit(paymentOf(alice, bob, 500))).rejects.toThrow('refused by the driver');
    await writer.close();
    expect(await balanceOf(database.pool, alice)).toBe('10000');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('because of its values is no different', async () => {
    const alice = await openWallet(database, 'Alice', '256774000021', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000022', 0);
    const submit = pg.Query.prototype.submit;
    vi.spyOn(pg.Query.prototype, 'submit').mockImplementation(function (this: pg.Query, connection) {
      if (isUpdateOfWallets(this)) (this as unknown as { values: unknown[] }).values[0] = unsendable;
      return submit.call(this, connection);
    });
    const writer = new Writer({ target: database.target });
    await expect(writer.submit(paymentOf(alice, bob, 500))).rejects.toThrow('not a value');
    await writer.close();
    expect(await balanceOf(database.pool, alice)).toBe('10000');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });
});

test('a row that cannot be made, when the wallets are changed already, leaves nothing of its batch', async () => {
  const alice = await openWallet(database, 'Alice', '256774000091', 10_000);
  const bob = await openWallet(database, 'Bob', '256774000092', 0);
  const writer = new Writer({ target: database.target });
  vi.spyOn(eventTable, 'write').mockImplementationOnce(() => {
    throw new Error('no row');
  });
  await expect(writer.submit(paymentOf(alice, bob, 500))).rejects.toThrow('no row');
  expect(await balanceOf(database.pool, alice)).toBe('10000');
  expect(await writer.submit(paymentOf(alice, bob, 600))).toMatchObject({ is: 'done', balance: 9_400n });
  await writer.close();
  expect(await ledgerFindings(database.pool)).toEqual([]);
});

test('a batch whose statement somebody cancels at the server is written with another try', async () => {
  const alice = await openWallet(database, 'Alice', '256774000097', 10_000);
  const bob = await openWallet(database, 'Bob', '256774000098', 0);
  const holder = await lockedByAnother(alice);
  const onError = vi.fn();
  const writer = new Writer({ target: database.target, onError });
  const paid = writer.submit(paymentOf(alice, bob, 500));
  await expect.poll(waitingForLocks).toBe(1);
  await toWritersConnection('pg_cancel_backend');
  await holder.letGo();
  expect(await paid).toMatchObject({ is: 'done', balance: 9_500n });
  await writer.close();
  expect(onError).not.toHaveBeenCalled();
  expect(await ledgerFindings(database.pool)).toEqual([]);
});

test.each([
  [
    'ends each connection that writes it',
    'PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10);',
    CannotBeWritten,
  ],
  ['always takes too long', `RAISE 'too long' USING ERRCODE = 'query_canceled';`, NothingWritten],
])('a command that %s is refused, and takes nobody with it', async (_, poisoned, refusal) => {
  const own = await createTestDatabase();
  try {
    const alice = await openWallet(own, 'Alice', '256774000101', 10_000);
    const poison = await openWallet(own, 'Poison', '256774000102', 10_000);
    const bob = await openWallet(own, 'Bob', '256774000103', 0);
    const administrator = new pg.Client({ connectionString: own.target.connectionString });
    await administrator.connect();
    await administrator.query(`
      CREATE FUNCTION public.poison() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN ${poisoned} RETURN NEW; END $$;
      SET ROLE nsimbi_owner;
      CREATE TRIGGER poison BEFORE UPDATE ON nsimbi.wallet FOR EACH ROW
        WHEN (NEW.wallet_id = ${poison.walletId}) EXECUTE FUNCTION public.poison()`);
    await administrator.end();
    const onError = vi.fn();
    const writer = new Writer({ target: own.target, onError });
    const together = [paymentOf(alice, bob, 500), paymentOf(poison, alice, 700), paymentOf(alice, bob, 600)];
    const ends = await Promise.allSettled(together.map((command) => writer.submit(command)));
    expect(ends).toMatchObject([
      { status: 'fulfilled', value: { is: 'done' } },
      { status: 'rejected', reason: expect.any(refusal) },
      { status: 'fulfilled', value: { is: 'done' } },
    ]);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
    expect(await writer.submit(paymentOf(alice, bob, 700))).toMatchObject({ is: 'done', balance: 8_200n });
    await writer.close();
    expect(await ledgerFindings(own.pool)).toEqual([]);
  } finally {
    await own.drop();
  }
});

test('each caller is answered in time, also where a later one has the slot of one that was answered', async () => {
  const alice = await openWallet(database, 'Alice', '256774000093', 10_000);
  const bob = await openWallet(database, 'Bob', '256774000094', 0);
  const carol = await openWallet(database, 'Carol', '256774000095', 10_000);
  const holder = await lockedByAnother(carol);
  const writer = new Writer({ target: database.target, limits: { batchMax: 1, deadlineMs: 2_000 } });
  const answers: string[] = [];
  const submit = (name: string, from: FixtureWallet) =>
    writer.submit(paymentOf(from, bob, 500)).then(
      () => answers.push(name),
      (error) => answers.push(`${name}: ${error.constructor.name}`),
    );
  const answered = submit('answered', alice);
  const stuck = submit('stuck', carol);
  await answered;
  await sleep(1_000);
  const later = submit('later', carol);
  await stuck;
  expect(answers).toEqual(['answered', 'stuck: NothingWritten']);
  await later;
  expect(answers.slice(2)).toEqual(['later: NothingWritten']);
  await holder.letGo();
  await writer.close();
  expect(await ledgerFindings(database.pool)).toEqual([]);
});

test('a batch is not written again when the driver could not read an answer and the COMMIT went through', async () => {
  const alice = await openWallet(database, 'Alice', '256774000031', 10_000);
  const bob = await openWallet(database, 'Bob', '256774000032', 0);
  const lost = loseAnAnswerTo(isUpdateOfWallets);
  const writer = new Writer({ target: database.target });
  const ends = await Promise.all([500, 600].map((amount) => writer.submit(paymentOf(alice, bob, amount))));
  expect(ends.map((end) => end.is)).toEqual(['done', 'done']);
  await writer.close();
  expect(lost()).toBe(1);
  expect(await balanceOf(database.pool, bob)).toBe('1100');
});

test('a case that was dismissed is not refused to its second person because the answer to COMMIT was lost', async () => {
  const alice = await openWallet(database, 'Alice', '256774000035', 10_000);
  const bob = await openWallet(database, 'Bob', '256774000036', 0);
  const writer = new Writer({ target: database.target });
  const paid = await writer.submit(paymentOf(alice, bob, 500));
  if (paid.is !== 'done') throw new Error(paid.is);
  const { transactionId } = paid.transaction;
  const { rows } = await database.pool.query<{ review_case_id: string }>(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, kind, found, opened_at)
     VALUES ('test', $1, $2, 'details_differ', '{}', now()) RETURNING review_case_id`,
    [alice.walletId, transactionId],
  );
  const lost = loseAnAnswerTo((query) => (query as unknown as { text?: string }).text === 'COMMIT');
  const dismissed = await writer.submit({
    kind: 'resolve_case',
    walletId: alice.walletId,
    mode: 'test',
    transactionId,
    reviewCaseId: Number(rows[0]?.review_case_id),
    resolution: 'dismissed',
    reason: 'A typing error',
    maker: 'joan',
    approver: 'peter',
  });
  expect(lost()).toBe(1);
  expect(dismissed).not.toMatchObject({ is: 'refused' });
  await writer.close();
});

describe('a batch that is abandoned', () => {
  test('keeps nobody waiting while its locks are held by another process, and is written once', async () => {
    const alice = await openWallet(database, 'Alice', '256774000041', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000042', 0);
    const carol = await openWallet(database, 'Carol', '256774000043', 10_000);
    const holder = await lockedByAnother(carol);
    const writer = new Writer({ target: database.target });
    const first = writer.submit(spoiled(alice, bob));
    first.catch(() => undefined);
    await batchTaken();
    const behind = writer.submit(paymentOf(carol, bob, 600));
    await expect(first).rejects.toThrow('invalid byte sequence');
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    await holder.letGo();
    expect(await behind).toMatchObject({ is: 'done', balance: 9_400n });
    await writer.close();
    expect(await balanceOf(database.pool, bob)).toBe('600');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('is written once when its connection ends after the batch before it was committed', async () => {
    const alice = await openWallet(database, 'Alice', '256774000051', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000052', 0);
    const carol = await openWallet(database, 'Carol', '256774000053', 10_000);
    const holder = await lockedByAnother(carol);
    const writer = new Writer({ target: database.target });
    const first = writer.submit(paymentOf(alice, bob, 500));
    await batchTaken();
    const behind = writer.submit(paymentOf(carol, bob, 600));
    expect(await first).toMatchObject({ is: 'done', balance: 9_500n });
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    await toWritersConnection('pg_terminate_backend');
    await holder.letGo();
    expect(await behind).toMatchObject({ is: 'done', balance: 9_400n });
    await writer.close();
    expect(await balanceOf(database.pool, bob)).toBe('1100');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('whose callers were answers that nothing was written is not written, and holds up nobody behind it', async () => {
    const alice = await openWallet(database, 'Alice', '256774000061', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000062', 0);
    const carol = await openWallet(database, 'Carol', '256774000063', 10_000);
    const holder = await lockedByAnother(carol);
    const writer = new Writer({ target: database.target, limits: { deadlineMs: sureToEndBeforeALockTimeoutMs } });
    const first = writer.submit(paymentOf(alice, bob, 500));
    await batchTaken();
    const behind = writer.submit(paymentOf(carol, bob, 600));
    expect((await first).is).toBe('done');
    await expect(behind).rejects.toThrow(NothingWritten);
    await holder.letGo();
    expect((await writer.submit(paymentOf(alice, bob, 700))).is).toBe('done');
    await writer.close();
    expect(await balanceOf(database.pool, carol)).toBe('10000');
    expect(await balanceOf(database.pool, bob)).toBe('1200');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('is written once when the server gave it up because the process was too busy to go on with it', async () => {
    const alice = await openWallet(database, 'Alice', '256774000081', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000082', 0);
    let commits = 0;
    const writer = new Writer({
      target: database.target,
      limits: { deadlineMs: 20_000 },
      onCommitted: () => {
        commits += 1;
        if (commits === 1) beBusyFor(longerThanIdleInTransactionMs);
      },
    });
    const first = writer.submit(paymentOf(alice, bob, 500));
    await batchTaken();
    const behind = writer.submit(paymentOf(alice, bob, 700));
    expect((await Promise.all([first, behind])).map((outcome) => outcome.is)).toEqual(['done', 'done']);
    await writer.close();
    expect(commits).toBe(2);
    expect(await balanceOf(database.pool, bob)).toBe('1200');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('is written when the writer is closed and the batch before it fails', async () => {
    const alice = await openWallet(database, 'Alice', '256774000071', 10_000);
    const bob = await openWallet(database, 'Bob', '256774000072', 0);
    const writer = new Writer({ target: database.target });
    const first = writer.submit(spoiled(alice, bob));
    first.catch(() => undefined);
    await batchTaken();
    const behind = writer.submit(paymentOf(alice, bob, 700));
    await writer.close();
    await expect(first).rejects.toThrow('invalid byte sequence');
    expect((await behind).is).toBe('done');
  });
});

const unsendable = {
  toPostgres() {
    throw new Error('not a value');
  },
};

/** The server runs it, and the driver cannot read its answer, once. @returns how often that happened. */
function loseAnAnswerTo(isIt: (query: pg.Query) => boolean): () => number {
  type Reading = pg.Query & { handleReadyForQuery(connection: unknown): void; handleError(error: Error): void };
  const reading = pg.Query.prototype as Reading;
  const read = reading.handleReadyForQuery;
  let lost = 0;
  vi.spyOn(reading, 'handleReadyForQuery').mockImplementation(function (this: Reading, connection) {
    if (!isIt(this) || lost > 0) return read.call(this, connection);
    lost += 1;
    this.handleError(new Error('unreadable'));
  });
  return () => lost;
}

function isUpdateOfWallets(query: pg.Query): boolean {
  return (query as unknown as { name?: string }).name === 'ledger.update_wallets';
}

function spoiled(from: FixtureWallet, to: FixtureWallet) {
  return { ...paymentOf(from, to, 500), description: 'a zero byte \u0000' };
}

const longerThanIdleInTransactionMs = 5_400;
/** The callers must be answered while the batch still waits for a lock, which it gives up after 2 s. */
const sureToEndBeforeALockTimeoutMs = 1_000;

function beBusyFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** What was submitted is a batch now, of which nothing is written yet: what is submitted next is in another one. */
async function batchTaken(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

async function lockedByAnother({ walletId }: FixtureWallet): Promise<{ letGo(): Promise<void> }> {
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM wallet WHERE wallet_id = $1 FOR UPDATE', [walletId]);
  return {
    letGo: async () => {
      await client.query('COMMIT');
      client.release();
    },
  };
}

async function waitingForLocks(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
  );
  return rowCount ?? 0;
}

/** Does to the writer's connection what only the role that it signed in as may do. */
async function toWritersConnection(what: 'pg_terminate_backend' | 'pg_cancel_backend'): Promise<void> {
  const client = new pg.Client({ connectionString: database.target.connectionString });
  await client.connect();
  await client.query(
    `SELECT ${what}(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, 'nsimbi writer')`,
  );
  await client.end();
}
