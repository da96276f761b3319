import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisPerson } from '../../src/cli/actor.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Answer, aMoment, anInteger, type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let shop: Business;
let seller: Speaker;
let late: Record<'collections' | 'payouts', number[]>;

/** Fails, and turns out paid 5 s later (interface-decisions 8). */
const lateNumber = '256770000008';
/** Never ends by itself. */
const silentNumber = '256700000005';

beforeAll(async () => {
  world = await World.open({ NSIMBI_TRUTH_DEADLINE: '2s' });
  shop = await world.business('Nakasero Market', 1_000_000);
  seller = await world.as(shop);
  // Together, because each takes its six seconds.
  late = {
    collections: await Promise.all(
      [20_000, 20_000, 20_000, 20_000].map((amount) => idOf(seller.collect(lateNumber, amount))),
    ),
    payouts: await Promise.all([10_000, 10_000, 10_000].map((amount) => idOf(seller.send(lateNumber, amount)))),
  };
});
afterAll(() => world.close());

async function idOf(made: Promise<Answer>): Promise<number> {
  return (await made).body.data.transaction_id;
}

function review(...words: string[]): Promise<Json[]> {
  return world.terminal.ask('review', ...words);
}

/** Waits for the case of a kind about a transaction, and gives it as the list shows it. */
async function caseAbout(transactionId: number, kind: 'late_success' | 'truth_deadline'): Promise<Json> {
  return await waitUntil(`a case ${kind} about transaction ${transactionId}`, async () =>
    (await review('list')).find((one) => one.transaction_id === transactionId && one.kind === kind),
  );
}

function resolve(reviewCaseId: number, as: string, ...more: string[]) {
  const decision = ['--as', as, '--reason', "The operator's statement", ...more];
  return world.terminal.run('review', 'resolve', String(reviewCaseId), ...decision, '--json');
}

async function resolved(reviewCaseId: number, as: string): Promise<Json> {
  const { exitCode, lines, errors } = await resolve(reviewCaseId, as);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
  return JSON.parse(lines[0] ?? '');
}

function taken<T>(from: T[]): T {
  const one = from.shift();
  if (one === undefined) throw new Error('all of them are used');
  return one;
}

async function eventsOf(transactionId: number): Promise<Json[]> {
  return (await seller.events()).filter(({ data }) => data.id === transactionId);
}

describe('issue 4, "review cases can be resolved (credited, refunded, written off) with reason and second person"', () => {
  test('list and show tell what is known of a late success, and which ends fit', async () => {
    const [collection = 0] = late.collections;
    const listed = await caseAbout(collection, 'late_success');
    const { reference, external_reference: external } = await seller.transaction(collection);
    expect(listed).toStrictEqual({
      review_case_id: anInteger,
      mode: 'test',
      kind: 'late_success',
      transaction_id: collection,
      reference,
      status: 'failed',
      amount: 20_000,
      in_suspense: 20_000,
      opened_at: aMoment,
      resolution: null,
    });
    const [shown] = await review('show', String(listed.review_case_id));
    expect(shown).toMatchObject({
      review_case_id: listed.review_case_id,
      kind: 'late_success',
      meaning: 'The operator reported a success after the payment had failed.',
      in_suspense: 20_000,
      found: { status_here: 'failed', expected: 20_000, receipt: expect.any(String), booked: true },
      resolution: null,
      transaction: { id: collection, reference, external_reference: external, failure_code: 'prompt_expired' },
      resolutions: [
        { as: 'credited', meaning: "The client's wallet is credited with the amount that the operator reported." },
        { as: 'returned', meaning: 'The operator reversed it manually.' },
        { as: 'kept', meaning: 'It is booked as our income, because its owner is unknown.' },
      ],
    });
    const { lines } = await world.terminal.run('review', 'show', String(listed.review_case_id));
    expect(lines).toContainEqual(expect.stringMatching(/^in suspense +UGX 20,000$/));
    expect(lines).toContainEqual(expect.stringMatching(/^credited +The client's wallet is credited/));
  });

  test('a late collection that is credited reaches the wallet less its fee, as a correction with its events', async () => {
    const collection = taken(late.collections);
    const { review_case_id: id } = await caseAbout(collection, 'late_success');
    const before = await seller.money();
    const ended = await resolved(id, 'credited');
    expect(ended).toMatchObject({
      review_case_id: id,
      resolution: 'credited',
      resolution_reason: "The operator's statement",
      resolved_by: thisPerson(),
      confirmed_by: `${thisPerson()} (test money)`,
      resolved_at: aMoment,
      resolution_transaction_id: anInteger,
    });
    expect(await seller.money()).toEqual({ balance: before.balance + 19_000, held: before.held });
    const correction = await seller.transaction(ended.resolution_transaction_id);
    expect(correction).toMatchObject({
      type: 'adjustment',
      direction: 'in',
      status: 'completed',
      amount: 20_000,
      fee_amount: 1_000,
      net_amount: 19_000,
      description: "The operator's statement",
      metadata: { resolves: collection },
    });
    expect(correction.metadata).not.toHaveProperty('approver');
    // interface-decisions 6: "a review case resolved: a new adjustment with metadata.resolves, events of a correction".
    const events = await eventsOf(ended.resolution_transaction_id);
    expect(events.map(({ type }) => type)).toEqual(['transaction.created', 'transaction.completed', 'wallet.credited']);
    expect((await seller.transaction(collection)).status).toBe('failed');
  });

  test.each(['returned', 'kept'])('a late collection that is %s moves no wallet and tells no client', async (as) => {
    const { review_case_id: id } = await caseAbout(taken(late.collections), 'late_success');
    const before = { money: await seller.money(), events: (await seller.events()).length };
    const ended = await resolved(id, as);
    expect(ended).toMatchObject({ resolution: as, resolution_transaction_id: anInteger });
    expect({ money: await seller.money(), events: (await seller.events()).length }).toEqual(before);
  });

  test('a late payout that is charged leaves the wallet', async () => {
    const payout = taken(late.payouts);
    const { review_case_id: id, in_suspense: inSuspense } = await caseAbout(payout, 'late_success');
    expect(inSuspense).toBe(-10_000);
    const before = await seller.money();
    const ended = await resolved(id, 'charged');
    expect(await seller.money()).toEqual({ balance: before.balance - 10_000, held: before.held });
    const events = await eventsOf(ended.resolution_transaction_id);
    expect(events.map(({ type }) => type)).toEqual(['transaction.created', 'transaction.completed', 'wallet.debited']);
    expect(events[0].data.metadata.resolves).toBe(payout);
  });

  test.each(['returned', 'written_off'])('a late payout that is %s moves no wallet', async (as) => {
    const { review_case_id: id } = await caseAbout(taken(late.payouts), 'late_success');
    const before = await seller.money();
    expect(await resolved(id, as)).toMatchObject({ resolution: as, resolution_transaction_id: anInteger });
    expect(await seller.money()).toEqual(before);
  });

  test('a wallet that has too little pays what it has; the rest is owed to us', async () => {
    const stall = await world.business('Small Stall', 10_600);
    const vendor = await world.as(stall);
    const payout = await idOf(vendor.send(lateNumber, 10_000));
    await vendor.end(payout);
    const { review_case_id: id } = await caseAbout(payout, 'late_success');
    await vendor.send(shop.phone, 8_000);
    await resolved(id, 'charged');
    expect(await vendor.money()).toEqual({ balance: 0, held: 0 });
    const { rows } = await world.database.pool.query(
      // The service folds deltas into the balance all the time.
      `SELECT (balance + coalesce((SELECT sum(amount) FROM system_account_delta AS delta
                                    WHERE delta.account_id = account.account_id), 0))::text AS owed
         FROM system_account AS account WHERE kind = 'receivable' AND mode = 'test'`,
    );
    expect(rows).toEqual([{ owed: expect.stringMatching(/^-?7400$/) }]);
  });

  test('what does not fit is refused with what does, and a case ends once', async () => {
    const collection = taken(late.collections);
    const { review_case_id: id } = await caseAbout(collection, 'late_success');
    const before = await seller.money();
    expect(await resolve(id, 'charged')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('credited, returned, kept')],
    });
    expect(await resolve(id, 'forgotten')).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('one of')] });
    expect(await seller.money()).toEqual(before);
    expect((await resolve(id, 'kept')).exitCode).toBe(0);
    expect(await resolve(id, 'credited')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('already resolved')],
    });
    expect(await resolve(999_999, 'kept')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('there is no review case 999999')],
    });
    expect(await seller.money()).toEqual(before);
    const [shown] = await review('show', String(id));
    expect(shown).toMatchObject({ resolution: 'kept', resolved_by: thisPerson(), resolutions: [] });
    expect((await review('list')).map(({ review_case_id: open }) => open)).not.toContain(id);
    expect((await review('list', '--all')).map(({ review_case_id: any }) => any)).toContain(id);
    const { rows } = await world.database.pool.query(
      'SELECT actor, action, details FROM audit_log WHERE subject = $1',
      [`review case ${id}`],
    );
    expect(rows).toEqual([
      {
        actor: thisPerson(),
        action: 'review_case.resolved',
        details: { resolution: 'kept', resolved_by: thisPerson(), confirmed_by: `${thisPerson()} (test money)` },
      },
    ]);
  });
});

describe('issue 4, "transactions past the truth deadline in review"', () => {
  test.each([
    { as: 'completed', status: 'completed', credited: 9_500 },
    { as: 'failed', status: 'failed', credited: 0 },
  ])('a silent collection is $as on other evidence', async ({ as, status, credited }) => {
    const before = await seller.money();
    const collection = await idOf(seller.collect(silentNumber, 10_000));
    const { review_case_id: id } = await caseAbout(collection, 'truth_deadline');
    const [shown] = await review('show', String(id));
    expect(shown.resolutions.map(({ as: end }: Json) => end)).toEqual(['completed', 'failed', 'dismissed']);
    await resolved(id, as);
    expect((await seller.transaction(collection)).status).toBe(status);
    expect(await seller.money()).toEqual({ balance: before.balance + credited, held: before.held });
  });

  test.each([
    { as: 'completed', status: 'completed', spent: 10_600 },
    { as: 'failed', status: 'failed', spent: 0 },
  ])('a silent payout is $as on other evidence', async ({ as, status, spent }) => {
    const before = await seller.money();
    const payout = await idOf(seller.send(silentNumber, 10_000));
    const { review_case_id: id } = await caseAbout(payout, 'truth_deadline');
    await resolved(id, as);
    expect((await seller.transaction(payout)).status).toBe(status);
    expect(await seller.money()).toEqual({ balance: before.balance - spent, held: before.held });
  });

  test('a silent refund that failed after all gives the money back, and its collection can be refunded again', async () => {
    const collection = await idOf(seller.collect(silentNumber, 10_000));
    await resolved((await caseAbout(collection, 'truth_deadline')).review_case_id, 'completed');
    const before = await seller.money();
    const path = `/wallet/collections/${collection}/refund`;
    const refund = await idOf(seller.post(path, {}));
    await resolved((await caseAbout(refund, 'truth_deadline')).review_case_id, 'failed');
    expect(await seller.money()).toEqual(before);
    const again = await idOf(seller.post(path, {}));
    await resolved((await caseAbout(again, 'truth_deadline')).review_case_id, 'completed');
    expect(await seller.money()).toEqual({ balance: before.balance - 10_000, held: before.held });
  });

  test('dismissed, the transaction stays as it is and its money stays held', async () => {
    const before = await seller.money();
    const payout = await idOf(seller.withdraw(silentNumber, 10_000));
    const { review_case_id: id } = await caseAbout(payout, 'truth_deadline');
    expect(await resolved(id, 'dismissed')).toMatchObject({ resolution_transaction_id: null });
    expect((await seller.transaction(payout)).status).toBe('processing');
    expect(await seller.money()).toEqual({ balance: before.balance - 10_350, held: before.held + 10_350 });
  });
});

describe('a case about a payment that is none of our transactions', () => {
  /** Opens one as reconciliation does, and gives its number. */
  async function unknown(found: Record<string, unknown>): Promise<number> {
    const { rows } = await world.database.pool.query<{ review_case_id: string }>(
      `INSERT INTO review_case (mode, operator_account_id, kind, claim, found, opened_at)
       SELECT mode, operator_account_id, 'missing_here', $1, $2, clock_timestamp()
         FROM operator_account WHERE mode = 'test' AND operator = 'MTN' RETURNING review_case_id`,
      [String(found.receipt), JSON.stringify(found)],
    );
    return Number(rows[0]?.review_case_id);
  }
  const ends = async (id: number) => (await review('show', String(id)))[0].resolutions.map(({ as }: Json) => as);
  const client = () => ['--client', String(shop.clientId)];

  test('that does not say which way the money went can only be dismissed, by two persons', async () => {
    const id = await unknown({ receipt: 'R-77', amount: 5_000 });
    const [shown] = await review('show', String(id));
    expect(shown).toMatchObject({
      kind: 'missing_here',
      found: { receipt: 'R-77', amount: 5_000 },
      transaction_id: null,
      transaction: null,
      resolutions: [{ as: 'dismissed' }],
    });
    const listed = (await review('list')).find(({ review_case_id }: Json) => review_case_id === id);
    expect(listed).toMatchObject({ reference: null, amount: null });
    expect(await resolve(id, 'kept')).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('dismissed')] });
    expect(await resolved(id, 'dismissed')).toMatchObject({ resolution: 'dismissed', resolution_transaction_id: null });
    expect(await resolve(id, 'dismissed')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('already resolved')],
    });
  });

  test('that came in is credited to the client that is named, once, and its receipt is taken', async () => {
    const before = await seller.money();
    const found = { receipt: 'R-78', amount: 5_000, direction: 'in' };
    const id = await unknown(found);
    expect(await ends(id)).toEqual(['credited', 'kept', 'dismissed']);
    expect(await resolve(id, 'credited')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('Name the client')],
    });
    expect(await resolve(id, 'charged', ...client())).toMatchObject({ exitCode: 1 });
    expect(await resolve(id, 'credited', '--client', '999999')).toMatchObject({ exitCode: 1 });
    const { exitCode, lines } = await resolve(id, 'credited', ...client());
    expect(exitCode).toBe(0);
    const ended = JSON.parse(lines[0] ?? '');
    expect(ended).toMatchObject({ resolution: 'credited', resolution_transaction_id: anInteger });
    expect(await seller.money()).toEqual({ ...before, balance: before.balance + 5_000 });
    expect(await seller.transaction(ended.resolution_transaction_id)).toMatchObject({
      type: 'adjustment',
      direction: 'in',
      amount: 5_000,
    });
    expect(await resolve(id, 'credited', ...client())).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('already resolved')],
    });
    const { errors } = await world.terminal.run(
      ...['wallet', 'adjust', '--client', String(shop.clientId), '--mode', 'test', '--direction', 'in'],
      ...['--amount', '5000', '--reason', 'R-78 again', '--external-reference', 'R-78'],
    );
    expect(errors.join()).toMatch(/already booked as transaction/);
    expect(await seller.money()).toEqual({ ...before, balance: before.balance + 5_000 });
    const { rows } = await world.database.pool.query(
      "SELECT transaction_id::integer FROM operator_receipt WHERE receipt = 'R-78'",
    );
    expect(rows).toEqual([{ transaction_id: ended.resolution_transaction_id }]);
  });

  test('that went out is charged to a client or written off', async () => {
    const before = await seller.money();
    const charged = await unknown({ receipt: 'R-79', amount: 2_000, direction: 'out' });
    const lost = await unknown({ receipt: 'R-80', amount: 3_000, direction: 'out' });
    expect(await ends(charged)).toEqual(['charged', 'written_off', 'dismissed']);
    expect(await resolve(lost, 'written_off', ...client())).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('takes no client')],
    });
    expect(await resolve(charged, 'charged', ...client())).toMatchObject({ exitCode: 0 });
    expect(await resolved(lost, 'written_off')).toMatchObject({ resolution: 'written_off' });
    expect(await seller.money()).toEqual({ ...before, balance: before.balance - 2_000 });
  });

  test('a client is not named where the case has one', async () => {
    const payout = await idOf(seller.withdraw(silentNumber, 10_000));
    const { review_case_id: id } = await caseAbout(payout, 'truth_deadline');
    expect(await resolve(id, 'failed', ...client())).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('takes no client')],
    });
    await resolved(id, 'failed');
  });

  test('after all this the books agree', async () => {
    expect(await auditFindings(world.database.pool)).toEqual([]);
  });
});
