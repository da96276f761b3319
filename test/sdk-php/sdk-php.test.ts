import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/http/server.ts';
import { fakeParts } from '../http/fakes.ts';
import { freePort } from '../service/free-port.ts';
import { checkout, childEnvironment, runNsimbi } from '../service/nsimbi-command.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';

const run = promisify(execFile);
const source = join(checkout, 'packages/sdk-php');
const howToUpdate = 'UPDATE_SDK=1 npm test -- test/sdk-php/sdk-php.test.ts';
const programs = ['php', 'phpunit', 'composer'];
const missing = programs.filter((program) => spawnSync(program, ['--version']).status !== 0);
// The machine that decides about a change has them: there a missing program is a failure.
const isLeftOut = missing.length > 0 && process.env.CI === undefined;
if (isLeftOut) console.warn(`Not installed: ${missing.join(', ')}. The tests of the PHP package are left out.`);

describe.skipIf(isLeftOut)('the PHP package', () => {
  let folder: string;
  let documentFile: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nsimbi-sdk-php-'));
    // PostgreSQL runs as another user and has its data below this folder.
    chmodSync(folder, 0o755);
    documentFile = join(folder, 'openapi.json');
    const server = await createServer(fakeParts());
    const response = await server.inject({ method: 'GET', url: '/openapi.json' });
    await server.close();
    writeFileSync(documentFile, response.body);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('its classes are what the generator writes for the document that the service serves', async () => {
    const committed = join(source, 'src/Model');
    const generator = join(source, 'tools/generate.php');
    const documents = [documentFile, join(checkout, 'test/openapi/released.json')];
    if (process.env.UPDATE_SDK) await run('php', [generator, ...documents, committed]);
    const generated = join(folder, 'Model');
    await run('php', [generator, ...documents, generated]);
    expect(filesIn(committed), `write the classes again: ${howToUpdate}`).toEqual(filesIn(generated));
  });

  test('a field that the latest release lacks is null where the service does not send it; others must be there', async () => {
    const released = JSON.parse(readFileSync(documentFile, 'utf8'));
    delete released.components.schemas.Limits.properties.currency;
    delete released.components.schemas.Limits.properties.fees;
    const releasedFile = join(folder, 'older.json');
    writeFileSync(releasedFile, JSON.stringify(released));
    const generated = join(folder, 'OlderModel');
    await run('php', [join(source, 'tools/generate.php'), documentFile, releasedFile, generated]);
    const { paths } = JSON.parse(readFileSync(documentFile, 'utf8'));
    const { currency, fees, mode, ...others } =
      paths['/api/v1/wallet/limits'].get.responses['200'].content['application/json'].example.data;
    const read = async (limits: object) => {
      const program = `spl_autoload_register(fn ($name) => require "${generated}/" . basename(strtr($name, "\\\\", "/")) . ".php");
        try {
          echo json_encode(Nsimbi\\Model\\Limits::from(json_decode($argv[1], true)));
        } catch (TypeError) {
          echo '"refused"';
        }`;
      return JSON.parse((await run('php', ['-r', program, JSON.stringify(limits)])).stdout);
    };
    expect(await read({ mode, ...others })).toMatchObject({ mode, currency: null, fees: null });
    expect(await read({ mode, ...others, currency, fees })).toMatchObject({ mode, currency, fees });
    expect(await read({ ...others, currency, fees })).toBe('refused');
  });

  test('its unit tests pass, with all vectors that need no service', async () => {
    expect(await runPhpunit('unit', {})).toMatch(/^OK \(\d+ tests/m);
  });

  test('it has a method for every operation of the document, which sends and reads what the document says', async () => {
    expect(await runPhpunit('document', { NSIMBI_OPENAPI: documentFile })).toMatch(/^OK \(\d+ tests/m);
  });

  describe('with a service', () => {
    let service: ServiceProcess;
    let environment: NodeJS.ProcessEnv;
    let apiKey: string;

    beforeAll(async () => {
      service = await startService({
        port: await freePort(),
        logFile: join(folder, 'service.log'),
        settings: { NSIMBI_DATA_DIR: join(folder, 'data') },
      });
      // The examples and the tests together are more payments than a minute has by default.
      const limit = ['client', 'rate-limit', '--client', '1', '--rate-limit', 'send_money=100'];
      await runNsimbi(limit, { NSIMBI_DATA_DIR: join(folder, 'data') });
      const recipient = ['client', 'create', '--name', 'Corner Shop', '--phone', '256782000009'];
      await runNsimbi(recipient, { NSIMBI_DATA_DIR: join(folder, 'data') });
      apiKey = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8')).api_key;
      environment = childEnvironment({ NSIMBI_API_KEY: apiKey, NSIMBI_URL: service.baseUrl });
    });

    afterAll(async () => {
      await service.end('SIGTERM');
    });

    describe('packed, and installed by Composer in an empty folder without a network', () => {
      let app: string;
      let packed: string[];

      beforeAll(async () => {
        const composer = childEnvironment({
          COMPOSER_HOME: join(folder, 'composer'),
          COMPOSER_ALLOW_SUPERUSER: '1',
          COMPOSER_DISABLE_NETWORK: '1',
        });
        const options = ['--no-interaction', '--quiet'];
        const archive = ['archive', '--format=tar', `--dir=${folder}`, '--file=package', ...options];
        await run('composer', archive, { cwd: source, env: composer });
        const unpacked = join(folder, 'package');
        mkdirSync(unpacked);
        await run('tar', ['-xf', join(folder, 'package.tar'), '-C', unpacked]);
        packed = filesIn(unpacked).map(([path]) => path);
        app = join(folder, 'app');
        mkdirSync(app);
        const program = {
          repositories: [{ type: 'path', url: '../package', options: { symlink: false } }, { 'packagist.org': false }],
          require: { 'nsimbi/nsimbi': '*' },
        };
        writeFileSync(join(app, 'composer.json'), JSON.stringify(program));
        await run('composer', ['install', ...options], { cwd: app, env: composer });
      }, 120_000);

      test('has its classes, README and license, and no tests and tools', () => {
        expect(packed).toContain('src/Nsimbi.php');
        expect(packed).toContain('src/Model/Payment.php');
        expect(packed.filter((path) => !/^(?:src\/[\w/]+\.php|composer\.json|README\.md|LICENSE)$/.test(path))).toEqual(
          [],
        );
      });

      describe('the examples of its README', () => {
        const readme = readFileSync(join(source, 'README.md'), 'utf8');
        const [
          firstPayment = '',
          errors = '',
          collections = '',
          bulk = '',
          lists = '',
          statements = '',
          webhooks = '',
          receipts = '',
        ] = [...readme.matchAll(/```php\n(.*?)```/gs)].map(([, block]) => block ?? '');

        const runExample = async (name: string, code: string) => {
          writeFileSync(join(app, `${name}.php`), withClient(code));
          const strict = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr'];
          const { stdout, stderr } = await run('php', [...strict, `${name}.php`], { cwd: app, env: environment });
          expect(stderr).toBe('');
          return stdout;
        };
        const balance = async () =>
          Number(await runExample('balance', "echo $nsimbi->wallet->balance()->balance, '';"));

        test('the first payment, made twice, pays once', async () => {
          expect(firstPayment.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
          const before = await balance();
          const first = await runExample('first-payment', firstPayment);
          expect(first).toMatch(/^SM_\d+_\d+ completed \n$/);
          expect(await runExample('first-payment', firstPayment)).toBe(first);
          expect(before - (await balance())).toBe(26_500);
        });

        test('the error of a recipient without an account', async () => {
          expect(await runExample('errors', errors)).toMatch(/^recipient_not_found .+\nfailed API_WD_\d+_\d+\n$/);
        });

        test('a collection and its refund', async () => {
          expect(await runExample('collections', collections)).toMatch(/^received 47500\npaid back \d+\n$/);
        });

        test('many payments in one bulk payout', async () => {
          expect(await runExample('bulk', bulk)).toMatch(/^1 53000 0\n1 .+\n0 paid, 1 failed\n$/);
        });

        test('the statement of today, also as a file', async () => {
          const [, opening, moneyIn, moneyOut, closing] =
            /^(\d+) \+ (\d+) - (\d+) = (\d+)\n$/.exec(await runExample('statements', statements))?.map(Number) ?? [];
          expect(closing).toBe((opening ?? 0) + (moneyIn ?? 0) - (moneyOut ?? 0));
          expect(readFileSync(join(app, 'statement.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
        });

        test('the list of transactions', async () => {
          expect(await runExample('lists', lists)).toMatch(/^API_COL_\d+_\d+ 50000 completed$/m);
        });

        test('the receipt', async () => {
          expect(await runExample('receipts', receipts)).toMatch(/^(?:valid|not_proven)\n$/);
        });

        test('the receiver of webhooks takes deliveries with either secret, and refuses others', async () => {
          const port = await freePort();
          const url = `http://127.0.0.1:${port}/webhooks.php`;
          const { id, secret: oldSecret } = await api('/webhooks', { url, events: ['transaction.completed'] });
          const { secret: newSecret } = await api(`/webhooks/${id}/roll-secret`, {});
          writeFileSync(join(app, 'webhooks.php'), webhooks);
          for (const [secrets, responseStatus] of [
            [oldSecret, 200],
            [`${oldSecret} ${newSecret}`, 200],
            [newSecret, 200],
            [`whsec_${Buffer.alloc(32).toString('base64')}`, 400],
          ] as const) {
            const receiver = startReceiver(app, url, port, secrets);
            try {
              await receiver.listens;
              const delivery = await api(`/webhooks/${id}/test`);
              expect(delivery).toMatchObject({ delivered: responseStatus === 200, response_status: responseStatus });
              const printed = () =>
                receiver.output.join('').match(/evt_\S+ transaction\.completed TEST_\d+_0 completed/);
              if (responseStatus === 200) await waitUntil('the event is printed', () => printed() !== null);
              else expect(printed()).toBeNull();
            } finally {
              await receiver.stop();
            }
          }
        });
      });
    });

    test('its tests of the service pass', async () => {
      expect(await runPhpunit('service', environment)).toMatch(/^OK \(\d+ tests/m);
    }, 180_000);

    /** Calls the API without the package. */
    async function api(path: string, body?: object): Promise<ReturnType<JSON['parse']>> {
      const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { data } = (await response.json()) as { data: ReturnType<JSON['parse']> };
      return data;
    }
  });
});

/** Starts the receiver of the README in PHP's own web server. */
function startReceiver(app: string, url: string, port: number, secrets: string) {
  const child = spawn('php', ['-S', `127.0.0.1:${port}`], {
    cwd: app,
    env: childEnvironment({ WEBHOOK_SECRETS: secrets }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: string[] = [];
  child.stderr.on('data', (text) => output.push(String(text)));
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
}

/** Runs one suite of the package's tests, and gives what it prints. */
async function runPhpunit(suite: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const strict = ['--testsuite', suite, '--fail-on-skipped', '--fail-on-incomplete'];
  try {
    return (await run('phpunit', strict, { cwd: source, env: { ...childEnvironment({}), ...settings } })).stdout;
  } catch (error) {
    // PHPUnit prints which tests failed to its standard output.
    throw new Error((error as { stdout?: string }).stdout || String(error));
  }
}

/** The paths below a folder with what the files hold, in alphabetical order. */
function filesIn(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]);
}

function withClient(code: string): string {
  if (code.includes('new Nsimbi(')) return code;
  return `<?php
require 'vendor/autoload.php';
$nsimbi = new Nsimbi\\Nsimbi(apiKey: getenv('NSIMBI_API_KEY'), baseUrl: getenv('NSIMBI_URL'));
${code}`;
}
