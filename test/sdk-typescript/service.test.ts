import { execFile, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as sdk from '../../packages/sdk-typescript/src/index.ts';
import { readVectors } from '../../packages/sdk-typescript/src/testing/vectors.ts';
import { freePort } from '../service/free-port.ts';
import { checkout, childEnvironment } from '../service/nsimbi-command.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { makeSignedKey } from '../service/signed-key.ts';
import { waitUntil } from '../service/wait-until.ts';

interface Credentials {
  readonly api_key: string;
}

interface ServiceError {
  readonly name: string;
  readonly key?: 'wrong';
  readonly operation: 'readBalance' | 'readTransaction' | 'sendMoney' | 'refundCollection';
  readonly id?: number;
  readonly body?: object;
  readonly class: string;
  readonly code: string;
  readonly status: number;
  readonly is_retryable: boolean;
  readonly fields?: readonly string[];
  readonly transaction_status?: string;
}

const run = promisify(execFile);
const wrongKey = `nsk_test_${'A'.repeat(12)}.${'A'.repeat(40)}`;
const source = join(checkout, 'packages/sdk-typescript');

let folder: string;
let service: ServiceProcess;
let apiKey: string;
let nsimbi: sdk.Nsimbi;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-sdk-'));
  chmodSync(folder, 0o755);
  service = await startService({
    port: await freePort(),
    logFile: join(folder, 'service.log'),
    settings: { NSIMBI_DATA_DIR: join(folder, 'data') },
  });
  const credentials: Credentials = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8'));
  apiKey = credentials.api_key;
  nsimbi = new sdk.Nsimbi({ apiKey, baseUrl: service.baseUrl });
});

afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

describe('the vectors that need a service', () => {
  const errors = readVectors<{ service: ServiceError[] }>('errors.json').service;

  test.each(errors)('an error: $name', async (one) => {
    const client = new sdk.Nsimbi({ apiKey: one.key === 'wrong' ? wrongKey : apiKey, baseUrl: service.baseUrl });
    const failed = await callOf(client, one).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(failed instanceof sdk.NsimbiError)) throw failed ?? new Error('it succeeded');
    expect(failed.name).toBe(one.class);
    expect(failed).toMatchObject({ code: one.code, status: one.status, isRetryable: one.is_retryable });
    expect(failed.requestId).not.toBeNull();
    expect(Object.keys(failed.fields)).toEqual(one.fields ?? []);
    expect(failed.data?.status).toBe(one.transaction_status);
  });

  test('pages: every transaction is given once, the newest first', async () => {
    const { service: pages } = readVectors<{
      service: { times: number; body: sdk.FundTestWalletRequest; query: sdk.TransactionsQuery };
    }>('pages.json');
    const created: number[] = [];
    for (let time = 0; time < pages.times; time += 1) {
      created.unshift((await nsimbi.testMode.fund(pages.body)).transaction_id);
    }
    const listed: number[] = [];
    for await (const { id } of nsimbi.wallet.transactions.iterate(pages.query)) listed.push(id);
    expect(listed.slice(0, created.length)).toEqual(created);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBeGreaterThan(pages.query.limit ?? 0);
  });

  test('amounts: a balance above 2^31 is read as it is', async () => {
    const { service: amounts } = readVectors<{
      service: { times: number; body: sdk.FundTestWalletRequest; least_balance: number };
    }>('amounts.json');
    let newBalance: number | null = null;
    for (let time = 0; time < amounts.times; time += 1) {
      ({ new_balance: newBalance } = await nsimbi.testMode.fund(amounts.body));
    }
    const { balance } = await nsimbi.wallet.balance();
    expect(balance).toBe(newBalance);
    expect(balance).toBeGreaterThanOrEqual(amounts.least_balance);
    const { fee_amount, amount } = await nsimbi.wallet.quoteFee({ operation: 'collection', amount: 50_000 });
    expect({ fee_amount, amount }).toEqual({ fee_amount: 2_500, amount: 50_000 });
  });
});

test('a repeated payment is one payment, and its key with another body is a ConflictError', async () => {
  const request = { recipient_phone: '256772000001', amount: 1_000 };
  const first = await nsimbi.wallet.sendMoney(request, { idempotencyKey: 'rent-11' });
  expect(await nsimbi.wallet.sendMoney(request, { idempotencyKey: 'rent-11' })).toEqual(first);
  const other = nsimbi.wallet.sendMoney({ ...request, amount: 2_000 }, { idempotencyKey: 'rent-11' });
  await expect(other).rejects.toMatchObject({ name: 'ConflictError', idempotencyKey: 'rent-11' });
});

test('the stream gives a collection that a customer declines, and waiting for it ends with the reason', async () => {
  const stream = nsimbi.events.stream({ after: 0, events: ['deposit.failed'] });
  const collection = await nsimbi.collections.create({ customer_phone: '256770000009', amount: 5_000 });
  const [prompt] = await waitUntil('the prompt is on the phone', async () => {
    const prompts = await nsimbi.testMode.prompts.list({ phone: '256770000009' });
    return prompts.length > 0 ? prompts : false;
  });
  await nsimbi.testMode.prompts.decline(prompt?.id ?? 0);
  expect(await nsimbi.collections.wait(collection.transaction_id)).toMatchObject({
    status: 'failed',
    failure_reason: expect.any(String),
  });
  expect((await stream.next()).value).toMatchObject({ data: { id: collection.transaction_id, status: 'failed' } });
  await stream.return();
});

test('a receipt is read as PDF, and verified as soon as its transaction is proven', async () => {
  const { transaction_id: id } = await nsimbi.testMode.fund({ amount: 4_000 });
  expect(new TextDecoder().decode((await nsimbi.receipts.pdf(id)).subarray(0, 5))).toBe('%PDF-');
  const receipt = await waitUntil('the transaction is proven', async () => {
    // Receipts have a rate limit, and a round comes only every few seconds.
    await sleep(500);
    const one = await nsimbi.receipts.get(id, { business: 'masked' });
    return one.round !== null && one;
  });
  const trusted = (await nsimbi.proofs.keys()).keys.map(({ public_key }) => public_key);
  expect(sdk.verifyReceipt(receipt, trusted)).toMatchObject({ result: 'valid', values: { amount: '4000' } });
  const altered = { ...receipt, transaction: { ...receipt.transaction, amount: '9000' } };
  expect(sdk.verifyReceipt(altered, trusted)).toEqual({ result: 'altered', altered: ['transaction.amount'] });
});

describe('the package, packed and installed in an empty folder without a network', () => {
  let app: string;
  let packed: string[];

  beforeAll(async () => {
    const staged = join(folder, 'staged');
    mkdirSync(staged);
    for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(source, file), join(staged, file));
    const tsc = join(checkout, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [
      tsc,
      '--project',
      join(source, 'tsconfig.build.json'),
      '--outDir',
      join(staged, 'dist'),
    ]);
    await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: staged });
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const tarball = join(folder, `nsimbi-sdk-${version}.tgz`);
    packed = (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n');
    app = join(folder, 'app');
    const installed = join(app, 'node_modules/@nsimbi/sdk');
    mkdirSync(installed, { recursive: true });
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
    writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n');
  });

  test('has the built files, README and license, and no tests', () => {
    expect(packed).toContain('package/dist/index.js');
    expect(packed).toContain('package/dist/index.d.ts');
    const others = packed.filter(
      (path) => !/^package\/(?:dist\/.+\.(?:js|d\.ts)|package\.json|README\.md|LICENSE)$/.test(path),
    );
    expect(others).toEqual([]);
    expect(packed.filter((path) => /test/.test(path))).toEqual([]);
  });

  test('has types that a strict program compiles with, and that refuse an amount which is a text', async () => {
    writeFileSync(
      join(app, 'program.ts'),
      `import { Nsimbi, type Payment } from '@nsimbi/sdk';
const nsimbi = new Nsimbi({ apiKey: 'nsk_test_a', baseUrl: 'http://127.0.0.1' });
export const pay = (): Promise<Payment> => nsimbi.wallet.sendMoney({ recipient_phone: '256772000001', amount: 500 });
// @ts-expect-error Amounts are numbers.
export const mistake = () => nsimbi.wallet.sendMoney({ recipient_phone: '256772000001', amount: '500' });
`,
    );
    const tsc = join(checkout, 'node_modules/typescript/bin/tsc');
    const types = ['--typeRoots', join(checkout, 'node_modules/@types'), '--types', 'node'];
    const compiled = run(
      process.execPath,
      [tsc, '--noEmit', '--strict', '--module', 'nodenext', ...types, 'program.ts'],
      {
        cwd: app,
      },
    );
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  });

  describe('the examples of its README', () => {
    const readme = readFileSync(join(source, 'README.md'), 'utf8');
    const [
      firstPayment = '',
      errors = '',
      collections = '',
      quotes = '',
      bulk = '',
      lists = '',
      webhooks = '',
      signing = '',
      receipts = '',
    ] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block ?? '');

    /** Runs an example; those after the first use its client. */
    const runExample = async (name: string, code: string, more: Record<string, string> = {}) => {
      writeFileSync(join(app, `${name}.mjs`), withClient(code));
      const { stdout } = await run(process.execPath, [`${name}.mjs`], { cwd: app, env: { ...environment(), ...more } });
      return stdout;
    };

    test('the first payment, made twice, pays once', async () => {
      expect(firstPayment.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
      const before = await nsimbi.wallet.balance();
      const first = await runExample('first-payment', firstPayment);
      expect(first).toMatch(/^SM_\d+_\d+ completed null\n$/);
      expect(await runExample('first-payment', firstPayment)).toBe(first);
      const after = await nsimbi.wallet.balance();
      expect(before.balance - after.balance).toBe(26_500);
    });

    test('the error of a recipient without an account', async () => {
      expect(await runExample('errors', errors)).toMatch(/^recipient_not_found .+\nfailed API_WD_\d+_\d+\n$/);
    });

    test('a collection and its refund', async () => {
      expect(await runExample('collections', collections)).toMatch(/^received 47500\npaid back \d+\n$/);
    });

    test('a quote, and a payment that costs what it says', async () => {
      expect(await runExample('quotes', quotes)).toMatch(/^costs 26500 until \S+Z \w+\ntook 26500\n$/);
    });

    test('many payments in one bulk payout', async () => {
      expect(await runExample('bulk', bulk)).toMatch(/^1 53000 \[\]\n1 .+\n0 paid, 1 failed\n$/);
    });

    test('the list of transactions', async () => {
      expect(await runExample('lists', lists)).toMatch(/^API_COL_\d+_\d+ 50000 completed$/m);
    });

    test('the signed request', async () => {
      expect(await runExample('signing', signing, await makeSignedKey(join(folder, 'data')))).toMatch(/^\d+\n$/);
    });

    test('the receipt', async () => {
      expect(await runExample('receipts', receipts)).toMatch(/^(?:valid|not_proven)\n$/);
    });

    test('the receiver of webhooks takes deliveries with either secret, and refuses others', async () => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/hooks`;
      const webhook = await nsimbi.webhooks.create({ url, events: ['transaction.completed'] });
      const { secret } = await nsimbi.webhooks.rollSecret(webhook.id);
      writeFileSync(join(app, 'webhooks.mjs'), webhooks);
      const start = (secrets: string) => {
        const env = { ...environment(), PORT: String(port), WEBHOOK_SECRETS: secrets };
        const child = spawn(process.execPath, ['webhooks.mjs'], {
          cwd: app,
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const output: string[] = [];
        child.stdout.on('data', (text) => output.push(String(text)));
        const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        const stop = async () => {
          child.kill();
          await gone;
        };
        const listens = waitUntil('the receiver listens', () =>
          fetch(url, { method: 'POST', body: '{}' }).then(
            ({ status }) => status === 400,
            () => false,
          ),
        );
        return { output, stop, listens };
      };
      for (const [secrets, responseStatus] of [
        [webhook.secret, 200],
        [`${webhook.secret} ${secret}`, 200],
        [secret, 200],
        [`whsec_${Buffer.alloc(32).toString('base64')}`, 400],
      ] as const) {
        const receiver = start(secrets);
        try {
          await receiver.listens;
          const delivery = await nsimbi.webhooks.test(webhook.id);
          expect(delivery).toMatchObject({ delivered: responseStatus === 200, response_status: responseStatus });
          const printed = responseStatus === 200 ? /^evt_\S+ transaction\.completed TEST_\d+_0 completed\n$/ : /^$/;
          await waitUntil('the event is printed', () => printed.test(receiver.output.join('')));
        } finally {
          await receiver.stop();
        }
      }
    });
  });
});

function environment(): NodeJS.ProcessEnv {
  return childEnvironment({ NSIMBI_API_KEY: apiKey, NSIMBI_URL: service.baseUrl });
}

function withClient(code: string): string {
  if (code.includes('new Nsimbi(')) return code;
  return `import { Nsimbi } from '@nsimbi/sdk';
const nsimbi = new Nsimbi({ apiKey: process.env.NSIMBI_API_KEY, baseUrl: process.env.NSIMBI_URL });
${code}`;
}

function callOf(client: sdk.Nsimbi, { operation, id = 0, body = {} }: ServiceError): Promise<unknown> {
  switch (operation) {
    case 'readBalance':
      return client.wallet.balance();
    case 'readTransaction':
      return client.wallet.transactions.get(id);
    case 'sendMoney':
      return client.wallet.sendMoney(body as sdk.SendMoneyRequest);
    case 'refundCollection':
      return client.refunds.create(id, body);
  }
}
