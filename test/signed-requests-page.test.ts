import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './service/free-port.ts';
import { checkout, childEnvironment, runNsimbi } from './service/nsimbi-command.ts';
import { type ServiceProcess, startService } from './service/service-process.ts';

const run = promisify(execFile);
const page = readFileSync(join(checkout, 'docs/signed-requests.md'), 'utf8');
const [makeKeys = '', pay = ''] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block ?? '');

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-signed-'));
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

async function shell(script: string, settings: Record<string, string> = {}): Promise<string> {
  return (await run('bash', ['-euc', script], { cwd: folder, env: childEnvironment(settings) })).stdout;
}

test('the commands of docs/signed-requests.md make keys, and pay once with openssl and curl', async () => {
  await shell(makeKeys);
  const settings = { NSIMBI_DATA_DIR: join(folder, 'data') };
  const publicKey = join(folder, 'signing.pub.pem');
  const create = ['key', 'create', '--client', '1', '--mode', 'test', '--permissions', 'wallet:send', '--json'];
  const { api_key: apiKey, api_key_id: id } = JSON.parse(
    await runNsimbi([...create, '--signing-key', publicKey], settings),
  );
  const example = pay.replaceAll('http://127.0.0.1:4500', service.baseUrl);
  const answer = JSON.parse(await shell(example, { NSIMBI_KEY: apiKey }));
  expect(answer).toMatchObject({ success: true, data: { amount_sent: 25_000 } });
  // Signed again with another nonce: the same payment, because of its Idempotency-Key.
  expect(JSON.parse(await shell(example, { NSIMBI_KEY: apiKey }))).toEqual(answer);
  const changed = example.replace('-d "$body"', `-d '{"recipient_phone":"256772000001","amount":95000}'`);
  expect(JSON.parse(await shell(changed, { NSIMBI_KEY: apiKey }))).toMatchObject({ code: 'signature_invalid' });

  const listed = (await runNsimbi(['key', 'list', '--client', '1', '--json'], settings)).trim().split('\n');
  const key = listed.map((line) => JSON.parse(line)).find(({ api_key_id: one }) => one === id);
  expect(key.signing_keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  const remove = ['key', 'signing-keys', String(id), '--remove', key.signing_keys[0], '--json'];
  expect(JSON.parse(await runNsimbi(remove, settings))).toMatchObject({ api_key_id: id, signing_keys: [] });
});

test('the text that docs/signed-requests.md signs has the digest of the body of its example', () => {
  const body = /body='(.*)'/.exec(pay)?.[1] ?? '';
  expect(page).toContain(`"content-digest": sha-256=:${createHash('sha256').update(body).digest('base64')}:`);
});
