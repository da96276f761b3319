import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ugx } from '../money/ugx.ts';
import { serviceActor } from './audit-log.ts';
import {
  ClientNotFound,
  ClientNotValid,
  createClient,
  createClients,
  findClient,
  listClients,
  PhoneTaken,
  setClientRateLimits,
} from './clients.ts';
import {
  readWithdrawalNumbers,
  setApprovalThreshold,
  setFrozen,
  setOneCollectionPerPayer,
  setWalletLimits,
  setWithdrawalNumbers,
} from './wallet-settings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor = serviceActor('cli:test');

test('a new client has an empty wallet in each mode, no limits, and its phone leads to both', async () => {
  const created = await createClient(database.pool, { name: 'Kasubi Hardware', phone: '256772000001', actor });
  expect(created).toMatchObject({ name: 'Kasubi Hardware', phone: '256772000001' });
  const wallet = { frozen: false, limitPerTransaction: null, limitPerDay: null, approvalThreshold: null };
  expect(await findClient(database.pool, created.clientId)).toMatchObject({
    clientId: created.clientId,
    rateLimits: {},
    wallets: {
      live: { ...wallet, walletId: created.wallets.live, withdrawListedOnly: false },
      test: { ...wallet, walletId: created.wallets.test, withdrawListedOnly: false },
    },
  });
  expect(created.wallets.live).not.toBe(created.wallets.test);
  expect(await reachedBy('256772000001')).toEqual([
    { mode: 'live', wallet_id: created.wallets.live },
    { mode: 'test', wallet_id: created.wallets.test },
  ]);
  const money = await database.pool.query('SELECT DISTINCT available, held FROM wallet WHERE client_id = $1', [
    created.clientId,
  ]);
  expect(money.rows).toEqual([{ available: '0', held: '0' }]);
  expect(await actsOn(`client ${created.clientId}`)).toEqual(['client.created']);
});

test('a phone belongs to one client: the second one is refused and leaves nothing behind', async () => {
  await createClient(database.pool, { name: 'First', phone: '256772000002', actor });
  const before = await count();
  await expect(createClient(database.pool, { name: 'Second', phone: '256772000002', actor })).rejects.toThrow(
    PhoneTaken,
  );
  const both = ['256772000003', '256772000003'].map((phone) => ({ name: 'Twice', phone }));
  await expect(createClients(database.pool, { clients: both, actor })).rejects.toThrow(PhoneTaken);
  expect(await count()).toEqual(before);
});

test('the phone of a client that is made up reaches it in test mode alone, and stays free for its owner', async () => {
  const phone = '256772000009';
  const [demo] = await createClients(database.pool, { clients: [{ name: 'Made up', phone }], actor, madeUp: true });
  expect(await reachedBy(phone)).toEqual([{ mode: 'test', wallet_id: demo?.wallets.test }]);
  const owner = await createClient(database.pool, { name: 'Its owner', phone, actor });
  expect(await reachedBy(phone)).toEqual([
    { mode: 'live', wallet_id: owner.wallets.live },
    { mode: 'test', wallet_id: demo?.wallets.test },
  ]);
  await expect(createClient(database.pool, { name: 'Third', phone, actor })).rejects.toThrow(PhoneTaken);
  const again = createClients(database.pool, { clients: [{ name: 'Made up', phone }], actor, madeUp: true });
  await expect(again).rejects.toThrow(PhoneTaken);
});

test.each([
  { name: '', phone: '256772000004' },
  { name: 'x'.repeat(121), phone: '256772000004' },
  { name: 'Two\nlines', phone: '256772000004' },
  { name: 'Plus', phone: '+256772000004' },
  { name: 'Local', phone: '0772000004' },
  { name: 'Short', phone: '25677200000' },
])('the client $name with the phone $phone is refused', async (client) => {
  await expect(createClient(database.pool, { ...client, actor })).rejects.toThrow(ClientNotValid);
});

test('many clients are made at once, each with the wallets that are its own, in the order given', async () => {
  const clients = Array.from({ length: 300 }, (_, n) => ({ name: `Shop ${n}`, phone: `256773${900_000 - n}` }));
  const created = await createClients(database.pool, { clients, actor });
  expect(created.map(({ name, phone }) => ({ name, phone }))).toEqual(clients);
  const { rows } = await database.pool.query<{ name: string; phone: string; live: number; test: number }>(
    `SELECT c.name, c.phone, live.wallet_id::int AS live, test.wallet_id::int AS test
       FROM client c JOIN wallet live ON live.client_id = c.client_id AND live.mode = 'live' AND live.phone = c.phone
       JOIN wallet test ON test.client_id = c.client_id AND test.mode = 'test' AND test.holder_name = c.name
      WHERE c.name LIKE 'Shop %' ORDER BY c.client_id`,
  );
  expect(rows).toEqual(created.map(({ name, phone, wallets }) => ({ name, phone, ...wallets })));
  const ids = created.map(({ clientId }) => clientId);
  const listed = await listClients(database.pool, { after: (ids[0] ?? 0) - 1, limit: 2 });
  expect(listed.map(({ clientId }) => clientId)).toEqual(ids.slice(0, 2));
});

test('what is set for a wallet holds for its mode alone, and each act is in the audit log', async () => {
  const { clientId } = await createClient(database.pool, { name: 'Settings', phone: '256772000005', actor });
  const test = { clientId, mode: 'test', actor } as const;
  await setFrozen(database.pool, { ...test, frozen: true });
  await setWalletLimits(database.pool, { ...test, perTransaction: ugx(50_000), perDay: ugx(200_000) });
  await setApprovalThreshold(database.pool, { ...test, threshold: ugx(10_000) });
  await setOneCollectionPerPayer(database.pool, { ...test, on: true });
  await setWithdrawalNumbers(database.pool, { ...test, listedOnly: true, phones: ['256772000006', '256702000006'] });
  await setWithdrawalNumbers(database.pool, { ...test, listedOnly: true, phones: ['256772000007', '256702000006'] });
  const client = await findClient(database.pool, clientId);
  expect(client?.wallets.test).toMatchObject({
    frozen: true,
    limitPerTransaction: 50_000n,
    limitPerDay: 200_000n,
    approvalThreshold: 10_000n,
    withdrawListedOnly: true,
    oneCollectionPerPayer: true,
  });
  expect(client?.wallets.live).toMatchObject({
    frozen: false,
    limitPerDay: null,
    withdrawListedOnly: false,
    oneCollectionPerPayer: false,
  });
  expect(await readWithdrawalNumbers(database.pool, { clientId, mode: 'test' })).toEqual({
    listedOnly: true,
    phones: ['256702000006', '256772000007'],
  });
  expect(await readWithdrawalNumbers(database.pool, { clientId, mode: 'live' })).toEqual({
    listedOnly: false,
    phones: [],
  });
  await setFrozen(database.pool, { ...test, frozen: false });
  await setWalletLimits(database.pool, { ...test, perTransaction: null, perDay: null });
  expect((await findClient(database.pool, clientId))?.wallets.test).toMatchObject({
    frozen: false,
    limitPerTransaction: null,
    limitPerDay: null,
    approvalThreshold: 10_000n,
  });
  expect(await actsOn(`client ${clientId} test`)).toEqual([
    'wallet.frozen',
    'wallet.limits_set',
    'wallet.approval_threshold_set',
    'wallet.one_collection_per_payer_set',
    'wallet.withdrawal_numbers_set',
    'wallet.withdrawal_numbers_set',
    'wallet.unfrozen',
    'wallet.limits_set',
  ]);
});

test('an act on a client that does not exist is refused and not in the audit log', async () => {
  const nobody = { clientId: 999_999, mode: 'live', actor } as const;
  await expect(setFrozen(database.pool, { ...nobody, frozen: true })).rejects.toThrow(ClientNotFound);
  await expect(
    setWithdrawalNumbers(database.pool, { ...nobody, listedOnly: true, phones: ['256772000008'] }),
  ).rejects.toThrow(ClientNotFound);
  await expect(setClientRateLimits(database.pool, { clientId: 999_999, rateLimits: {}, actor })).rejects.toThrow(
    ClientNotFound,
  );
  expect(await actsOn('client 999999 live')).toEqual([]);
  expect(await findClient(database.pool, 999_999)).toBeNull();
});

async function actsOn(subject: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ action: string }>(
    'SELECT action FROM audit_log WHERE subject = $1 ORDER BY audit_log_id',
    [subject],
  );
  return rows.map(({ action }) => action);
}

async function reachedBy(phone: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    'SELECT mode, wallet_id::int FROM wallet_phone WHERE phone = $1 ORDER BY 1',
    [phone],
  );
  return rows;
}

async function count(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*) FROM client) AS clients, (SELECT count(*) FROM wallet) AS wallets,
            (SELECT count(*) FROM wallet_phone) AS phones, (SELECT count(*) FROM audit_log) AS acts`,
  );
  return rows;
}
