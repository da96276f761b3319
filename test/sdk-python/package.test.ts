import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Nsimbi } from '../../packages/sdk-typescript/src/index.ts';
import { createServer } from '../../src/http/server.ts';
import { fakeParts } from '../http/fakes.ts';
import { freePort } from '../service/free-port.ts';
import { checkout, childEnvironment } from '../service/nsimbi-command.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { makeSignedKey } from '../service/signed-key.ts';
import { waitUntil } from '../service/wait-until.ts';

const run = promisify(execFile);
const source = join(checkout, 'packages/sdk-python');
const howToUpdate = 'UPDATE_SDK=1 npm test -- test/sdk-python/package.test.ts';
const python = findPython();
// The machine that decides about a change has Python and the generator: there it is a failure when one is missing.
const mayLeaveOut = process.env.CI === undefined;
if (python === null) {
  const missing = 'There is no Python 3.11 or newer';
  if (!mayLeaveOut) throw new Error(`${missing}.`);
  console.warn(`${missing}: the tests of the Python SDK are left out.`);
}
const missingGenerator = python === null ? null : findMissingGenerator(python);
const leavesOutTypes = missingGenerator !== null && mayLeaveOut;
if (leavesOutTypes) console.warn(`The types of the Python SDK are not compared. ${missingGenerator}`);

/** A Python that runs the package, if there is one that also builds it; Debian's is not always the first one on the PATH. */
function findPython(): string | null {
  const runs = 'import sys; assert sys.version_info >= (3, 11)';
  // From version 71 on, setuptools builds wheels without another package.
  const builds = `${runs}; import setuptools, pip; int(setuptools.__version__.split('.')[0]) >= 71 or __import__('wheel')`;
  const candidates = ['python3', '/usr/bin/python3'];
  return candidates.find((one) => succeeds(one, builds)) ?? candidates.find((one) => succeeds(one, runs)) ?? null;
}

/** Why the generator of the types cannot run, in one sentence; null when it can. */
function findMissingGenerator(interpreter: string): string | null {
  const { status, stderr } = spawnSync(interpreter, ['generate.py', 'generator'], { cwd: source, encoding: 'utf8' });
  return status === 0 ? null : stderr.trim();
}

function succeeds(interpreter: string, program: string): boolean {
  try {
    execFileSync(interpreter, ['-c', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(python === null)('the Python SDK', () => {
  let folder: string;
  let openapi: string;
  let service: ServiceProcess;
  let apiKey: string;
  let nsimbi: Nsimbi;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nsimbi-sdk-python-'));
    chmodSync(folder, 0o755);
    openapi = join(folder, 'openapi.json');
    const server = await createServer(fakeParts());
    const response = await server.inject({ method: 'GET', url: '/openapi.json' });
    await server.close();
    writeFileSync(openapi, response.body);
    if (process.env.UPDATE_SDK) {
      await runPython(source, ['generate.py', 'modules']);
      await writeTypes();
    }
    service = await startService({
      port: await freePort(),
      logFile: join(folder, 'service.log'),
      settings: { NSIMBI_DATA_DIR: join(folder, 'data') },
    });
    ({ api_key: apiKey } = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8')));
    nsimbi = new Nsimbi({ apiKey, baseUrl: service.baseUrl });
  });

  afterAll(async () => {
    await service.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs Python in a folder, with warnings as errors and without files of its own in the sources. */
  function runPython(cwd: string, pythonArguments: readonly string[], settings: Record<string, string> = {}) {
    const env = childEnvironment({ PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error', ...settings });
    return run(python ?? '', [...pythonArguments], { cwd, env });
  }

  /** Runs the generator, whose warnings are its own. */
  function writeTypes(...file: readonly string[]) {
    return runPython(source, ['generate.py', 'types', openapi, ...file], { PYTHONWARNINGS: 'default' });
  }

  test.skipIf(leavesOutTypes)('its types are what the pinned generator writes from the document', async () => {
    const generated = join(folder, '_generated.py');
    await writeTypes(generated);
    const committed = join(source, 'src/nsimbi/_generated.py');
    expect(readFileSync(committed, 'utf8'), `write the types again: ${howToUpdate}`).toBe(
      readFileSync(generated, 'utf8'),
    );
  });

  test('its own tests pass, with the document and a running service, and none is left out', async () => {
    const { stderr } = await runPython(
      source,
      ['-m', 'unittest', 'discover', '--start-directory', 'tests', '-t', '.'],
      {
        PYTHONPATH: 'src',
        NSIMBI_OPENAPI: openapi,
        NSIMBI_URL: service.baseUrl,
        NSIMBI_API_KEY: apiKey,
      },
    );
    expect(stderr).toMatch(/^Ran 1\d\d tests in .+\n\nOK\n$/m);
  });

  describe('as a wheel, installed in an empty folder without a network', () => {
    let app: string;
    let installed: string[];

    beforeAll(async () => {
      // A build writes into the folder of the sources, so it gets a copy.
      const staged = join(folder, 'staged');
      mkdirSync(staged);
      for (const name of ['pyproject.toml', 'README.md', 'LICENSE', 'src']) {
        cpSync(join(source, name), join(staged, name), { recursive: true });
      }
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input'];
      const offline = ['--no-index', '--no-deps', '--no-build-isolation', '--quiet'];
      const build = [...pip, 'wheel', ...offline, '--wheel-dir', folder, staged];
      await runPython(folder, build, { PYTHONWARNINGS: 'default' });
      const { version } = await nsimbiVersion();
      app = join(folder, 'app');
      mkdirSync(app);
      const wheel = join(folder, `nsimbi-${version}-py3-none-any.whl`);
      const install = [...pip, 'install', ...offline, '--no-compile', '--target', app, wheel];
      await runPython(folder, install, { PYTHONWARNINGS: 'default' });
      const list =
        "import pathlib; print(*sorted(str(p) for p in pathlib.Path('.').rglob('*') if p.is_file()), sep='\\n')";
      installed = (await runPython(app, ['-c', list])).stdout.trim().split('\n');
    });

    async function nsimbiVersion(): Promise<{ version: string }> {
      const read = 'import nsimbi, json; print(json.dumps({"version": nsimbi.__version__}))';
      return JSON.parse((await runPython(source, ['-c', read], { PYTHONPATH: 'src' })).stdout);
    }

    test('has its modules, its types and its license, and no tests', () => {
      expect(installed).toContain('nsimbi/__init__.py');
      expect(installed).toContain('nsimbi/_sync/_client.py');
      expect(installed).toContain('nsimbi/py.typed');
      expect(installed.filter((path) => /LICENSE$/.test(path))).toHaveLength(1);
      const others = installed.filter((path) => !/^nsimbi\/.+\.py$|^nsimbi\/py\.typed$|\.dist-info\//.test(path));
      expect(others).toEqual([]);
      expect(installed.filter((path) => /tests?\b/.test(path))).toEqual([]);
    });

    describe('the examples of its README', () => {
      const readme = readFileSync(join(source, 'README.md'), 'utf8');
      const [
        firstPayment = '',
        errors = '',
        collections = '',
        quotes = '',
        lists = '',
        webhooks = '',
        receipts = '',
        signing = '',
        asyncio = '',
      ] = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, block]) => block ?? '');

      /** Runs an example; those after the first use its client. */
      const runExample = async (name: string, code: string, more: Record<string, string> = {}) => {
        writeFileSync(join(app, `${name}.py`), withClient(code));
        const settings = { NSIMBI_API_KEY: apiKey, NSIMBI_URL: service.baseUrl, ...more };
        return (await runPython(app, [`${name}.py`], settings)).stdout;
      };

      test('the first payment, made twice, pays once', async () => {
        expect(firstPayment.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
        const before = await nsimbi.wallet.balance();
        const first = await runExample('first_payment', firstPayment);
        expect(first).toMatch(/^SM_\d+_\d+ completed None\n$/);
        expect(await runExample('first_payment', firstPayment)).toBe(first);
        const after = await nsimbi.wallet.balance();
        expect(before.balance - after.balance).toBe(26_500);
      });

      test('the error of a recipient without an account', async () => {
        expect(await runExample('errors_example', errors)).toMatch(/^recipient_not_found .+\nfailed API_WD_\d+_\d+\n$/);
      });

      test('a collection and its refund', async () => {
        expect(await runExample('collections_example', collections)).toMatch(/^received 47500\npaid back \d+\n$/);
      });

      test('a quote, and a payment that costs what it says', async () => {
        expect(await runExample('quotes', quotes)).toMatch(/^costs 26500 until \S+Z \w+\ntook 26500\n$/);
      });

      test('the list of transactions', async () => {
        expect(await runExample('lists', lists)).toMatch(/^API_COL_\d+_\d+ 50000 completed$/m);
      });

      test('the receipt', async () => {
        expect(await runExample('receipts', receipts)).toMatch(/^(?:valid|not_proven)\n$/);
      });

      test.skipIf(!succeeds(python ?? '', 'import cryptography'))('the signed request', async () => {
        const settings = await makeSignedKey(join(folder, 'data'));
        expect(await runExample('signing_example', signing, settings)).toMatch(/^\d+\n$/);
      });

      test('the balance and the transactions with asyncio', async () => {
        expect(await runExample('asyncio_example', asyncio)).toMatch(/^\d+\n(?:\w+\n)+$/);
      });

      test('the receiver of webhooks takes deliveries with either secret, and refuses others', async () => {
        const port = await freePort();
        const url = `http://127.0.0.1:${port}/hooks`;
        const webhook = await nsimbi.webhooks.create({ url, events: ['transaction.completed'] });
        const { secret } = await nsimbi.webhooks.rollSecret(webhook.id);
        writeFileSync(join(app, 'webhooks.py'), webhooks);
        for (const [secrets, responseStatus] of [
          [webhook.secret, 200],
          [`${webhook.secret} ${secret}`, 200],
          [secret, 200],
          [`whsec_${Buffer.alloc(32).toString('base64')}`, 400],
        ] as const) {
          const receiver = startReceiver(port, secrets);
          try {
            await waitUntil('the receiver listens', () => isListening(url));
            const delivery = await nsimbi.webhooks.test(webhook.id);
            expect(delivery).toMatchObject({ delivered: responseStatus === 200, response_status: responseStatus });
            const printed = responseStatus === 200 ? /^evt_\S+ transaction\.completed TEST_\d+_0 completed\n$/ : /^$/;
            await waitUntil('the event is printed', () => printed.test(receiver.output.join('')));
          } finally {
            await receiver.stop();
          }
        }
      });

      function startReceiver(port: number, secrets: string) {
        const env = childEnvironment({ PORT: String(port), WEBHOOK_SECRETS: secrets });
        // It writes each request to its standard error.
        const child = spawn(python ?? '', ['webhooks.py'], { cwd: app, env, stdio: ['ignore', 'pipe', 'ignore'] });
        const output: string[] = [];
        child.stdout.on('data', (text) => output.push(String(text)));
        const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        const stop = async () => {
          child.kill();
          await gone;
        };
        return { output, stop };
      }
    });
  });
});

function withClient(code: string): string {
  if (code.includes('Nsimbi(')) return code;
  return `import os
from nsimbi import Nsimbi
client = Nsimbi(api_key=os.environ["NSIMBI_API_KEY"], base_url=os.environ["NSIMBI_URL"])
${code}`;
}

function isListening(url: string): Promise<boolean> {
  return fetch(url, { method: 'POST', body: '{}' }).then(
    ({ status }) => status === 400,
    () => false,
  );
}
