import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { openTerminal, type Terminal } from '../../test/cli/terminal.ts';
import { beforeLiveMode, createTestDatabase, enableLiveMode, type TestDatabase } from '../../test/database.ts';
import { auditFindings, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { serviceActor } from '../access/audit-log.ts';
import { addPerson } from '../access/people/people.ts';
import { storeUnfinished } from '../audit/resume.ts';
import type { OpenPayout } from '../ledger/commands/open-payout.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { readDatabaseId } from '../postgres/installation.ts';
import { thisPerson } from './actor.ts';

let database: TestDatabase;
let terminal: Terminal;
let writer: Writer;
const ask: Terminal['ask'] = (...words) => terminal.ask(...words);

beforeAll(async () => {
  database = await createTestDatabase();
  terminal = openTerminal(database);
  writer = new Writer({ target: database.target });
});

afterAll(async () => {
  await writer.close();
  expect(await auditFindings(database.pool)).toEqual([]);
  terminal.close();
  await database.drop();
});

let lastPhone = 256772100000;

async function newClient(): Promise<{ id: string; phone: string }> {
  lastPhone += 1;
  const phone = String(lastPhone);
  const [client] = await ask('client', 'create', '--name', `Shop ${phone}`, '--phone', phone);
  return { id: String(client.client_id), phone };
}

async function walletOf(clientId: string, mode: 'live' | 'test') {
  const { rows } = await database.pool.query<{ wallet_id: string; available: string; held: string; frozen: boolean }>(
    'SELECT wallet_id, available, held, frozen FROM wallet WHERE client_id = $1 AND mode = $2',
    [clientId, mode],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`client ${clientId} has no ${mode} wallet`);
  return {
    walletId: Number(row.wallet_id),
    available: Number(row.available),
    held: Number(row.held),
    frozen: row.frozen,
  };
}

async function acts(subject: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ act: string }>(
    `SELECT actor || ' ' || action AS act FROM audit_log WHERE subject = $1 ORDER BY audit_log_id`,
    [subject],
  );
  return rows.map(({ act }) => act);
}

async function open(payout: OpenPayout): Promise<string> {
  const outcome = await writer.submit(payout);
  if (outcome.is !== 'done') throw new Error(`the payout was ${outcome.is}`);
  expect(outcome.transaction.status).toBe('pending');
  return String(outcome.transaction.transactionId);
}

describe('client', () => {
  it('create answers client_id, name and phone, and both wallets are empty', async () => {
    const answer = await ask('client', 'create', '--name', 'Corner Shop', '--phone', '256772000001');
    expect(answer).toEqual([{ client_id: expect.any(Number), name: 'Corner Shop', phone: '256772000001' }]);
    const id = String(answer[0].client_id);
    expect(await walletOf(id, 'live')).toMatchObject({ available: 0 });
    expect(await walletOf(id, 'test')).toMatchObject({ available: 0 });
    expect(await acts(`client ${id}`)).toEqual([`${thisPerson()} client.created`]);
  });

  it('create refuses a phone that another client has, in one line', async () => {
    const { phone } = await newClient();
    const { exitCode, errors } = await terminal.run('client', 'create', '--name', 'Twin', '--phone', phone);
    expect({ exitCode, lines: errors.length }).toEqual({ exitCode: 1, lines: 1 });
    expect(errors[0]).toContain(phone);
  });

  it('list goes on after a number', async () => {
    const first = await newClient();
    const second = await newClient();
    const listed = await ask('client', 'list', '--after', first.id);
    expect(listed.map(({ phone }) => phone)).toEqual([second.phone]);
  });

  it('freeze stops one mode only, and unfreeze lets it go again', async () => {
    const { id } = await newClient();
    expect(await ask('client', 'freeze', '--client', id, '--mode', 'test')).toMatchObject([{ frozen: true }]);
    expect((await walletOf(id, 'test')).frozen).toBe(true);
    expect((await walletOf(id, 'live')).frozen).toBe(false);
    expect(await ask('client', 'unfreeze', '--client', id, '--mode', 'test')).toMatchObject([{ frozen: false }]);
    expect((await walletOf(id, 'test')).frozen).toBe(false);
  });

  it('limit changes what is named, keeps the other, and none lifts it', async () => {
    const { id } = await newClient();
    const limit = (...words: string[]) => ask('client', 'limit', '--client', id, '--mode', 'live', ...words);
    await limit('--per-transaction', '500000', '--per-day', '2000000');
    expect(await limit('--per-day', '3000000')).toMatchObject([
      { limit_per_transaction: 500_000, limit_per_day: 3_000_000 },
    ]);
    expect(await limit('--per-transaction', 'none')).toMatchObject([
      { limit_per_transaction: null, limit_per_day: 3_000_000 },
    ]);
  });

  it('approval-threshold sets from which amount on a person must approve, and none asks nobody', async () => {
    const { id } = await newClient();
    const threshold = (amount: string) =>
      ask('client', 'approval-threshold', '--client', id, '--mode', 'live', '--amount', amount);
    expect(await threshold('250000')).toMatchObject([{ mode: 'live', approval_threshold: 250_000 }]);
    expect(await threshold('none')).toMatchObject([{ mode: 'live', approval_threshold: null }]);
  });

  it('rate-limit sets what is named, and the rest has the default again', async () => {
    const { id } = await newClient();
    const limit = (...words: string[]) => ask('client', 'rate-limit', '--client', id, ...words);
    expect(await limit('--rate-limit', 'send_money=60', '--rate-limit', 'balance=600')).toEqual([
      { client_id: Number(id), rate_limits: { send_money: 60, balance: 600 } },
    ]);
    expect(await limit('--rate-limit', 'balance=600')).toEqual([
      { client_id: Number(id), rate_limits: { balance: 600 } },
    ]);
    const { rows } = await database.pool.query('SELECT rate_limits FROM client WHERE client_id = $1', [id]);
    expect(rows).toEqual([{ rate_limits: { balance: 600 } }]);
  });

  it('quota sets what is named, keeps the rest, and gives the default back', async () => {
    const { id } = await newClient();
    const quota = (...words: string[]) => ask('client', 'quota', '--client', id, ...words);
    expect(await quota('--live-keys', '40', '--rate-factor', '20')).toEqual([
      { client_id: Number(id), quotas: { live_keys: 40, rate_factor: 20 } },
    ]);
    expect(await quota('--event-streams', '200', '--live-keys', 'default')).toEqual([
      { client_id: Number(id), quotas: { rate_factor: 20, event_streams: 200 } },
    ]);
    expect(await terminal.run('client', 'quota', '--client', id)).toMatchObject({ exitCode: 1 });
    expect(await terminal.run('client', 'quota', '--client', id, '--test-keys', '0')).toMatchObject({ exitCode: 1 });
  });

  it('key create stops at the quota, says so in a line, and goes on when the quota is raised', async () => {
    const { id } = await newClient();
    await ask('client', 'quota', '--client', id, '--test-keys', '1');
    const create = ['key', 'create', '--client', id, '--mode', 'test', '--permissions', 'all'];
    await ask(...create);
    const refused = await terminal.run(...create);
    expect(refused.exitCode).toBe(1);
    expect(JSON.stringify(refused)).toContain(
      `the client ${id} has reached its limit of 1 working test API keys; revoke one that is not needed`,
    );
    await ask('client', 'quota', '--client', id, '--test-keys', '2');
    await ask(...create);
  });

  it('withdrawal-numbers adds, removes and restricts', async () => {
    const { id } = await newClient();
    const numbers = (...words: string[]) =>
      ask('client', 'withdrawal-numbers', '--client', id, '--mode', 'test', ...words);
    await numbers('--add', '256772000002', '--add', '256772000003', '--only-listed');
    expect(await numbers('--remove', '256772000002')).toMatchObject([{ only_listed: true, phones: ['256772000003'] }]);
    expect(await numbers('--any-number')).toMatchObject([{ only_listed: false, phones: ['256772000003'] }]);
    expect(await numbers()).toMatchObject([{ only_listed: false, phones: ['256772000003'] }]);
  });

  it('one-collection-per-payer is switched on and off for one mode', async () => {
    const { id } = await newClient();
    const switched = (to: string) => ask('client', 'one-collection-per-payer', to, '--client', id, '--mode', 'live');
    expect(await switched('on')).toMatchObject([{ mode: 'live', one_collection_per_payer: true }]);
    expect(await switched('off')).toMatchObject([{ mode: 'live', one_collection_per_payer: false }]);
    expect(await terminal.run('client', 'one-collection-per-payer', '--client', id, '--mode', 'live')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('switch')],
    });
  });

  it('a client that is not there is refused in one line that says how to find one', async () => {
    const { exitCode, errors } = await terminal.run('client', 'freeze', '--client', '999999', '--mode', 'test');
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: ['nsimbi: there is no client 999999; nsimbi client list shows those there are'],
    });
  });
});

describe('key', () => {
  it('create answers the five fields of interface-decisions section 10', async () => {
    const { id } = await newClient();
    const words = ['--permissions', 'wallet:read,wallet:send', '--rate-limit', 'send_money=600', '--expires-in', '90d'];
    const [key] = await ask('key', 'create', '--client', id, '--mode', 'test', ...words);
    expect(key).toEqual({
      api_key_id: expect.any(Number),
      api_key: expect.stringMatching(/^nsk_test_[0-9A-Za-z]{12}\.[0-9A-Za-z]{40}$/),
      client_id: Number(id),
      mode: 'test',
      permissions: ['wallet:read', 'wallet:send'],
    });
    const [listed] = await ask('key', 'list', '--client', id);
    expect(listed).toMatchObject({ rate_limits: { send_money: 600 }, revoked_at: null });
    expect(JSON.stringify(listed)).not.toContain(key.api_key.split('.')[1]);
    const inDays = (Date.parse(listed.expires_at) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(89.9);
    expect(inDays).toBeLessThan(90.1);
  });

  it('roll gives another key and ends the old one after the overlap; revoke ends it at once', async () => {
    const { id } = await newClient();
    const [old] = await ask('key', 'create', '--client', id, '--mode', 'live', '--permissions', 'all');
    const [rolled] = await ask('key', 'roll', String(old.api_key_id), '--overlap', '2h');
    expect(rolled).toMatchObject({ mode: 'live', permissions: old.permissions });
    expect(rolled.api_key).not.toBe(old.api_key);
    await ask('key', 'revoke', String(rolled.api_key_id));
    const [first, second] = await ask('key', 'list', '--client', id);
    expect(first).toMatchObject({ rolled_to: rolled.api_key_id, revoked_at: null });
    expect((Date.parse(first.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(2, 1);
    expect(second.revoked_at).not.toBeNull();
  });
});

describe('wallet', () => {
  it('fund puts test money in, and says what is there now', async () => {
    const { id } = await newClient();
    const fund = () => ask('wallet', 'fund', '--client', id, '--mode', 'test', '--amount', '250000');
    expect(await fund()).toMatchObject([{ reference: expect.stringMatching(/^DEP_/), new_balance: 250_000 }]);
    expect(await fund()).toMatchObject([{ new_balance: 500_000 }]);
    expect(await walletOf(id, 'test')).toMatchObject({ available: 500_000 });
    expect(await walletOf(id, 'live')).toMatchObject({ available: 0 });
    expect(await acts(`client ${id} test`)).toEqual([`${thisPerson()} wallet.funded`, `${thisPerson()} wallet.funded`]);
  });

  it('live money needs a slip, which is booked once, and another person once live mode is enabled', async () => {
    const { id } = await newClient();
    const fund = (...words: string[]) =>
      terminal.run('wallet', 'fund', '--client', id, '--mode', 'live', '--amount', '70000', ...words);
    expect(await fund()).toMatchObject({ exitCode: 1 });
    expect(await walletOf(id, 'live')).toMatchObject({ available: 0 });
    expect(await fund('--external-reference', 'slip-7')).toMatchObject({ exitCode: 0 });
    for (const slip of ['slip-7', 'SLIP 7']) {
      const again = await fund('--external-reference', slip);
      expect(again).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('already booked as transaction')] });
    }
    expect(await walletOf(id, 'live')).toMatchObject({ available: 70_000 });
    await enableLiveMode(database);
    expect(await fund('--external-reference', 'slip-8')).toMatchObject({
      exitCode: 0,
      lines: [expect.stringMatching(/proposal/), expect.stringMatching(/waiting/)],
    });
    expect(await walletOf(id, 'live')).toMatchObject({ available: 70_000 });
    await beforeLiveMode(database);
  });

  it('adjust takes out what is there and no more', async () => {
    const { id } = await newClient();
    await ask('wallet', 'fund', '--client', id, '--mode', 'test', '--amount', '1000');
    const adjust = (amount: string) =>
      terminal.run(
        ...['wallet', 'adjust', '--client', id, '--mode', 'test', '--direction', 'out', '--amount', amount],
        ...['--reason', 'Counted again', '--json'],
      );
    expect(await adjust('1001')).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('UGX 1,000')] });
    const { lines } = await adjust('400');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      reference: expect.stringMatching(/^ADJ_/),
      direction: 'out',
      amount: 400,
      new_balance: 600,
    });
  });
});

describe('person vouch', () => {
  it('ends what ties an account to whoever has seen a link of it, and is in the audit log', async () => {
    const email = 'nakato@example.ug';
    const [invited] = await ask(
      'person',
      'invite',
      '--email',
      email,
      '--name',
      'Nakato',
      '--platform-role',
      'platform_support',
    );
    expect(invited).toMatchObject({ link: expect.stringContaining('/set-password?token=') });
    const [before] = await ask('person', 'list', '--after', 'nakato@example');
    expect(before).toMatchObject({ email, link_seen_by: [thisPerson()] });
    expect(await ask('person', 'vouch', email)).toMatchObject([{ email, link_seen_by: [] }]);
    expect(await acts(`person ${invited?.person_id}`)).toContain(`${thisPerson()} person.vouched_for`);
    expect(await terminal.run('person', 'vouch', 'nobody@example.ug')).toMatchObject({ exitCode: 1 });
  });
});

describe('person', () => {
  it('disables a person of an earlier version whose address has no dot in its domain, and invites no such person', async () => {
    await addPerson(database.pool, { email: 'ops@intranet', name: 'Operations', actor: serviceActor('test') });
    expect(await ask('person', 'disable', 'OPS@intranet')).toMatchObject([
      { email: 'ops@intranet', status: 'disabled' },
    ]);
    expect(
      await terminal.run(
        'person',
        'invite',
        '--email',
        'new@intranet',
        '--name',
        'New',
        '--platform-role',
        'platform_support',
      ),
    ).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('It must be an email address.')] });
  });
});

describe('float', () => {
  const words = (reference: string) => [
    ...['--operator', 'Airtel', '--mode', 'test', '--float', 'disbursement', '--amount', '1000000'],
    ...['--reason', 'For the weekend', '--reference', reference],
  ];

  /** What funding, sweeping and charges left on the books. */
  async function floats(account: number): Promise<Record<string, number>> {
    const { rows } = await database.pool.query<{ kind: string; moved: string }>(
      `SELECT kind, sum(delta.amount) AS moved FROM system_account JOIN system_account_delta AS delta USING (account_id)
        WHERE operator_account_id = $1 OR kind IN ('bank', 'operator_charges') GROUP BY kind`,
      [account],
    );
    return Object.fromEntries(rows.map(({ kind, moved }) => [kind, Number(moved)]));
  }

  async function newAccount(): Promise<number> {
    const { id } = await newClient();
    const wallet = { walletId: (await walletOf(id, 'test')).walletId, phone: '256772000009' };
    return (await payoutOf(database, wallet, 1, 0)).route.operatorAccountId;
  }

  it('fund, sweep and charge book what moved outside of payments, a slip once', async () => {
    expect(await terminal.run('float', 'fund', ...words('BANK-0'))).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('there is no such account at airtel in test mode')],
    });
    const account = await newAccount();
    const [funded] = await ask('float', 'fund', ...words('BANK-1'));
    expect(funded).toEqual({
      transaction_id: expect.any(Number),
      operator: 'Airtel',
      operator_account_id: account,
      mode: 'test',
      float: 'disbursement_float',
      booked: 'fund',
      amount: 1_000_000,
      external_reference: 'BANK-1',
      made_by: thisPerson(),
    });
    const before = await floats(account);
    await ask('float', 'sweep', ...words('BANK-2'), '--amount', '250000', '--float', 'collection');
    await ask('float', 'charge', ...words('CHARGE-1'), '--amount', '450');
    const after = await floats(account);
    const moved = (kind: string) => Math.abs((after[kind] ?? 0) - (before[kind] ?? 0));
    expect(['collection_float', 'disbursement_float', 'bank', 'operator_charges'].map(moved)).toEqual([
      250_000, 450, 250_000, 450,
    ]);
    expect(await acts(`operator account ${account}`)).toEqual([
      `${thisPerson()} float.funded`,
      `${thisPerson()} float.swept`,
      `${thisPerson()} float.charged`,
    ]);
    for (const slip of ['BANK-1', 'bank 1']) {
      expect(await terminal.run('float', 'fund', ...words(slip))).toMatchObject({
        exitCode: 1,
        errors: [expect.stringContaining(`already booked as transaction ${funded.transaction_id}; case, spaces and`)],
      });
    }
    expect(await floats(account)).toEqual(after);
  });

  it('asks which account, where there are several at the operator', async () => {
    const other = await newAccount();
    expect(await terminal.run('float', 'fund', ...words('BANK-4'))).toMatchObject({
      exitCode: 1,
      errors: [expect.stringMatching(new RegExp(`name one with --account: \\d+ .*; ${other} \\(test at test, `))],
    });
    const [funded] = await ask('float', 'fund', ...words('BANK-4'), '--account', String(other));
    expect(funded).toMatchObject({ operator_account_id: other });
  });
});

describe('fees', () => {
  it('set adds a schedule that is in force at once, for one client only, and history keeps those before', async () => {
    const { id } = await newClient();
    const other = await newClient();
    const bands = ['--band', 'up_to=50000,fixed=500', '--band', 'basis_points=100,maximum=20000'];
    const [set] = await ask('fees', 'set', 'withdrawal', ...bands, '--client', id);
    expect(set).toMatchObject({
      operation: 'withdrawal',
      client_id: Number(id),
      created_by: thisPerson(),
      bands: [
        { up_to: 50_000, fixed: 500, basis_points: 0, minimum: 0, maximum: null },
        { up_to: null, fixed: 0, basis_points: 100, minimum: 0, maximum: 20_000 },
      ],
    });
    const withdrawal = async (...words: string[]) =>
      (await ask('fees', 'show', ...words)).filter(({ operation }) => operation === 'withdrawal');
    expect(await withdrawal('--client', id)).toEqual([set]);
    expect(await withdrawal('--client', other.id)).toMatchObject([{ client_id: null, bands: [{ basis_points: 350 }] }]);
    expect(await withdrawal()).toMatchObject([{ client_id: null, bands: [{ basis_points: 350 }] }]);
    expect(await withdrawal('--client', id, '--history')).toHaveLength(2);
  });

  it('clear gives a client the fees of everybody again, for one operation or for all', async () => {
    const { id } = await newClient();
    for (const operation of ['withdrawal', 'collection']) {
      await ask('fees', 'set', operation, '--band', 'fixed=100', '--client', id);
    }
    const costs = async () =>
      (await ask('fees', 'show', '--client', id)).map(({ operation, bands }) => [operation, bands[0].fixed]);
    expect(await costs()).toContainEqual(['withdrawal', 100]);
    const cleared = await ask('fees', 'clear', 'withdrawal', '--client', id);
    expect(cleared).toMatchObject([{ operation: 'withdrawal', client_id: Number(id), bands: null }]);
    expect(await costs()).toContainEqual(['withdrawal', 0]);
    expect(await costs()).toContainEqual(['collection', 100]);
    expect(await ask('fees', 'clear', '--client', id)).toMatchObject([{ operation: 'collection', bands: null }]);
    expect(await terminal.run('fees', 'clear', '--client', id)).toMatchObject({ exitCode: 1 });
    expect(await ask('fees', 'show', '--client', id, '--history')).toHaveLength(8);
  });

  it('a schedule to come is not in force yet, and none can begin in the past', async () => {
    const set = (from: string) =>
      terminal.run('fees', 'set', 'collection', '--band', 'basis_points=9999', '--from', from);
    expect(await set(new Date(Date.now() + 3_600_000).toISOString())).toMatchObject({ exitCode: 0 });
    expect(await set('2020-01-01T00:00:00Z')).toMatchObject({ exitCode: 1 });
    const [collection] = await ask('fees', 'show');
    expect(collection).toMatchObject({ operation: 'collection', bands: [{ basis_points: 500 }] });
  });

  it('bands in the wrong order are refused', async () => {
    const words = ['--band', 'up_to=500,fixed=5', '--band', 'up_to=100,fixed=1'];
    expect(await terminal.run('fees', 'set', 'collection', ...words)).toMatchObject({ exitCode: 1 });
  });
});

describe('transaction', () => {
  async function twoWallets() {
    const from = await newClient();
    const to = await newClient();
    await ask('wallet', 'fund', '--client', from.id, '--mode', 'test', '--amount', '100000');
    await ask('client', 'approval-threshold', '--client', from.id, '--mode', 'test', '--amount', '20000');
    return {
      from: { ...from, walletId: (await walletOf(from.id, 'test')).walletId },
      to: { ...to, walletId: (await walletOf(to.id, 'test')).walletId },
    };
  }

  it('show prints the transaction with its transfers and events, by id and by reference', async () => {
    const { id } = await newClient();
    const [funded] = await ask('wallet', 'fund', '--client', id, '--mode', 'test', '--amount', '9000');
    const [shown] = await ask('transaction', 'show', String(funded.transaction_id));
    expect(shown).toMatchObject({
      id: funded.transaction_id,
      reference: funded.reference,
      type: 'deposit',
      amount: 9_000,
      status: 'completed',
      transfers: [{ line: 1, debit: 'issuance', credit: expect.stringMatching(/^wallet \d+$/), amount: 9_000 }],
      events: [
        { id: `evt_${funded.transaction_id}_1`, type: 'transaction.created', sequence: 1 },
        { type: 'transaction.completed', sequence: 2 },
        { type: 'wallet.credited', sequence: 3 },
        { type: 'deposit.completed', sequence: 4 },
      ],
    });
    expect(await ask('transaction', 'show', funded.reference)).toEqual([shown]);
    const { lines } = await terminal.run('transaction', 'show', String(funded.transaction_id));
    expect(lines).toContainEqual(expect.stringMatching(/^amount +UGX 9,000$/));
  });

  it('show refuses an id that no transaction has', async () => {
    expect(await terminal.run('transaction', 'show', '123456789')).toMatchObject({
      exitCode: 1,
      errors: ['nsimbi: there is no transaction 123456789; check the id'],
    });
  });

  it('approve lets an internal payment of UGX 20,000 arrive', async () => {
    const { from, to } = await twoWallets();
    const id = await open(paymentOf(from, to, 20_000));
    expect(await walletOf(from.id, 'test')).toMatchObject({ available: 80_000, held: 20_000 });
    const [approved] = await ask('transaction', 'approve', id);
    expect(approved).toMatchObject({ status: 'completed', metadata: { approver: thisPerson() } });
    expect(await walletOf(from.id, 'test')).toMatchObject({ available: 80_000, held: 0 });
    expect(await walletOf(to.id, 'test')).toMatchObject({ available: 20_000 });
    expect(await acts(`transaction ${id}`)).toEqual([`${thisPerson()} transaction.approved`]);
    expect(await terminal.run('transaction', 'approve', id)).toMatchObject({ exitCode: 1 });
    expect(await walletOf(to.id, 'test')).toMatchObject({ available: 20_000 });
  });

  it('the maker cannot approve', async () => {
    const { from, to } = await twoWallets();
    const id = await open({ ...paymentOf(from, to, 20_000), maker: thisPerson() });
    const { exitCode, errors } = await terminal.run('transaction', 'approve', id);
    expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: [expect.stringContaining('another person must')] });
    expect(await walletOf(to.id, 'test')).toMatchObject({ available: 0 });
    await ask('transaction', 'reject', id);
  });

  it('approve queues a payout through an operator, to be sent by the service', async () => {
    const { from } = await twoWallets();
    const id = await open(await payoutOf(database, from, 30_000, 1_800));
    expect(await ask('transaction', 'approve', id)).toMatchObject([{ status: 'processing' }]);
    const { rows } = await database.pool.query('SELECT sends FROM submission WHERE transaction_id = $1', [id]);
    expect(rows).toEqual([{ sends: 0 }]);
    expect(await walletOf(from.id, 'test')).toMatchObject({ available: 68_200, held: 31_800 });
  });

  it('reject gives the money back, with the reason that the client reads', async () => {
    const { from, to } = await twoWallets();
    const id = await open(paymentOf(from, to, 50_000));
    const [rejected] = await ask('transaction', 'reject', id, '--reason', 'Not agreed with the board');
    expect(rejected).toMatchObject({
      status: 'failed',
      failure_code: 'approval_rejected',
      failure_reason: 'Not agreed with the board',
    });
    expect(await walletOf(from.id, 'test')).toMatchObject({ available: 100_000, held: 0 });
    expect(await acts(`transaction ${id}`)).toEqual([`${thisPerson()} transaction.rejected`]);
  });
});

describe('seed', () => {
  it('makes 1,100 clients whose phones are new, whose money is in the ledger, and whose keys are theirs', async () => {
    const taken = '256760000003';
    await ask('client', 'create', '--name', 'Already here', '--phone', taken);
    const words = ['--balance', '5000', '--rate-limit', 'send_money=1000000'];
    const seeded = await ask('seed', '--clients', '1100', ...words);
    expect(seeded).toHaveLength(1_100);
    expect(Object.keys(seeded[0])).toEqual(['client_id', 'wallet_id', 'phone', 'api_key']);
    for (const field of ['client_id', 'wallet_id', 'phone', 'api_key']) {
      expect(new Set(seeded.map((client) => client[field])).size).toBe(1_100);
    }
    expect(seeded.map(({ phone }) => phone)).not.toContain(taken);
    const { rows } = await database.pool.query<{ sum: string; wallets: string }>(
      `SELECT sum(available) AS sum, count(*) AS wallets FROM wallet w
         JOIN api_key k ON k.wallet_id = w.wallet_id AND k.client_id = w.client_id
         JOIN wallet_phone p ON p.wallet_id = w.wallet_id
        WHERE w.mode = 'test' AND k.mode = 'test' AND k.rate_limits = '{"send_money": 1000000}'
          AND (w.client_id, w.wallet_id, p.phone, 'nsk_test_' || k.public_id)
              IN (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]))`,
      [
        seeded.map((client) => client.client_id),
        seeded.map((client) => client.wallet_id),
        seeded.map((client) => client.phone),
        seeded.map((client) => client.api_key.split('.')[0]),
      ],
    );
    expect(rows).toEqual([{ sum: '5500000', wallets: '1100' }]);
    const live = `SELECT FROM wallet_phone WHERE mode = 'live' AND phone = ANY ($1)`;
    expect((await database.pool.query(live, [seeded.map(({ phone }) => phone)])).rowCount).toBe(0);
    const again = await ask('seed', '--clients', '2');
    expect(seeded.map(({ phone }) => phone)).not.toContain(again[0].phone);
  });
});

describe('audit', () => {
  it('ends with 0 when every rule holds, and with 1 and a line with ids for each broken one', async () => {
    const own = await createTestDatabase();
    const at = openTerminal(own);
    try {
      await at.ask('client', 'create', '--name', 'Audited', '--phone', '256772000009');
      await at.ask('wallet', 'fund', '--client', '1', '--mode', 'test', '--amount', '1000');
      expect(await at.ask('audit')).toEqual([{ wallets: 4, findings: 0, clean: true }]);
      const { rows } = await own.pool.query<{ wallet_id: string }>(
        'UPDATE wallet SET available = 999 WHERE available = 1000 RETURNING wallet_id',
      );
      const broken = await at.run('audit', '--json');
      expect(broken.exitCode).toBe(1);
      const findings = broken.lines.map((line): unknown => JSON.parse(line));
      expect(findings).toContainEqual({
        rule: 'wallet_balance_is_its_transfers',
        detail: `wallet ${rows[0]?.wallet_id} has 999 available, its transfers add up to 1000`,
      });
      expect(findings.at(-1)).toEqual({ wallets: 4, findings: findings.length - 1, clean: false });
      expect((await at.run('audit')).lines).toContainEqual(
        expect.stringMatching(/^wallet_balance_is_its_transfers: wallet \d+ has 999 available/),
      );
    } finally {
      at.close();
      await own.drop();
    }
  });
});

describe('audit --resume', () => {
  it('continues behind the wallets that were read, repeats what was found, and then forgets the audit', async () => {
    const { installation_id: installationId } = (await database.pool.query('SELECT installation_id FROM installation'))
      .rows[0];
    const { count, last } = (await database.pool.query('SELECT count(*), max(wallet_id) AS last FROM wallet')).rows[0];
    storeUnfinished(terminal.dataDir, {
      installationId,
      version: packageJson.version,
      startedAt: '2026-11-25T09:00:00.000Z',
      progress: {
        books: { walletsDone: Number(count), walletsTotal: Number(count), walletsUpTo: String(last) },
        rounds: null,
      },
      findings: [{ rule: 'wallet_balance_is_its_transfers', detail: 'wallet 7 was wrong' }],
    });
    const { exitCode, lines } = await terminal.run('audit', '--resume');
    expect({ exitCode, first: lines[0] }).toEqual({
      exitCode: 1,
      first: 'wallet_balance_is_its_transfers: wallet 7 was wrong',
    });
    expect(await terminal.run('audit', '--resume')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('no audit was cut off')],
    });
  });
});

describe('doctor', () => {
  const resultsOf = (lines: readonly string[]) =>
    Object.fromEntries(
      lines.map((line): [string, string] => {
        const { check, result }: { check: string; result: string } = JSON.parse(line);
        return [check, result];
      }),
    );

  it('finds the roles, the migrations, the clock and the installation in order', async () => {
    const { lines } = await terminal.run('doctor', '--json');
    expect(resultsOf(lines)).toMatchObject({
      settings: 'ok',
      'data folder': 'ok',
      database: 'ok',
      clock: 'ok',
      roles: 'ok',
      login: 'ok',
      migrations: 'ok',
      'trusted clock': 'ok',
      records: 'ok',
      installation: 'ok',
      proofs: 'ok',
    });
  });

  it('warns of a clock of the database that is eight days ahead, and says that no deadline moves', async () => {
    const setAhead = (days: number) =>
      database.pool.query(
        `UPDATE trusted_clock SET trusted_at = trusted_at - ahead, wall_at = wall_at - ahead, steady_since = steady_since - ahead
           FROM (SELECT $1 * interval '1 day' AS ahead) AS set`,
        [days],
      );
    await setAhead(8);
    try {
      const { lines } = await terminal.run('doctor', '--json');
      expect(resultsOf(lines)).toMatchObject({ 'trusted clock': 'warning', clock: 'ok' });
      expect(lines.join('\n')).toContain('no deadline moves');
    } finally {
      await setAhead(-8);
    }
  });

  it('says that a copied database belongs to another installation, that others may read the key, and how to mend it', async () => {
    const file = join(terminal.dataDir, 'credentials.json');
    writeFileSync(file, '{}');
    chmodSync(file, 0o644);
    const other = openTerminal(database, { NSIMBI_INSTALLATION_ID: '0195e8a4-3f1c-4c55-9f0e-2f6f3f6f9f10' });
    try {
      const { exitCode, lines } = await other.run('doctor', '--json');
      expect(exitCode).toBe(1);
      expect(resultsOf(lines)).toMatchObject({ installation: 'problem' });
      expect(lines.join('\n')).toContain('NSIMBI_INSTALLATION_ID=');
      expect(resultsOf((await terminal.run('doctor', '--json')).lines)).toMatchObject({ credentials: 'warning' });
    } finally {
      other.close();
      rmSync(file);
    }
  });

  it('says what is wrong with a setting, and with a database that is not there', async () => {
    const wrong = openTerminal(database, { NSIMBI_OPERATOR_WAIT: 'soon' });
    const away = openTerminal(database, { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    try {
      expect(resultsOf((await wrong.run('doctor', '--json')).lines)).toMatchObject({ settings: 'problem' });
      const { exitCode, lines } = await away.run('doctor', '--json');
      expect(exitCode).toBe(1);
      expect(resultsOf(lines)).toMatchObject({ settings: 'ok', database: 'problem' });
      expect(lines.at(-1)).toContain('127.0.0.1:1 cannot be reached');
    } finally {
      wrong.close();
      away.close();
    }
  });
});

it('migrate says which migrations it applied: none, when the database is new enough', async () => {
  expect(await ask('migrate')).toEqual([{ applied: [], installation_id: await readDatabaseId(database.pool) }]);
});
