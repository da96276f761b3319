import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Json, type Speaker, sharedEncryptionKeys, World } from '../journeys/world.ts';
import { freePort } from '../service/free-port.ts';
import { childEnvironment, entry } from '../service/nsimbi-command.ts';
import { NsimbiProcess } from '../service/nsimbi-process.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';

let world: World;
let shop: Business;
let seller: Speaker;
let friend: Business;
let receiver: Receiver;
let listening: NsimbiProcess[];

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Listening Shop', 10_000_000);
  seller = await world.as(shop);
  friend = await world.business('Friend');
});
afterAll(() => world.close());

beforeEach(async () => {
  receiver = await Receiver.open();
  listening = [];
});
afterEach(async () => {
  for (const process of listening) process.signal('SIGINT');
  await receiver.close();
});

function settings(): Record<string, string> {
  return { ...world.database.settings, NSIMBI_DATA_DIR: world.dataDir };
}

/** Settings for a service beside the world's, on the same database. */
function ownFolder(port: number): Record<string, string> {
  const dataDir = join(world.dataDir, `service-${port}`);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, testFolderMark), '');
  return { ...settings(), NSIMBI_DATA_DIR: dataDir, NSIMBI_ENCRYPTION_KEYS: sharedEncryptionKeys };
}

/** A server that takes requests and answers 200 in plain text, or never. */
async function openServer(answers: boolean): Promise<{ url: string; server: Server; asked: () => number }> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (answers) response.end('Hello.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}`, server, asked: () => asked };
}

function listen(words: readonly string[], more: Record<string, string> = {}): NsimbiProcess {
  const process = new NsimbiProcess(['listen', ...words], { ...settings(), ...more });
  listening.push(process);
  return process;
}

/** Listens in JSON, and gives what the first line says. */
async function listenInJson(words: readonly string[], more: Record<string, string> = {}) {
  const process = listen([...words, '--json'], more);
  const start: Json = JSON.parse((await process.said(1))[0] ?? '');
  return { process, start, secret: String(start.signing_secret) };
}

const withKey = () => ['--key', seller.apiKey, '--url', world.baseUrl];

test('listen ends when nobody reads its lines any more', async () => {
  const words = ['listen', '--json', ...withKey()].join("' '");
  const line = `'${process.execPath}' '${entry}' '${words}' | head -1`;
  const reader = spawn('sh', ['-c', line], { env: childEnvironment(settings()), stdio: 'ignore' });
  await waitUntil('it has ended', async () => {
    await seller.send(friend.phone, 1_000);
    return reader.exitCode !== null;
  });
});

test('the headers bear the brand of the service, whatever this machine’s settings say', async () => {
  const port = await freePort();
  const service = await startService({
    port,
    logFile: join(world.dataDir, `branded-${port}.log`),
    settings: { ...ownFolder(port), NSIMBI_BRAND: 'Kampala-Pay' },
  });
  onTestFinished(() => service.end('SIGTERM'));
  const words = ['--key', seller.apiKey, '--url', `http://127.0.0.1:${port}`, '--forward-to', receiver.at('/branded')];
  await listenInJson(words, { NSIMBI_BRAND: 'Elsewhere' });
  await seller.send(friend.phone, 1_000);
  const [first] = await receiver.waitFor('/branded', 4);
  expect(first?.headers).toMatchObject({
    'user-agent': 'Kampala-Pay-Webhooks/1.0',
    'x-kampala-pay-event': 'transaction.created',
    'x-kampala-pay-signature': expect.stringMatching(/^sha256=/),
  });
  expect(Object.keys(first?.headers ?? {}).filter((name) => /service|elsewhere/.test(name))).toEqual([]);
});

describe('issue 3, "nsimbi listen --forward-to": streams events of a key to a local server', () => {
  test('each is signed like a delivery with the printed secret, and printed in one line', async () => {
    const { process, start, secret } = await listenInJson([...withKey(), '--forward-to', receiver.at('/hooks')]);
    const before = (await seller.events()).length;
    expect(start).toEqual({
      key: seller.apiKey.split('.')[0],
      base_url: world.baseUrl,
      events: 'all',
      after: before,
      forward_to: receiver.at('/hooks'),
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    await seller.send(friend.phone, 1_000);
    const received = await receiver.waitFor('/hooks', 4);
    const fed = (await seller.events()).slice(before);
    for (const [index, { sequence, ...payload }] of fed.entries()) {
      const { headers, text } = received[index] ?? { headers: {}, text: '' };
      expect(text).toBe(JSON.stringify(payload));
      expect(headers).toMatchObject({
        'user-agent': 'Service-Webhooks/1.0',
        'content-type': 'application/json',
        'x-service-event': payload.type,
        'x-service-delivery': String(sequence),
        'x-service-sequence': String(sequence),
        'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
        'x-service-signature': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
      });
      const standard = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      expect(new Webhook(secret).verify(text, standard)).toEqual(payload);
    }
    const lines = (await process.said(5)).slice(1).map((line): Json => JSON.parse(line));
    expect(lines).toEqual(
      fed.map(({ id, type, sequence, data }) => ({
        at: expect.stringMatching(/Z$/),
        sequence,
        type,
        id,
        transaction_id: data.id,
        delivered: true,
        response_status: 200,
        duration_ms: expect.any(Number),
        error: null,
      })),
    );
  });

  test('for people: the secret first, then time, name, id, status and milliseconds', async () => {
    const process = listen([...withKey(), '--forward-to', receiver.at('/people'), '--events', 'wallet.debited']);
    const start = await process.said(6);
    expect(start).toContainEqual(expect.stringMatching(/^signing secret {2}whsec_/));
    receiver.status = 503;
    await seller.send(friend.phone, 1_000);
    await process.said(start.length + 1);
    await receiver.close();
    await seller.send(friend.phone, 1_000);
    const [refused, gone] = (await process.said(start.length + 2)).slice(start.length);
    expect(refused).toMatch(/^\d\d:\d\d:\d\d {2}wallet\.debited {9}evt_\d+_2 +503 {2}\d+ ms$/);
    expect(gone).toMatch(
      /^\d\d:\d\d:\d\d {2}wallet\.debited {9}evt_\d+_2 +- {4}The connection was refused by 127\.0\.0\.1/,
    );
    receiver = await Receiver.open();
  });

  test('--since begins earlier, --events leaves others out, --secret signs again with a known one', async () => {
    const known = `whsec_${Buffer.from('a secret of mine, kept for a test').toString('base64')}`;
    const words = ['--since', '0', '--events', 'wallet.credited,send_money.completed', '--secret', known];
    const { start } = await listenInJson([...withKey(), '--forward-to', receiver.at('/since'), ...words]);
    expect(start).toMatchObject({
      after: 0,
      signing_secret: known,
      events: ['wallet.credited', 'send_money.completed'],
    });
    const wanted = (await seller.events()).filter(({ type }) => start.events.includes(type));
    const received = await receiver.waitFor('/since', wanted.length);
    expect(received.map(({ body }) => body.id)).toEqual(wanted.map(({ id }) => id));
    for (const { text, headers } of received) {
      expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', known).update(text).digest('hex')}`);
    }
  });

  test('without --forward-to events are only shown', async () => {
    const { process, start } = await listenInJson(withKey());
    expect(start).not.toHaveProperty('signing_secret');
    await seller.send(friend.phone, 1_000);
    expect((await process.said(5)).slice(1).map((line) => JSON.parse(line).type)).toEqual([
      'transaction.created',
      'wallet.debited',
      'transaction.completed',
      'send_money.completed',
    ]);
  });

  test('without --key it is NSIMBI_API_KEY, else the key and address of credentials.json', async () => {
    const credentials: Json = JSON.parse(readFileSync(join(world.dataDir, 'credentials.json'), 'utf8'));
    const ofFile = await listenInJson([]);
    expect(ofFile.start).toMatchObject({ key: credentials.api_key.split('.')[0], base_url: world.baseUrl });
    const ofEnvironment = await listenInJson([], { NSIMBI_API_KEY: seller.apiKey });
    expect(ofEnvironment.start).toMatchObject({ key: seller.apiKey.split('.')[0], base_url: world.baseUrl });
  });
});

describe('issue 3, "reconnects by sequence without a gap"', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('while the service is ended with %s and started again', async (signal) => {
    const port = await freePort();
    const start = (): Promise<ServiceProcess> =>
      startService({ port, logFile: join(world.dataDir, 'service.log'), settings: ownFolder(port) });
    let service = await start();
    // Also where the test fails in the middle: a service that stays would take a processor from what runs after it.
    onTestFinished(() => service.end('SIGKILL'));
    const path = `/${signal}`;
    const words = ['--key', seller.apiKey, '--url', service.baseUrl, '--forward-to', receiver.at(path)];
    const { process, start: began } = await listenInJson(words);
    let paying = true;
    // A start may take long, and what is paid meanwhile has to be forwarded afterwards: so only so many payments are made.
    let leftWhileAway = Number.POSITIVE_INFINITY;
    const payments = (async () => {
      while (paying) {
        if (leftWhileAway > 0) await seller.send(friend.phone, 500);
        leftWhileAway -= 1;
        await sleep(20);
      }
    })();
    await receiver.waitFor(path, 20);
    await service.end(signal);
    leftWhileAway = 60;
    await expect.poll(() => process.errors).toContainEqual(expect.stringMatching(/^The connection was lost \(/));
    const whenLost = (await seller.events()).length;
    await expect.poll(async () => (await seller.events()).length).toBeGreaterThan(whenLost + 40);
    service = await start();
    leftWhileAway = Number.POSITIVE_INFINITY;
    await expect.poll(() => process.errors).toContainEqual('The connection is restored.');
    paying = false;
    await payments;
    const all = await seller.events();
    const received = await receiver.waitFor(path, all.length - began.after);
    expect(received.map(({ body }) => body.id)).toEqual(all.slice(began.after).map(({ id }) => id));
    process.signal('SIGINT');
    expect(await process.end()).toBe(0);
    await service.end('SIGTERM');
  });
});

describe('nsimbi listen ends', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('with 0 at %s, also while the server does not answer', async (signal) => {
    const { url, server, asked } = await openServer(false);
    const { process } = await listenInJson([...withKey(), '--forward-to', url]);
    await seller.send(friend.phone, 1_000);
    await expect.poll(asked).toBe(1);
    process.signal(signal);
    expect(await process.end()).toBe(0);
    expect(process.lines).toHaveLength(1);
    expect(process.errors).toEqual([]);
    server.closeAllConnections();
    server.close();
  });

  test('with 1 and a sentence when its key is revoked', async () => {
    const { apiKey, apiKeyId } = await world.key(shop);
    const { process } = await listenInJson(['--key', apiKey, '--url', world.baseUrl]);
    await world.terminal.ask('key', 'revoke', String(apiKeyId));
    expect(await process.end()).toBe(1);
    expect(process.errors.at(-1)).toMatch(/^nsimbi: the service refused the request: Send the header "Authorization/);
  });

  test('with 1 and one line for something else at the address', async () => {
    const { url, server } = await openServer(true);
    const process = listen(['--url', url]);
    expect(await process.end()).toBe(1);
    expect(process.errors).toEqual([`nsimbi: the server at ${url} is not a Nsimbi service`]);
    server.close();
  });

  test('with 1 and one line for a service that is not there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const process = listen(['--url', url]);
    expect(await process.end()).toBe(1);
    const reason = `connect ECONNREFUSED ${new URL(url).host}`;
    expect(process.errors).toEqual([
      `nsimbi: ${url} does not respond as expected (${reason}); is the service running?`,
    ]);
  });

  test.each<[string, () => string[], RegExp]>([
    [
      'a key that is none',
      () => ['--key', 'nsk_test_x.y'],
      /^nsimbi: the service refused the request: Send the header/,
    ],
    [
      'an address that cannot be sent to',
      () => ['--forward-to', 'ftp://localhost'],
      /^nsimbi: --forward-to must begin with/,
    ],
    [
      'an event that does not exist',
      () => ['--events', 'payment.done'],
      /It must be all, or some of transaction\.created,/,
    ],
    ['a secret that is none', () => ['--secret', 'mine'], /It must be a webhook's secret/],
  ])('with 1 and one line for %s', async (_, words, line) => {
    const process = listen(words());
    expect(await process.end()).toBe(1);
    expect([process.lines, process.errors.length]).toEqual([[], 1]);
    expect(process.errors[0]).toMatch(line);
  });
});
