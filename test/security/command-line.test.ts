import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisPerson } from '../../src/cli/actor.ts';
import { enterByLink, type Person, type SignedIn, signedIn } from '../dashboard/person.ts';
import { beforeLiveMode, enableLiveMode } from '../database.ts';
import { type Answer, type Business, type Json, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';

/**
 * One person who may use the service's machine, and has an account of an administrator as well, tries to be two people: what they propose at
 * the command line, they approve in the dashboard. No mail server is configured.
 */

let world: World;
let shop: Business;
let insider: Person;
/** An account that the insider invited, and whose link they saw. */
let account: { readonly person: SignedIn; readonly email: string };
let colleague: Person;
let partner: Person;
let liveOperator: number;

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Shop');
  insider = await signedIn(world, { platform: 'platform_administrator' });
  colleague = await signedIn(world, { platform: 'platform_administrator' });
  partner = await signedIn(world, { platform: 'platform_administrator' });
  await world.terminal.ask('client', 'approval-threshold', ...wallet(), '--amount', '50000');
  account = await accountOf(insider, 'second@example.ug');
  await enableLiveMode(world.database);
  const { rows } = await world.database.owner.query(
    `INSERT INTO operator_account (mode, operator, host, environment, api_user)
     VALUES ('live', 'MTN', '127.0.0.1', 'test', 'test') RETURNING operator_account_id`,
  );
  liveOperator = rows[0].operator_account_id;
  await world.database.owner.query(
    `INSERT INTO system_account (mode, kind, operator_account_id, normal)
     VALUES ('live', 'collection_float', $1, 'debit'), ('live', 'disbursement_float', $1, 'debit'),
              ('live', 'suspense', $1, 'credit')`,
    [liveOperator],
  );
});
afterAll(async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
  await world.close();
});

const wallet = () => ['--client', String(shop.clientId), '--mode', 'live'];

/** An administrator whom somebody invites before live mode. */
async function accountOf(inviter: SignedIn, email: string): Promise<{ person: SignedIn; email: string }> {
  const body = { email, name: 'Second', role: 'platform_administrator' };
  const { link } = (await inviter.post('/platform/people', body)).body.data;
  return { person: await enterByLink(world.baseUrl, link, email), email };
}

/** What can be proposed at the command line. */
interface Kind {
  /** @returns the number of the proposal, or of the review case. */
  propose(): Promise<number>;
  approve(person: SignedIn, id: number): Promise<Answer>;
  reject(person: SignedIn, id: number): Promise<Answer>;
  /** How the two approvals are shown. */
  approvals(person: SignedIn, id: number): Promise<Json>;
  /** What it would change. */
  effect(): Promise<unknown>;
  /** The page on which it waits. */
  page(id: number): string;
  /** The entries of the audit log when both have approved. */
  readonly acts: readonly [first: string, last: string];
}

async function proposedAtTerminal(...words: string[]): Promise<number> {
  const [record] = await world.terminal.ask(...words);
  expect(record).toEqual({ proposal: expect.any(Number), status: 'waiting' });
  return record.proposal;
}

let slips = 0;

/** Decides by the digest that is read just before. */
const byDigest =
  (path: (id: number) => string, what: 'approve' | 'reject') =>
  async (person: SignedIn, id: number): Promise<Answer> => {
    const { digest } = (await person.get(path(id))).body.data;
    return await person.post(`${path(id)}/${what}`, { digest });
  };

const changeAt = (id: number) => `/platform/proposals/${id}`;
const change: Kind = {
  propose: () => {
    slips += 1;
    return proposedAtTerminal('client', 'approval-threshold', ...wallet(), '--amount', String(500_000 + slips));
  },
  approve: byDigest(changeAt, 'approve'),
  reject: byDigest(changeAt, 'reject'),
  approvals: async (person, id) => (await person.get(changeAt(id))).body.data,
  effect: async () => (await colleague.get(`/platform/clients/${shop.clientId}`)).body.data.live.approval_threshold,
  page: changeAt,
  acts: ['proposal.first_approved', 'proposal.approved'],
};

const adjustmentAt = (id: number) => `/platform/adjustments/${id}`;
const balance = async () => {
  const { rows } = await world.database.pool.query(
    "SELECT available FROM wallet WHERE client_id = $1 AND mode = 'live'",
    [shop.clientId],
  );
  return Number(rows[0]?.available);
};
const adjustment: Kind = {
  propose: () => {
    slips += 1;
    const money = ['--amount', '900000', '--reason', 'Slip', '--external-reference', `SLIP-${slips}`];
    return proposedAtTerminal('wallet', 'fund', ...wallet(), ...money);
  },
  approve: byDigest(adjustmentAt, 'approve'),
  reject: byDigest(adjustmentAt, 'reject'),
  approvals: async (person, id) => (await person.get(adjustmentAt(id))).body.data,
  effect: balance,
  page: () => '/platform/approvals',
  acts: ['adjustment.first_approved', 'adjustment.approved'],
};

const caseAt = (id: number) => `/platform/reviews/${id}`;
const end = { resolution: 'credited', reason: 'Paid to our till by hand' };
const proposeEnd = (caseId: number) =>
  proposedAtTerminal(
    ...['review', 'resolve', String(caseId), '--as', end.resolution, '--reason', end.reason],
    ...['--client', String(shop.clientId)],
  );
const resolution: Kind = {
  propose: async () => {
    slips += 1;
    const { rows } = await world.database.pool.query(
      `INSERT INTO review_case (mode, operator_account_id, kind, claim, found, opened_at)
       VALUES ('live', $1, 'missing_here', $2, $3, clock_timestamp()) RETURNING review_case_id`,
      [liveOperator, `R-${slips}`, JSON.stringify({ receipt: `R-${slips}`, amount: 5_000, direction: 'in' })],
    );
    return await proposeEnd(Number(rows[0].review_case_id));
  },
  approve: (person, id) => person.post(`${caseAt(id)}/confirm`, { ...end, client_id: shop.clientId }),
  reject: (person, id) => person.delete(`${caseAt(id)}/proposal`),
  approvals: async (person, id) => (await person.get(caseAt(id))).body.data.proposal,
  effect: balance,
  page: caseAt,
  acts: ['review_case.resolution_first_approved', 'review_case.resolved'],
};

const kinds: [string, Kind][] = [
  ['a change', change],
  ['a top-up', adjustment],
  ['the resolution of a review case', resolution],
];

describe.each(kinds)('%s that was proposed at the command line', (_, kind) => {
  test('is not made by the account of the one who proposed it, also together with an account that they invited', async () => {
    const before = await kind.effect();
    const id = await kind.propose();
    const first = await kind.approve(insider, id);
    expect([first.status, first.body.message]).toEqual([200, expect.stringContaining('Another person must')]);
    expect((await kind.approve(insider, id)).body.message).toBe(first.body.message);
    const second = await kind.approve(account.person, id);
    expect([second.status, second.body.code]).toEqual([403, 'second_person_required']);
    expect(await kind.effect()).toEqual(before);
    expect((await kind.reject(colleague, id)).status).toBe(200);

    const other = await kind.propose();
    expect((await kind.approve(account.person, other)).status).toBe(200);
    expect((await kind.approve(insider, other)).body.code).toBe('second_person_required');
    expect(await kind.effect()).toEqual(before);
    // Another person's approval after that is one of two people.
    expect((await kind.approve(colleague, other)).status).toBe(200);
    expect(await kind.effect()).not.toEqual(before);
  });

  test('is made by two people, waits for the second only, and has both in the audit log with what they saw', async () => {
    const before = await kind.effect();
    const id = await kind.propose();
    const { email } = colleague.credentials;
    expect(await kind.approvals(partner, id)).toMatchObject({ approvers_needed: 2, first_approver: null });
    expect(await pagesWaitingFor(colleague)).toContain(kind.page(id));
    expect((await kind.approve(colleague, id)).status).toBe(200);
    expect(await kind.approvals(partner, id)).toMatchObject({ approvers_needed: 2, first_approver: email });
    expect(await pagesWaitingFor(colleague)).not.toContain(kind.page(id));
    expect(await pagesWaitingFor(partner)).toContain(kind.page(id));
    expect(await kind.effect()).toEqual(before);
    const { rows: stored } = await world.database.pool.query(
      'SELECT approver FROM first_approval ORDER BY approved_at DESC LIMIT 1',
    );
    expect(stored).toEqual([{ approver: email }]);

    expect((await kind.approve(partner, id)).status).toBe(200);
    expect(await kind.effect()).not.toEqual(before);
    const { rows } = await world.database.pool.query(
      `SELECT actor, action, shown->>'proposed_by' AS shown, details->>'first_approver' AS first FROM audit_log
        WHERE action = ANY ($1) ORDER BY audit_log_id DESC LIMIT 2`,
      [kind.acts],
    );
    expect(rows).toEqual([
      { actor: partner.credentials.email, action: kind.acts[1], shown: thisPerson(), first: email },
      { actor: email, action: kind.acts[0], shown: thisPerson(), first: null },
    ]);
  });

  test('is made once when two people approve it at the same moment', async () => {
    const before = await kind.effect();
    const id = await kind.propose();
    const answers = await Promise.all([kind.approve(colleague, id), kind.approve(partner, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.message.includes('Another person must'))).toHaveLength(1);
    expect(await kind.effect()).not.toEqual(before);
  });

  test.each([
    ['who approved it first', () => colleague],
    ['who did not', () => partner],
  ])('is rejected by the person %s', async (_who, rejecter) => {
    const before = await kind.effect();
    const id = await kind.propose();
    await kind.approve(colleague, id);
    expect((await kind.reject(rejecter(), id)).status).toBe(200);
    expect((await kind.approve(partner, id)).status).not.toBe(200);
    expect(await kind.effect()).toEqual(before);
  });
});

/** The pages of what waits for a person; the number in the navigation is the same. */
async function pagesWaitingFor(person: SignedIn): Promise<string[]> {
  const waiting = (await person.get('/platform/waiting')).body.data;
  const state = (await person.get('/service-state')).body.data;
  expect(state.waiting_on_platform).toBe(waiting.length);
  return waiting.map(({ page }: Json) => page);
}

test('a change that has its first approval expires as it would without', async () => {
  const id = await change.propose();
  await change.approve(colleague, id);
  await world.database.owner.query(
    "UPDATE change_proposal SET proposed_at = proposed_at - interval '8 days' WHERE change_proposal_id = $1",
    [id],
  );
  expect((await change.approve(partner, id)).body.code).toBe('not_pending');
});

test('a first approval does not count for the same resolution that is proposed again', async () => {
  const before = await balance();
  const id = await resolution.propose();
  await resolution.approve(colleague, id);
  await resolution.reject(partner, id);
  await proposeEnd(id);
  expect(await resolution.approvals(partner, id)).toMatchObject({ first_approver: null });
  expect(await pagesWaitingFor(colleague)).toContain(caseAt(id));
  expect((await resolution.approve(partner, id)).body.message).toContain('Another person must');
  expect(await balance()).toBe(before);
  expect((await resolution.approve(colleague, id)).status).toBe(200);
  expect(await balance()).toBeGreaterThan(before);
});

test('a first approval is not changed or deleted by the service', async () => {
  await change.approve(colleague, await change.propose());
  for (const act of ["UPDATE first_approval SET approver = 'me'", 'DELETE FROM first_approval']) {
    await expect(world.database.pool.query(act)).rejects.toThrow(/permission denied/);
  }
});

describe('vouching at the command line', () => {
  const seenBy = async () => {
    const people = (await colleague.get(`/platform/people?search=${account.email}`)).body.data;
    return people[0].link_seen_by;
  };

  test('is a proposal too, which the one who saw the link does not complete', async () => {
    const { email } = insider.credentials;
    expect(await seenBy()).toEqual([email]);
    const id = await proposedAtTerminal('person', 'vouch', account.email);
    expect((await change.approve(insider, id)).status).toBe(200);
    expect((await change.approve(account.person, id)).body.code).toBe('second_person_required');
    expect(await seenBy()).toEqual([email]);
    await change.reject(colleague, id);

    // Whoever approves it last must be able to vouch in the dashboard.
    const other = await proposedAtTerminal('person', 'vouch', account.email);
    expect((await change.approve(colleague, other)).status).toBe(200);
    expect((await change.approve(insider, other)).body.code).toBe('second_person_required');
    expect((await change.approve(partner, other)).body.data.status).toBe('made');
    expect(await seenBy()).toEqual([]);
    const again = await world.terminal.run('person', 'vouch', account.email);
    expect([again.exitCode, again.errors]).toEqual([1, [expect.stringContaining('nobody need vouch')]]);
  });

  test('needs nobody else before live mode, for the first two people of a service', async () => {
    await beforeLiveMode(world.database);
    const { email } = await accountOf(insider, 'third@example.ug');
    expect(await world.terminal.ask('person', 'vouch', email)).toMatchObject([{ email, link_seen_by: [] }]);
    await enableLiveMode(world.database);
  });
});
