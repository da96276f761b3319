import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './service/free-port.ts';
import { checkout, childEnvironment } from './service/nsimbi-command.ts';
import { type ServiceProcess, startService } from './service/service-process.ts';
import { waitUntil } from './service/wait-until.ts';

let folder: string;
let service: ServiceProcess;
let terminal: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-quick-start-'));
  chmodSync(folder, 0o755);
  service = await startService({
    port: await freePort(),
    logFile: join(folder, 'service.log'),
    settings: { NSIMBI_DATA_DIR: join(folder, 'data') },
  });
});

afterAll(async () => {
  if (terminal?.pid !== undefined && terminal.exitCode === null) {
    const gone = once(terminal, 'exit');
    process.kill(-terminal.pid, 'SIGTERM');
    await gone;
  }
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test('the quick start of docs/webhooks.md, pasted block by block, prints the signed events that it says', async () => {
  const receiverPort = await freePort();
  const page = readFileSync(join(checkout, 'docs/webhooks.md'), 'utf8');
  const section = /## Quick start\n(.*?)\n## /s.exec(page)?.[1] ?? '';
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) =>
    (block ?? '')
      .replaceAll('http://127.0.0.1:4500', service.baseUrl)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${receiverPort}`)
      .replaceAll('PORT=3000', `PORT=${receiverPort}`)
      .replaceAll('./data/', `${folder}/data/`),
  );
  // A person sees the receiver's prompt before pasting the next block.
  const untilItAnswers = `until curl -so ${folder}/answer http://127.0.0.1:${receiverPort}; do sleep 0.1; done\n`;
  const script = blocks.map((block) => (block.includes('verify.ts') ? block + untilItAnswers : block)).join('\n');
  const { PATH, ...environment } = childEnvironment({ NSIMBI_DATA_DIR: join(folder, 'data') });
  let printed = '';
  terminal = spawn('bash', ['-euc', `${script}\nwait`], {
    cwd: checkout,
    env: { ...environment, PATH: `${dirname(process.execPath)}:${PATH}` },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [terminal.stdout, terminal.stderr]) stream?.on('data', (text) => (printed += String(text)));

  await waitUntil(`the receiver heard of the collection, in ${blocks.length} blocks`, () => {
    if (terminal?.exitCode !== null) throw new Error(printed);
    return / API_COL_\d+_\d+ /.test(printed);
  });
  const answers = printed
    .split('\n')
    .filter((line) => line.startsWith('{"success"'))
    .map((line): unknown => JSON.parse(line));
  expect(answers).toMatchObject([
    { success: true, data: { id: 1, events: ['transaction.completed', 'transaction.failed'], is_active: true } },
    { success: true, data: { event_id: 'evt_0_1', delivered: true, response_status: 200, error: null } },
    { success: true, data: { amount_requested: 50_000, status: 'processing' } },
  ]);
  expect(printed.split('\n').filter((line) => line.startsWith('evt_'))).toEqual([
    expect.stringMatching(/^evt_0_1 transaction\.completed TEST_\d+_0 completed$/),
    expect.stringMatching(/^evt_2_2 transaction\.completed API_COL_\d+_2 completed$/),
  ]);
});
