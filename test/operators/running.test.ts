import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { airtelFaults, startAirtelStandIn } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { mtnFaults, startMtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { optionsOf } from '../../packages/operator-stand-ins/src/run-stand-in.ts';
import { freePort } from '../service/free-port.ts';
import { AirtelCaller } from './airtel-caller.ts';
import { MtnCaller } from './mtn-caller.ts';
import { sendRequest } from './send-request.ts';

const root = resolve(import.meta.dirname, '../..');
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs `node packages/operator-stand-ins/src/OPERATOR/main.ts` until it says where it is. */
async function run(operator: 'mtn' | 'airtel', ...words: string[]) {
  const child = spawn(process.execPath, [join('packages/operator-stand-ins/src', operator, 'main.ts'), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<string>((said, failed) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('\n')) said(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', (code) => failed(new Error(`ended with ${code}`)));
  });
  return { child, ...(JSON.parse(line) as { baseUrl: string; settings: Record<string, string> }) };
}

describe('a stand-in as a process', () => {
  test.each(['mtn', 'airtel'] as const)(
    '%s listens where it is told, says what a service needs, and ends when asked',
    async (operator) => {
      const port = await freePort();
      const { child, baseUrl, settings } = await run(operator, '--port', String(port), '--set', 'answerDelayMs=5');
      expect(baseUrl).toBe(`http://127.0.0.1:${port}`);
      expect(settings[`NSIMBI_${operator.toUpperCase()}_BASE_URL`]).toBe(baseUrl);
      expect((await sendRequest(`${baseUrl}/_settings`, 'GET')).body.answerDelayMs).toBe(5);
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
  );

  test('what it says opens it: token and balance of MTN, token and PIN of Airtel', async () => {
    const mtn = (await run('mtn', '--port', '0')).settings;
    const login = btoa(`${mtn.NSIMBI_MTN_DISBURSEMENT_API_USER}:${mtn.NSIMBI_MTN_DISBURSEMENT_API_KEY}`);
    const token = await sendRequest(`${mtn.NSIMBI_MTN_BASE_URL}/disbursement/token/`, 'POST', {
      authorization: `Basic ${login}`,
      'ocp-apim-subscription-key': mtn.NSIMBI_MTN_DISBURSEMENT_SUBSCRIPTION_KEY!,
    });
    expect(token.status).toBe(200);
    const airtel = (await run('airtel', '--port', '0')).settings;
    const answer = await sendRequest(
      `${airtel.NSIMBI_AIRTEL_BASE_URL}/auth/oauth2/token`,
      'POST',
      { 'content-type': 'application/json' },
      {
        client_id: airtel.NSIMBI_AIRTEL_CLIENT_ID,
        client_secret: airtel.NSIMBI_AIRTEL_CLIENT_SECRET,
        grant_type: 'client_credentials',
      },
    );
    expect(answer.status).toBe(200);
    const { pinKey } = (await sendRequest(`${airtel.NSIMBI_AIRTEL_BASE_URL}/_keys`, 'GET')).body;
    expect(pinKey).toBe(airtel.NSIMBI_AIRTEL_PIN_PUBLIC_KEY);
  });

  test('words that are not understood are told in a sentence', () => {
    expect(optionsOf(['--port', '9', '--set', 'queriesPerSecond=null', '--set', 'environment=sandbox'])).toEqual({
      port: 9,
      queriesPerSecond: null,
      environment: 'sandbox',
    });
    expect(() => optionsOf(['--port'])).toThrow(/needs a value/);
    expect(() => optionsOf(['--speed', '9'])).toThrow(/not understood/);
    expect(() => optionsOf(['--set', 'x'])).toThrow(/name=value/);
  });
});

describe('the admin paths', () => {
  test('/_books lists payments and picks by kind, state and phone; /_totals adds them up', async () => {
    const mtn = await startMtnStandIn({ settleDelayMs: 0, openingBalance: 1_000_000 });
    const caller = new MtnCaller(mtn);
    await caller.collect('256772000001');
    await caller.collect('256773123453');
    await caller.transfer('256772000001');
    await expect
      .poll(async () => (await caller.raw('GET', '/_totals')).body)
      .toEqual({
        payments: {
          requesttopay: { SUCCESSFUL: { count: 1, amount: 25_000 }, PENDING: { count: 1, amount: 25_000 } },
          transfer: { SUCCESSFUL: { count: 1, amount: 25_000 } },
        },
        accounts: { collection: 1_025_000, disbursement: 975_000, remittance: 1_000_000 },
      });
    const count = async (query: string) => (await caller.raw('GET', `/_books${query}`)).body.payments.length;
    expect(await count('')).toBe(3);
    expect(await count('?kind=requesttopay')).toBe(2);
    expect(await count('?phone=256772000001&kind=transfer')).toBe(1);
    expect(await count('?state=FAILED')).toBe(0);
    expect((await caller.raw('GET', '/_books/nothing')).status).toBe(404);
    await mtn.close();
  });

  test('PUT /_books restores what another stand-in had, and continues its numbers', async () => {
    const [first, second] = [await startMtnStandIn({ settleDelayMs: 0 }), await startMtnStandIn({ settleDelayMs: 0 })];
    const caller = new MtnCaller(first);
    await caller.collect('256772000001');
    await caller.transfer('256772000001');
    const books = async (at: MtnCaller) => (await at.raw('GET', '/_books')).body.payments;
    await expect.poll(async () => (await books(caller)).every(({ paid }: { paid: boolean }) => paid)).toBe(true);

    const payments = await books(caller);
    const later = new MtnCaller(second);
    expect((await later.raw('PUT', '/_books', {}, { payments })).body).toEqual({ restored: 2 });
    expect(await books(later)).toEqual(payments);
    await later.collect('256772000001');
    await expect.poll(async () => (await books(later))[2]?.paid).toBe(true);
    const [, transfer, next] = await books(later);
    expect(Number(next.operatorId)).toBeGreaterThan(Number(transfer.operatorId));
    expect(next.ordinal).toBe(2);
    expect((await later.raw('PUT', '/_books', {}, { payments: 'none' })).status).toBe(400);
    await first.close();
    await second.close();
  });

  test('/_calls counts each call, its answers, and the most in one second', async () => {
    const mtn = await startMtnStandIn({ queriesPerSecond: 1 });
    const caller = new MtnCaller(mtn);
    const { reference } = await caller.collect('256772000001');
    await Promise.all([caller.statusOf(reference), caller.statusOf(reference)]);
    const counts = (await caller.raw('GET', '/_calls')).body;
    expect(counts['POST /collection/token/']).toMatchObject({ total: 1, answers: { 200: 1 } });
    expect(counts['GET /collection/v1_0/requesttopay/:reference']).toMatchObject({
      total: 2,
      answers: { 200: 1, 429: 1 },
    });
    expect(counts['GET /collection/v1_0/requesttopay/:reference'].peakPerSecond).toBeGreaterThanOrEqual(1);
    expect(Object.keys(counts).some((name) => name.includes('/_'))).toBe(false);
    await mtn.close();
  });

  test.each([
    ['an unknown setting', '/_settings', { speed: 1 }],
    ['a delay that is text', '/_settings', { answerDelayMs: 'soon' }],
    ['another word than the setting has', '/_settings', { tokenBody: 'maybe' }],
    ['an unknown account', '/_accounts', { savings: 1 }],
    ['a balance that is text', '/_accounts', { collection: '1' }],
  ])('%s is refused in a sentence, with nothing changed', async (_what, path, change) => {
    const mtn = await startMtnStandIn();
    const before = (await sendRequest(mtn.baseUrl + path, 'GET')).body;
    const answer = await sendRequest(mtn.baseUrl + path, 'PUT', {}, { ...change });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/\w/)]);
    expect((await sendRequest(mtn.baseUrl + path, 'GET')).body).toEqual(before);
    await mtn.close();
  });

  test('a decision by hand knows the states of its operator, and calls back', async () => {
    const airtel = await startAirtelStandIn();
    const caller = new AirtelCaller(airtel);
    const { id } = await caller.collect('700801006');
    const decide = (state: string) => caller.raw('PUT', `/_books/${id}`, {}, { state, reason: null });
    expect((await decide('SUCCESSFUL')).status).toBe(400);
    expect((await decide('TS')).body).toMatchObject({ state: 'TS', paid: true });
    expect((await decide('TF')).body).toMatchObject({ state: 'TF', paid: false });
    await airtel.close();
  });
});

describe('a stand-in under load', () => {
  test('2,000 collections with an answer delay of 500 ms wait side by side, and every one is in the books', async () => {
    const mtn = await startMtnStandIn({ answerDelayMs: 500, settleDelayMs: 0 });
    const caller = new MtnCaller(mtn);
    await caller.headers('collection');
    const begunAtMs = performance.now();
    const statuses = new Set<number>();
    let next = 0;
    const worker = async () => {
      while (next < 2_000) {
        next += 1;
        statuses.add((await caller.collect(String(256_772_000_000 + next))).status);
      }
    };
    await Promise.all(Array.from({ length: 200 }, worker));
    const tookMs = performance.now() - begunAtMs;
    expect([...statuses]).toEqual([202]);
    expect([...mtn.world.books.payments]).toHaveLength(2_000);
    // One after the other they would wait 1,000 s; ten rounds of 200 at once wait 5 s, and a busy machine takes as long again and more.
    expect(tookMs).toBeGreaterThanOrEqual(5_000);
    expect(tookMs).toBeLessThan(100_000);
    await mtn.close();
  });
});

describe('the stand-ins', () => {
  const folder = join(root, 'packages/operator-stand-ins/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

  test('are independent: they import Node and each other, and nothing of the service', () => {
    expect(files.length).toBeGreaterThan(30);
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const [, from, dynamic] of text.matchAll(/^(?:import|export|\}).* from '([^']+)'|\bimport\('([^']+)'/gm)) {
        const other = from ?? dynamic!;
        const isInside = other.startsWith('.') && resolve(folder, name, '..', other).startsWith(folder + sep);
        expect(isInside || other.startsWith('node:'), `${name} imports ${other}`).toBe(true);
      }
    }
  });

  test('have every fault, admin path and setting in README.md', async () => {
    const page = readFileSync(join(root, 'packages/operator-stand-ins/README.md'), 'utf8');
    const mtn = await startMtnStandIn();
    const airtel = await startAirtelStandIn();
    const settings = [mtn, airtel].flatMap(({ world }) => Object.keys(world.settings.now));
    const paths = [
      '/_books',
      '/_totals',
      '/_accounts',
      '/_calls',
      '/_report',
      '/_faults',
      '/_settings',
      '/_keys',
      '/_keys/rotate',
    ];
    for (const word of [...mtnFaults.keys(), ...airtelFaults.keys(), ...settings, ...paths]) {
      expect(page).toMatch(new RegExp(`\`(?:[A-Z]+ )?${word}[\`/]`));
    }
    await mtn.close();
    await airtel.close();
  });
});
