/**
 * Writes a folder of this directory for the version of package.json: `dump.sql`, a small history that this version has
 * written, and `recorded.json`, the requests of it with their first responses. Run it at the last commit of a version,
 * before package.json names the next one:
 *
 *     bash test/with-installed-postgres.sh npm exec -- node test/upgrade/make-dump.ts
 *
 * It needs Debian's PostgreSQL, because the embedded one has no pg_dump. The oldest version that is supported should make
 * the dump, so that every newer one can read it.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPassword, putPerson } from '../../src/access/people/credentials.ts';
import { giveClientRole } from '../../src/access/people/memberships.ts';
import { rateLimitNames } from '../../src/access/principal.ts';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import { createPool } from '../../src/postgres/pool.ts';
import { signIn } from '../dashboard/person.ts';
import { Receiver } from '../journeys/receiver.ts';
import { inDatabase, run } from '../postgres-server.ts';
import { freePort } from '../service/free-port.ts';
import { checkout, runNsimbi } from '../service/nsimbi-command.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type KeyedRequest, type Recorded, type RecordedRead, send } from './recorded.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, of which a few fields are read.
type Json = any;

const { DATABASE_URL: serverUrl } = process.env;
if (serverUrl === undefined) throw new Error('run this with test/with-installed-postgres.sh, which sets DATABASE_URL');
const { version }: { version: string } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const database = inDatabase({ connectionString: serverUrl }, 'upgrade');
const encryptionKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const work = mkdtempSync(join(tmpdir(), 'nsimbi-dump-'));
const dataDir = join(work, 'data');
mkdirSync(dataDir);
writeFileSync(join(dataDir, testFolderMark), '');
const port = await freePort();
const settings = {
  DATABASE_URL: database.connectionString,
  NSIMBI_DATA_DIR: dataDir,
  NSIMBI_ENCRYPTION_KEYS: encryptionKeys,
  NSIMBI_SIMULATOR_DELAY: '50ms',
  NSIMBI_POLL_DELAYS: '50ms,100ms',
  NSIMBI_WEBHOOK_RETRY_DELAYS: '1h,1h,1h,1h,1h',
};

await run({ connectionString: serverUrl }, 'CREATE DATABASE upgrade');
const pool = createPool(database, { applicationName: 'make-dump', max: 2 });
const receiver = await Receiver.open();
/** Its deliveries fail and wait for their retry. */
const failing = await Receiver.open();
failing.status = 500;
let service = await start();

/** API keys by name. */
const apiKeys: Record<string, string> = {};
const keyed: KeyedRequest[] = [];
const person = { email: 'akello@example.ug', password: newPassword() };

try {
  const businesses = await begin();
  await internalPayments(businesses);
  await externalPayments();
  await approvals(businesses);
  await paymentsOfDashboard(businesses);
  await endOfHistory();
} finally {
  await service.end('SIGKILL');
  await receiver.close();
  await failing.close();
  await pool.end();
  rmSync(work, { recursive: true });
}

interface Businesses {
  readonly shop: Business;
  readonly farm: Business;
  readonly office: Business;
}

async function begin(): Promise<Businesses> {
  const shop = await createBusiness('shop', 'Kato & Sons "Hardware" \\ Ltd', '256772100001', 9_000_000);
  const farm = await createBusiness('farm', 'Nakato’s Coffee 🍌 Farm', '256772100002', 900_000);
  const office = await createBusiness('office', 'Head Office', '256772100003', 3_000_000);
  const personId = await putPerson(pool, { ...person, name: 'Akello Grace', platformRole: null });
  await giveClientRole(pool, { personId, clientId: shop.clientId, role: 'client_owner', actor: 'make-dump' });
  await nsimbi('fees', 'set', 'send_money_internal', '--client', String(farm.clientId), '--band', 'fixed=300');
  await nsimbi(
    ...['client', 'approval-threshold', '--client', String(office.clientId), '--mode', 'test', '--amount', '50000'],
  );
  await plain('shop', 'POST', '/webhooks', {
    url: receiver.at('/shop'),
    events: ['wallet.debited', 'wallet.credited', 'transaction.completed', 'transaction.failed'],
  });
  await plain('farm', 'POST', '/webhooks', { url: failing.at('/farm'), events: ['transaction.completed'] });
  await restart();
  return { shop, farm, office };
}

async function internalPayments({ shop, farm }: Businesses): Promise<void> {
  const to = farm.phone;
  const pay = (title: string, body: object | string, apiKey = 'shop', path = '/wallet/send-money') =>
    request(title, apiKey, path, body);
  await pay('to a wallet', { recipient_phone: to, amount: 50_000 });
  await pay('to a wallet, described', { recipient_phone: to, amount: 1_234, description: 'Cloth "blue" \\ 3 m – ½' });
  await pay('to a wallet, in other scripts', {
    recipient_phone: to,
    amount: 700,
    description: 'መልካም 日本 عربي 🍌\u2028',
  });
  await pay('with spaces in its body', `{ "recipient_phone": "${to}",\n  "amount" : 2000, "description": "\\u00e9" }`);
  await pay('to a path with a slash at its end', { recipient_phone: to, amount: 900 }, 'shop', '/wallet/send-money/');
  await pay('with a fee that the sender pays', { recipient_phone: shop.phone, amount: 5_000 }, 'farm');
  await pay(
    'with a fee that the recipient pays',
    { recipient_phone: shop.phone, amount: 5_000, sender_pays_fee: false },
    'farm',
  );
  await request('a top-up of test money', 'farm', '/test/wallet/fund', { amount: 12_000 });
  await plain('shop', 'POST', '/wallet/send-money', { recipient_phone: to, amount: 3_000, description: 'no key' });
  await nsimbi(
    ...['wallet', 'fund', '--client', String(shop.clientId), '--mode', 'live', '--amount', '250000'],
    ...['--external-reference', 'SLIP 2041/7', '--approver', 'Namutebi'],
  );
}

async function externalPayments(): Promise<void> {
  const phone = '256701234567';
  const done: Json[] = [];
  const pay = async (title: string, path: string, body: object) => {
    done.push(await request(title, 'shop', `/wallet/${path}`, body));
  };
  await pay('to mobile money', 'send-money', { recipient_phone: phone, amount: 50_000, description: 'Rent – 5 🏠' });
  await pay('to mobile money, the recipient pays the fee', 'send-money', {
    recipient_phone: '256772300555',
    amount: 50_000,
    sender_pays_fee: false,
  });
  await pay('a withdrawal', 'withdraw/mobile', { phone, amount: 30_000 });
  await pay('no account', 'send-money', { recipient_phone: '256770000002', amount: 1_000 });
  await pay('the operator refuses us', 'withdraw/mobile', { phone: '256770000003', amount: 1_000 });
  await pay('the operator is not reached', 'collect-payment', { customer_phone: '256700000006', amount: 2_000 });
  await pay('a collection', 'collect-payment', {
    customer_phone: phone,
    amount: 40_000,
    customer_name: "Okello 'O\"Brien'",
    description: 'Order 7',
  });
  const collection = done.at(-1);
  await pay('a collection that the customer refuses', 'collect-payment', {
    customer_phone: '256770000002',
    amount: 5_000,
  });
  for (const { data } of done) await ended(data.transaction_id);
  const refund = await request('a refund', 'shop', `/wallet/collections/${collection.data.transaction_id}/refund`, {
    description: 'Wrong size',
  });
  await ended(refund.data.transaction_id);
  // These stay with the operator for ever.
  const waiting = '256770000005';
  await request('to mobile money, still processing', 'farm', '/wallet/send-money', {
    recipient_phone: waiting,
    amount: 4_000,
  });
  await request('a withdrawal, still processing', 'farm', '/wallet/withdraw/mobile', { phone: waiting, amount: 3_000 });
  await request('a collection, still processing', 'farm', '/wallet/collect-payment', {
    customer_phone: waiting,
    amount: 8_000,
  });
}

async function approvals({ shop }: Businesses): Promise<void> {
  const ask = async (title: string, path: string, body: object) =>
    (await request(title, 'office', `/wallet/${path}`, body)).data.transaction_id;
  const to = shop.phone;
  await ask('to a wallet, waits for approval', 'send-money', { recipient_phone: to, amount: 60_000 });
  await ask('a withdrawal that waits for approval', 'withdraw/mobile', { phone: '256701234567', amount: 55_000 });
  const approved = [
    await ask('to a wallet, approved', 'send-money', { recipient_phone: to, amount: 70_000 }),
    await ask('to mobile money, approved', 'send-money', { recipient_phone: '256701234567', amount: 80_000 }),
  ];
  const rejected = await ask('to a wallet, rejected', 'send-money', { recipient_phone: to, amount: 90_000 });
  for (const id of approved) await nsimbi('transaction', 'approve', String(id), '--approver', 'Namutebi');
  await nsimbi('transaction', 'reject', String(rejected));
  for (const id of [...approved, rejected]) await ended(id);
}

async function paymentsOfDashboard({ shop, farm }: Businesses): Promise<void> {
  const { cookie } = await signIn(service.baseUrl, person);
  const signed = { cookie, origin: service.baseUrl };
  const at = (path: string) => `/dashboard/api/clients/${shop.clientId}/test${path}`;
  const byHand = (title: string, path: string, body: object) =>
    record({ title, apiKey: null, method: 'POST', path: at(path), body: JSON.stringify(body) }, signed);
  await byHand('by hand, to a wallet', '/send-money', { recipient_phone: farm.phone, amount: 20_000 });
  const external = await byHand('by hand, to mobile money', '/send-money', {
    recipient_phone: '256770000011',
    amount: 30_000,
    description: 'Wages',
  });
  await ended(external.data.transaction_id);
  const csv = `${farm.phone},10000,=1+1\n256770000011,20000\n256770000002,30000,bad number\n`;
  const checked = await send(
    service.baseUrl,
    { method: 'POST', path: at('/bulk-payouts/check'), body: JSON.stringify({ csv }) },
    signed,
  );
  const { total_deducted } = JSON.parse(checked.text).data;
  const made = await send(
    service.baseUrl,
    {
      method: 'POST',
      path: at('/bulk-payouts'),
      body: JSON.stringify({ name: 'Wages', csv, total_deducted }),
      idempotencyKey: randomUUID(),
    },
    signed,
  );
  const { id } = JSON.parse(made.text).data;
  await waitUntil('the bulk payout has ended', async () => {
    const read = await send(service.baseUrl, { method: 'GET', path: at(`/bulk-payouts/${id}`) }, signed);
    const { status, progress } = JSON.parse(read.text).data;
    return status === 'finished' && progress.waiting + progress.processing === 0;
  });
}

/** The service is killed before it has answered a request, then ended in order; the dump has the key without a response. */
async function endOfHistory(): Promise<void> {
  const unanswered = {
    title: 'its first response was never sent',
    apiKey: 'shop',
    method: 'POST',
    path: '/api/v1/wallet/send-money',
    body: JSON.stringify({ recipient_phone: '256770000004', amount: 6_000 }),
    idempotencyKey: randomUUID(),
  };
  const ask = async () => {
    const { status, text } = await send(service.baseUrl, unanswered, signedBy('shop'));
    throw new Error(`${unanswered.title}, yet it was: ${status} ${text}`);
  };
  const stored = waitUntil('the key is stored', async () => {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT transaction_id AS id FROM idempotency_key WHERE key = $1',
      [unanswered.idempotencyKey],
    );
    return rows[0]?.id;
  });
  const asked = ask();
  const id = await Promise.race([asked, stored]);
  // The connection is cut with the service.
  asked.catch(() => undefined);
  await service.end('SIGKILL');
  service = await start();
  // The lease of the killed process has to end first.
  await ended(Number(id));
  await allFannedOut();
  const reads = await readEverything();
  await service.end('SIGTERM');
  const takenAt = (await pool.query<{ now: Date }>('SELECT now()')).rows[0]?.now.toISOString();
  if (takenAt === undefined) throw new Error('the database gave no time');
  const dump = dumpText();
  service = await start();
  const answer = await send(service.baseUrl, unanswered, signedBy('shop'));
  const all = [...keyed, { ...unanswered, wasAnswered: false, status: answer.status, response: answer.text }];
  const recorded: Recorded = { version, takenAt, encryptionKeys, person, apiKeys, keyed: all, reads };
  const folder = join(import.meta.dirname, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'dump.sql'), dump);
  writeFileSync(join(folder, 'recorded.json'), `${JSON.stringify(recorded, null, 2)}\n`);
  await service.end('SIGTERM');
}

async function allFannedOut(): Promise<void> {
  await waitUntil('every event has its deliveries', async () => {
    const { rowCount } = await pool.query('SELECT FROM event_fan_out');
    return rowCount === 0;
  });
}

async function readEverything(): Promise<RecordedRead[]> {
  const paths = ['/wallet/balance', '/wallet/transactions?limit=100', '/events?limit=100', '/webhooks'];
  const reads: RecordedRead[] = [];
  for (const apiKey of Object.keys(apiKeys)) {
    for (const path of paths.map((of) => `/api/v1${of}`)) {
      const { status, text } = await send(service.baseUrl, { method: 'GET', path }, signedBy(apiKey));
      reads.push({ apiKey, path, status, response: text });
    }
  }
  return reads;
}

function dumpText(): string {
  const programs = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | head -n 1'], {
    encoding: 'utf8',
  }).trim();
  const text = execFileSync(
    join(programs, 'pg_dump'),
    [database.connectionString, '--schema=nsimbi', '--rows-per-insert=50', '--no-comments'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  // psql alone understands what newer versions of pg_dump write first and last.
  return text.replaceAll(/^\\(un)?restrict .*\n/gm, '');
}

interface Business {
  readonly clientId: number;
  readonly phone: string;
}

async function createBusiness(apiKey: string, name: string, phone: string, balance: number): Promise<Business> {
  const { client_id } = await nsimbi('client', 'create', '--name', name, '--phone', phone);
  const wallet = ['--client', String(client_id), '--mode', 'test'];
  const raised = rateLimitNames.flatMap((of) => ['--rate-limit', `${of}=1000000`]);
  apiKeys[apiKey] = (await nsimbi('key', 'create', ...wallet, '--permissions', 'all', ...raised)).api_key;
  await nsimbi('wallet', 'fund', ...wallet, '--amount', String(balance));
  return { clientId: client_id, phone };
}

/** Sends a request with an Idempotency-Key and keeps its response. @returns the body */
function request(title: string, apiKey: string, path: string, body: object | string): Promise<Json> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return record({ title, apiKey, method: 'POST', path: `/api/v1${path}`, body: text }, signedBy(apiKey));
}

async function record(
  asked: Pick<KeyedRequest, 'title' | 'apiKey' | 'method' | 'path' | 'body'>,
  headers: Readonly<Record<string, string>>,
): Promise<Json> {
  const idempotencyKey = randomUUID();
  const { status, text } = await send(service.baseUrl, { ...asked, idempotencyKey }, headers);
  const body = JSON.parse(text);
  if (body.data?.transaction_id === undefined) throw new Error(`${asked.title} moved nothing: ${status} ${text}`);
  keyed.push({ ...asked, idempotencyKey, wasAnswered: true, status, response: text });
  return body;
}

/** A request without an Idempotency-Key. */
async function plain(apiKey: string, method: string, path: string, body: object): Promise<void> {
  const asked = { method, path: `/api/v1${path}`, body: JSON.stringify(body) };
  const { status, text } = await send(service.baseUrl, asked, signedBy(apiKey));
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
}

function signedBy(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKeys[apiKey]}` };
}

async function ended(id: number): Promise<void> {
  await waitUntil(
    `transaction ${id} is final`,
    async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM transaction WHERE transaction_id = $1 AND status IN ('completed', 'failed')`,
        [id],
      );
      return rowCount === 1;
    },
    600_000,
  );
}

async function nsimbi(...words: string[]): Promise<Json> {
  return JSON.parse((await runNsimbi([...words, '--json'], settings)).split('\n', 1)[0] ?? '');
}

function start(): Promise<ServiceProcess> {
  return startService({ port, logFile: join(work, 'log'), settings });
}

/** Puts in force what was set at the command line. */
async function restart(): Promise<void> {
  await service.end('SIGTERM');
  service = await start();
}
