import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './service/free-port.ts';
import { checkout, childEnvironment } from './service/nsimbi-command.ts';
import type { ServiceProcess } from './service/service-process.ts';
import { startService } from './service/service-process.ts';

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-readme-'));
  chmodSync(folder, 0o755);
  service = await startService({
    port: await freePort(),
    logFile: join(folder, 'service.log'),
    settings: { NSIMBI_DATA_DIR: join(folder, 'data') },
  });
});

afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test('the commands of the README, pasted one after the other, move the money that it says', async () => {
  const readme = readFileSync(join(checkout, 'README.md'), 'utf8');
  const script = [...readme.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, block]) => block ?? '')
    .filter((block) => !block.includes('npm ci'))
    .join('\n')
    .replaceAll('http://127.0.0.1:4500', service.baseUrl)
    .replaceAll('./data/', `${folder}/data/`);
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: checkout,
    env: childEnvironment({ NSIMBI_DATA_DIR: join(folder, 'data') }),
  });
  const answers = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"success"'))
    .map((line): unknown => JSON.parse(line));
  expect(answers).toMatchObject([
    { success: true, data: { amount_sent: 25_000, status: 'completed', new_balance: 975_000 } },
    { success: true, data: { balance: 975_000, held_balance: 0, currency: 'UGX', mode: 'test' } },
    { success: true, data: { amount_requested: 50_000, net_amount_to_receive: 47_500, status: 'processing' } },
    {
      success: true,
      data: [
        { type: 'collection', amount: 50_000 },
        { type: 'payment_sent', amount: 25_000 },
      ],
    },
  ]);
});
