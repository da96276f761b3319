import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlugin, inPluginNamespace } from '../../packages/woocommerce/build-plugin.ts';
import { freePort } from '../service/free-port.ts';
import { checkout, childEnvironment } from '../service/nsimbi-command.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';

const run = promisify(execFile);
const source = join(checkout, 'packages/woocommerce');
const isInstalled = spawnSync('php', ['--version']).status === 0;
const title = isInstalled
  ? 'the WooCommerce plugin'
  : 'the WooCommerce plugin is not tested, because php is not installed';

describe.skipIf(!isInstalled)(title, () => {
  let folder: string;
  let plugin: string;
  let zip: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nsimbi-woocommerce-'));
    // PostgreSQL runs as another user and has its data below this folder.
    chmodSync(folder, 0o755);
    ({ folder: plugin, zip } = buildPlugin(folder));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('is one zip file with the client package and without tests, the same bytes from the same sources', () => {
    const bytes = readFileSync(zip);
    const names = Object.keys(unzipSync(bytes));
    expect(names).toEqual(
      expect.arrayContaining([
        'nsimbi-payments/nsimbi-payments.php',
        'nsimbi-payments/readme.txt',
        'nsimbi-payments/uninstall.php',
        'nsimbi-payments/LICENSE',
        'nsimbi-payments/assets/checkout-block.js',
        'nsimbi-payments/src/Gateway.php',
        'nsimbi-payments/sdk/Nsimbi.php',
        'nsimbi-payments/sdk/Webhook/WebhookVerifier.php',
      ]),
    );
    expect(names.filter((name) => /phpunit|composer|README\.md|\/(?:tests|support)\//.test(name))).toEqual([]);
    const again = join(folder, 'again');
    mkdirSync(again);
    expect(readFileSync(buildPlugin(again).zip).equals(bytes)).toBe(true);
  });

  test('has one version, and readme.txt agrees with the header of the plugin', () => {
    const main = readFileSync(join(plugin, 'nsimbi-payments.php'), 'utf8');
    const readme = readFileSync(join(plugin, 'readme.txt'), 'utf8');
    const version = / \* Version: (\S+)/.exec(main)?.[1];
    expect(main).toContain(`define('NSIMBI_PAYMENTS_VERSION', '${version}');`);
    expect(readme).toContain(`Stable tag: ${version}`);
    expect(readme).toContain(`= ${version} =`);
    for (const name of ['Requires at least', 'Requires PHP', 'License', 'License URI']) {
      const value = new RegExp(`^${name}: (.*)$`, 'm').exec(readme)?.[1];
      expect(main).toContain(` * ${name}: ${value}\n`);
    }
    expect(readme).toMatch(/^=== .+ ===\n/);
    for (const section of ['Description', 'Installation', 'Frequently Asked Questions', 'Changelog']) {
      expect(readme).toContain(`\n== ${section} ==\n`);
    }
  });

  test('moves the client package into its own namespace, and nothing else', () => {
    const code = [
      'namespace Nsimbi;',
      'use Nsimbi\\Error\\NsimbiError;',
      'use Nsimbi\\{Nsimbi, Model\\Payment};',
      '$one = new \\Nsimbi\\Nsimbi($key);',
      'final readonly class Nsimbi',
      "$agent = 'nsimbi-sdk-php/1';",
    ];
    expect(inPluginNamespace(code.join('\n')).split('\n')).toEqual([
      'namespace NsimbiPayments\\Sdk;',
      'use NsimbiPayments\\Sdk\\Error\\NsimbiError;',
      'use NsimbiPayments\\Sdk\\{Nsimbi, Model\\Payment};',
      '$one = new \\NsimbiPayments\\Sdk\\Nsimbi($key);',
      'final readonly class Nsimbi',
      "$agent = 'nsimbi-sdk-php/1';",
    ]);
  });

  test('every text for people can be translated, in the domain of the plugin', () => {
    const files = readdirSync(join(plugin, 'src')).map((name) => readFileSync(join(plugin, 'src', name), 'utf8'));
    const code = files.join('\n');
    const calls = code.match(/\b(?:esc_html)?__\(/g) ?? [];
    const inDomain = code.match(/\b(?:esc_html)?__\(\s*'(?:[^'\\]|\\.)+',\s*'nsimbi-payments'\)/g) ?? [];
    expect(calls.length).toBeGreaterThan(50);
    expect(inDomain).toHaveLength(calls.length);
  });

  test('its checkout block sends the number that the customer enters, and refuses an empty one', () => {
    const block = runCheckoutBlock(readFileSync(join(plugin, 'assets/checkout-block.js'), 'utf8'));
    expect(block.method).toMatchObject({
      name: 'nsimbi',
      ariaLabel: 'Mobile money',
      supports: { features: ['products'] },
    });
    expect(block.submit()).toEqual({ type: 'error', message: 'Enter the number.' });
    block.enter('0772 123 456');
    expect(block.submit()).toEqual({
      type: 'success',
      meta: { paymentMethodData: { nsimbi_phone: '0772 123 456' } },
    });
  });

  test('its waiting page asks the shop until the order changes, also after a lost connection', async () => {
    const code = readFileSync(join(plugin, 'assets/waiting.js'), 'utf8');
    const answers = ['lost', 'waiting', 'refused', 'paid'];
    const asked: string[] = [];
    let due: (() => Promise<void>) | undefined;
    let reloads = 0;
    const fetchAnswer = async (address: string) => {
      asked.push(address);
      const state = answers.shift();
      if (state === 'lost') throw new TypeError('no connection');
      return { ok: state !== 'refused', json: async () => ({ state }) };
    };
    const box = { dataset: { nsimbiAddress: 'https://shop.example.ug/state' } };
    const later = (act: () => Promise<void>) => (due = act);
    const page = { location: { reload: () => (reloads += 1) } };
    new Function('document', 'window', 'fetch', 'setTimeout', code)(
      { querySelector: () => box },
      page,
      fetchAnswer,
      later,
    );
    while (due !== undefined) {
      const act: () => Promise<void> = due;
      due = undefined;
      expect(reloads).toBe(0);
      await act();
    }
    expect(reloads).toBe(1);
    expect(asked).toEqual(Array.from({ length: 4 }, () => 'https://shop.example.ug/state'));
  });

  test('its unit tests pass', async () => {
    const strict = ['--fail-on-skipped', '--fail-on-incomplete'];
    const options = { cwd: source, env: childEnvironment({ NSIMBI_PLUGIN: plugin }) };
    const { stdout } = await run('phpunit', strict, options).catch((error: { stdout?: string }) => {
      // PHPUnit prints which tests failed to its standard output.
      throw new Error(error.stdout || String(error));
    });
    expect(stdout).toMatch(/^OK \(\d+ tests/m);
  });

  describe('in a shop, with a service', () => {
    let service: ServiceProcess;
    let shop: { readonly address: string; stop(): Promise<void> };
    let apiKey: string;
    let secret: string;

    beforeAll(async () => {
      service = await startService({
        port: await freePort(),
        logFile: join(folder, 'service.log'),
        settings: { NSIMBI_DATA_DIR: join(folder, 'data') },
      });
      apiKey = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8')).api_key;
      shop = await startShop(folder, plugin);
      const webhook = await api('/webhooks', {
        url: `${shop.address}/wp-json/nsimbi/v1/webhook`,
        events: ['transaction.completed', 'transaction.failed'],
      });
      secret = webhook.secret;
      await inShop('settings', {
        enabled: 'yes',
        title: 'Mobile money',
        description: '',
        base_url: service.baseUrl,
        api_key: apiKey,
        webhook_secret: secret,
        webhook_secret_new: '',
      });
    });

    afterAll(async () => {
      await shop?.stop();
      await service?.end('SIGTERM');
    });

    test('an order of UGX 50,000 is paid by the webhook, and a part of it is refunded by the next one', async () => {
      const { order, result, redirect } = await inShop('checkout', { total: 50_000, phone: '0770 000 001' });
      expect(result).toBe('success');
      expect(redirect).toContain(`/checkout/order-received/${order}/`);
      expect((await orderOf(order)).statuses).not.toContain('processing');
      await becomes(order, 'processing');
      const paid = await orderOf(order);
      expect(paid.transaction_id).toMatch(/^API_COL_\d+_\d+$/);
      const page = await fetch(`${shop.address}/wp-json/nsimbi/v1/orders/${order}/state?key=${paid.order_key}`);
      expect(await page.json()).toEqual({ state: 'paid', message: 'Payment received. Thank you.' });

      const [transaction] = await listed(`client_reference=${order}`);
      expect(transaction).toMatchObject({ reference: paid.transaction_id, amount: 50_000, status: 'completed' });
      expect(transaction.metadata).toMatchObject({ order_id: String(order), customer_phone: '256770000001' });

      expect(await inShop('refund', { order, amount: 20_000 })).toHaveProperty('refund');
      await noted(order, 'the customer has received the refund of UGX 20,000');
      expect((await orderOf(order)).status).toBe('processing');
      expect(await inShop('refund', { order, amount: 30_000 })).toHaveProperty('refund');
      await noted(order, 'the customer has received the refund of UGX 30,000');
      expect((await orderOf(order)).status).toBe('refunded');
      const refunds = await listed(`metadata=order_id:${order}&type=refund`);
      expect(refunds.map(({ amount }) => amount).sort()).toEqual([20_000, 30_000]);
    });

    test('five submits of one order at the same time ask the customer once', async () => {
      const { order } = await inShop('checkout', { total: 7_000, phone: '0770 000 005' });
      await Promise.all(Array.from({ length: 5 }, () => inShop('pay', { order, phone: '0770 000 005' })));
      expect(await listed(`client_reference=${order}`)).toHaveLength(1);
      expect(await listed(`metadata=order_id:${order}`)).toHaveLength(1);
    });

    test('a customer who declines can pay again with another number', async () => {
      const { order } = await inShop('checkout', { total: 8_000, phone: '0770 000 002' });
      await becomes(order, 'failed');
      expect((await inShop('pay', { order, phone: '0700 000 001' })).result).toBe('success');
      await becomes(order, 'processing');
      expect((await listed(`metadata=order_id:${order}`)).map(({ status }) => status)).toEqual(['completed', 'failed']);
    });

    test('an operator that cannot be reached is a sentence at checkout, and the order can be paid again', async () => {
      const refused = await inShop('checkout', { total: 9_000, phone: '0770 000 006' });
      expect(refused).toMatchObject({ result: 'failure', notices: [expect.stringContaining('Try again later')] });
      expect((await inShop('pay', { order: refused.order, phone: '0770 000 001' })).result).toBe('success');
      await becomes(refused.order, 'processing');
    });

    test('an amount below the minimum of the service is a sentence at checkout', async () => {
      const { result, notices } = await inShop('checkout', { total: 500, phone: '0770 000 001' });
      expect(result).toBe('failure');
      expect(notices).toEqual([expect.stringMatching(/1,?000/)]);
    });

    test('a refund that fails after WooCommerce recorded it is deleted, and can be created again', async () => {
      const { order } = await inShop('checkout', { total: 10_000, phone: '0770 000 009' });
      await answerPrompt('approve');
      await becomes(order, 'processing');
      const { refund } = await inShop('refund', { order, amount: 10_000 });
      expect(await orderOf(order)).toMatchObject({ status: 'refunded' });
      await answerPrompt('decline');
      await noted(order, 'the refund of UGX 10,000 failed, and the customer has not received it');
      await becomes(order, 'processing');
      expect(await orderOf(refund)).toBeNull();

      expect(await inShop('refund', { order, amount: 10_000 })).toHaveProperty('refund');
      await answerPrompt('approve');
      await noted(order, 'the customer has received the refund of UGX 10,000');
      await becomes(order, 'refunded');
    });

    test('eight deliveries of a payment at the same time pay the order once', async () => {
      const { order } = await inShop('checkout', { total: 11_000, phone: '0770 000 005' });
      const [collection] = await listed(`client_reference=${order}`);
      const data = { ...collection, status: 'completed', completed_at: new Date().toISOString() };
      const deliver = (id: string) => {
        const body = JSON.stringify({ id, type: 'transaction.completed', created: 0, data, api_version: '2026-11' });
        const time = String(Math.floor(Date.now() / 1000));
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
        const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
        return fetch(`${shop.address}/wp-json/nsimbi/v1/webhook`, { method: 'POST', headers, body }).then(
          async (response) => [response.status, ((await response.json()) as { result: string }).result],
        );
      };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => deliver(index < 4 ? 'evt_same' : `evt_${index}`)),
      );
      expect(answers.map(([status]) => status)).toEqual(Array.from({ length: 8 }, () => 200));
      expect(answers.filter(([, result]) => result === 'paid')).toHaveLength(1);
      const { statuses, notes } = await orderOf(order);
      expect(statuses.filter((status) => status === 'processing')).toHaveLength(1);
      expect(notes.filter((note) => note.includes('the customer paid'))).toHaveLength(1);
    });

    test("the service's test event is answered with 200", async () => {
      const [{ id }] = await readApi('/webhooks');
      expect(await api(`/webhooks/${id}/test`)).toMatchObject({ delivered: true, response_status: 200 });
    });

    test('nothing that the shop logged has the key, the secret or a whole phone number', async () => {
      const log = (await everything()).log.join('\n');
      expect(log).toContain('paid');
      for (const secretText of [apiKey, secret, '256770000001', '256700000001']) expect(log).not.toContain(secretText);
    });

    interface Order {
      readonly status: string;
      readonly statuses: readonly string[];
      readonly notes: readonly string[];
      readonly transaction_id: string;
      readonly order_key: string;
      readonly parent_id: number;
    }

    /** Does something in the shop, as a customer or a merchant does it. */
    async function inShop(act: string, input: object = {}): Promise<ReturnType<JSON['parse']>> {
      const response = await fetch(`${shop.address}/shop/${act}`, { method: 'POST', body: JSON.stringify(input) });
      const text = await response.text();
      try {
        return JSON.parse(text);
      } catch {
        throw new Error(`the shop answered to ${act}: ${text}`);
      }
    }

    const orderOf = (order: number): Promise<Order> => inShop('order', { order });
    const everything = (): Promise<{ orders: Record<string, Order>; log: string[] }> => inShop('everything');
    const becomes = (order: number, status: string) =>
      waitUntil(`order ${order} is ${status}`, async () => (await orderOf(order)).status === status);
    const noted = (order: number, text: string) =>
      waitUntil(`order ${order} has the note "${text}"`, async () =>
        (await orderOf(order)).notes.some((note) => note.includes(text)),
      );
    const listed = (query: string) => readApi(`/wallet/transactions?${query}`);

    /** Calls the API without the plugin. */
    async function api(path: string, body?: object): Promise<ReturnType<JSON['parse']>> {
      const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return ((await response.json()) as { data: ReturnType<JSON['parse']> }).data;
    }

    /** Answers the prompt that waits on the virtual handset of 256770000009. */
    async function answerPrompt(answer: 'approve' | 'decline'): Promise<void> {
      let id = 0;
      await waitUntil('a prompt waits on the handset', async () => {
        const [prompt] = await readApi('/test/prompts?phone=256770000009');
        id = prompt?.id ?? 0;
        return id !== 0;
      });
      await api(`/test/prompts/${id}/${answer}`);
    }

    async function readApi(path: string): Promise<ReturnType<JSON['parse']>[]> {
      const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      return ((await response.json()) as { data: ReturnType<JSON['parse']>[] }).data;
    }
  });
});

/** Starts the shop in PHP's own web server, with several processes as a shop has them. */
async function startShop(folder: string, plugin: string) {
  const data = join(folder, 'shop');
  mkdirSync(data);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const strict = ['-d', 'error_reporting=-1', '-d', 'display_errors=1', '-d', 'html_errors=0'];
  const child: ChildProcess = spawn(
    'php',
    [...strict, '-S', `127.0.0.1:${port}`, join(source, 'tests/support/shop-server.php')],
    {
      env: childEnvironment({ NSIMBI_PLUGIN: plugin, NSIMBI_SHOP: data, PHP_CLI_SERVER_WORKERS: '8' }),
      stdio: 'ignore',
      // Its workers are stopped with it.
      detached: true,
    },
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntil('the shop listens', () =>
    fetch(`${address}/shop/everything`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    address,
    stop: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await gone;
    },
  };
}

/** Runs the script of the checkout block with as much of WordPress and React as it uses. */
function runCheckoutBlock(code: string) {
  let method: { content: { component: (properties: object) => unknown } } | undefined;
  let phone = '';
  let setup: (() => unknown) | undefined;
  type Element = {
    readonly component: unknown;
    readonly properties: Record<string, unknown> | null;
    readonly children: unknown[];
  };
  const settings = {
    title: 'Mobile money',
    description: '',
    supports: ['products'],
    isTest: false,
    phoneIsMissing: 'Enter the number.',
  };
  const window = {
    wc: {
      wcBlocksRegistry: { registerPaymentMethod: (given: typeof method) => (method = given) },
      wcSettings: { getPaymentMethodData: () => settings },
    },
    wp: {
      element: {
        createElement: (
          component: unknown,
          properties: Record<string, unknown> | null,
          ...children: unknown[]
        ): Element => ({
          component,
          properties,
          children,
        }),
        useState: () => [phone, (value: string) => (phone = value)],
        useEffect: (effect: () => void) => effect(),
      },
      htmlEntities: { decodeEntities: (text: string) => text },
    },
  };
  new Function('window', code)(window);
  const render = () =>
    method?.content.component({
      eventRegistration: { onPaymentSetup: (callback: () => unknown) => (setup = callback) },
      emitResponse: { responseTypes: { SUCCESS: 'success', ERROR: 'error' } },
    });
  const inputIn = (value: unknown): Element | undefined => {
    const element = value as Element | null;
    if (element === null || typeof element !== 'object') return undefined;
    return element.component === 'input' ? element : element.children.map(inputIn).find((found) => found !== undefined);
  };
  return {
    method,
    enter: (value: string) => {
      const onChange = inputIn(render())?.properties?.onChange as (event: object) => void;
      onChange({ target: { value } });
    },
    submit: () => {
      render();
      return setup?.();
    },
  };
}
