import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceActor } from '../../src/access/audit-log.ts';
import { createClient } from '../../src/access/clients.ts';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import { openTerminal } from '../cli/terminal.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { freePort } from '../service/free-port.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { createPerson, type SignedIn, signIn } from './person.ts';

const rowCount = 400;

let database: TestDatabase;
let folder: string;
let service: ServiceProcess;
let start: () => Promise<ServiceProcess>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-bulk-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, testFolderMark), '');
  const port = await freePort();
  const settings = {
    ...database.settings,
    NSIMBI_DATA_DIR: dataDir,
    NSIMBI_SIMULATOR_DELAY: '50ms',
    NSIMBI_POLL_DELAYS: '50ms,200ms',
    NSIMBI_OPERATOR_WAIT: '1s',
    // A call that died with its process is made again after this, because the operator never heard of it.
    NSIMBI_RESEND_AFTER: '2s',
    // So many calls that never arrived would else be a reason to send nothing again.
    NSIMBI_NOT_FOUND_ALARM: '100%',
  };
  start = () => startService({ port, logFile: join(folder, 'service.log'), settings });
  service = await start();
});
afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

it('kill -9 of the service, three times in the middle, sends each row of a bulk payout once', async () => {
  const { pool } = database;
  const shop = await createClient(pool, { name: 'Tea Estate', phone: '256772199001', actor: serviceActor('test') });
  const neighbour = await createClient(pool, { name: 'Neighbour', phone: '256772199002', actor: serviceActor('test') });
  const terminal = openTerminal(database);
  const fund = ['--client', String(shop.clientId), '--mode', 'test', '--amount', '100000000'];
  await terminal.ask('wallet', 'fund', ...fund);
  const credentials = await createPerson({ database }, { clients: { [shop.clientId]: 'client_owner' } });

  // Half of the rows reach a wallet here at once, the others go through an operator.
  const phones = [neighbour.phone, '256770000011'];
  const csv = Array.from({ length: rowCount }, (_, index) => `${phones[index % 2]},${1_000 + index}\n`).join('');
  const path = `/clients/${shop.clientId}/test/bulk-payouts`;
  const person = await signIn(service.baseUrl, credentials);
  const total = (await person.post(`${path}/check`, { csv })).body.data.total_deducted;
  const key = { 'idempotency-key': randomUUID() };
  const made = await person.post(path, { name: 'Wages', csv, total_deducted: total }, key);
  const { id } = made.body.data;

  const begun = async () => {
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM bulk_payout_row WHERE bulk_payout_id = $1 AND begun_at IS NOT NULL',
      [id],
    );
    return rows[0]?.count ?? 0;
  };
  for (const enough of [40, 120, 220]) {
    await waitUntil(`${enough} rows have begun`, async () => (await begun()) >= enough);
    await service.end('SIGKILL');
    expect(await begun()).toBeLessThan(rowCount);
    // What a dead worker had taken is free when its lease ends, a minute later; the test does not wait for that.
    await pool.query(
      `UPDATE bulk_payout_row SET due_at = '-infinity' WHERE bulk_payout_id = $1 AND lease_token IS NOT NULL`,
      [id],
    );
    service = await start();
  }
  const again: SignedIn = await signIn(service.baseUrl, credentials);
  const end = await waitUntil(
    'the bulk payout has ended',
    async () => {
      const { data } = (await again.get(`${path}/${id}`)).body;
      return data.status === 'finished' && data.progress.processing === 0 && data;
    },
    120_000,
  );
  expect(end.progress).toEqual({ waiting: 0, processing: 0, completed: rowCount, failed: 0, cancelled: 0 });

  const { rows } = await pool.query(
    `SELECT count(*)::integer AS transactions, count(DISTINCT details->>'bulk_payout_row')::integer AS rows,
            sum(amount)::bigint AS gone
       FROM transaction WHERE wallet_id = $1 AND details->>'bulk_payout_id' = $2`,
    [shop.wallets.test, String(id)],
  );
  expect(rows).toEqual([{ transactions: rowCount, rows: rowCount, gone: String(total) }]);
  const wallet = await pool.query('SELECT available, held FROM wallet WHERE wallet_id = $1', [shop.wallets.test]);
  expect(wallet.rows).toEqual([{ available: String(100_000_000 - total), held: '0' }]);
  // It throws when a rule of the books is broken.
  await terminal.ask('audit');
  terminal.close();
}, 300_000);
