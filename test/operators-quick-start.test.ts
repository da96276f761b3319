import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { freePort } from './service/free-port.ts';
import { checkout, childEnvironment } from './service/nsimbi-command.ts';
import { waitUntil } from './service/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-operators-'));
chmodSync(folder, 0o755);
const terminals: ChildProcess[] = [];

/** The shell of a person who pastes blocks. */
const environment = () => {
  const { PATH, ...others } = childEnvironment({});
  return { ...others, PATH: `${dirname(process.execPath)}:${PATH}` };
};

/** A terminal that is left running, until it is stopped with Ctrl-C. */
function leaveRunning(block: string): void {
  terminals.push(
    spawn('bash', ['-euc', block], { cwd: checkout, env: environment(), detached: true, stdio: 'ignore' }),
  );
}

afterAll(async () => {
  for (const terminal of terminals.reverse()) {
    if (terminal.pid === undefined || terminal.exitCode !== null) continue;
    const gone = once(terminal, 'exit');
    process.kill(-terminal.pid, 'SIGINT');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

test('"Try it" of docs/operators.md, pasted block by block, moves live money at both operators', {
  timeout: 300_000,
}, async () => {
  const [service, mtn, airtel] = [await freePort(), await freePort(), await freePort()];
  const page = readFileSync(join(checkout, 'docs/operators.md'), 'utf8');
  const section = /## Try it\n(.*?)\n## /s.exec(page)?.[1] ?? '';
  const ports = `--mtn-port ${mtn} --airtel-port ${airtel} --service-url http://127.0.0.1:${service}`;
  const [simulate, start, ...rest] = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) =>
    (block ?? '')
      .replace('operators simulate', `operators simulate ${ports}`)
      .replaceAll('. ./operators-trial.env', `. ${folder}/trial.env\nexport NSIMBI_DATA_DIR=${folder}/data`)
      .replaceAll('operators-trial.env', `${folder}/trial.env`)
      .replaceAll('127.0.0.1:4500', `127.0.0.1:${service}`)
      .replaceAll('127.0.0.1:4601', `127.0.0.1:${mtn}`)
      .replaceAll('127.0.0.1:4602', `127.0.0.1:${airtel}`),
  );
  leaveRunning(simulate ?? '');
  // A person waits until the first terminal says that both are played.
  await waitUntil('the settings are written', () => {
    return existsSync(`${folder}/trial.env`) && readFileSync(`${folder}/trial.env`, 'utf8').includes('_CALLBACK_KEY=');
  });
  leaveRunning(start ?? '');
  await answers(`http://127.0.0.1:${service}/readyz`);

  const { stdout } = await promisify(execFile)('bash', ['-euc', rest.join('\n')], {
    cwd: checkout,
    env: environment(),
  });
  const lines = stdout.split('\n');
  for (const check of ['MTN collection', 'MTN payout', 'Airtel collection', 'Airtel payout']) {
    expect(stdout).toContain(`ok       ${check}: received a token and the balance: UGX 1,000,000,000,000\n`);
  }
  const said = lines.filter((line) => line.startsWith('{')).map((line): unknown => JSON.parse(line));
  expect(said).toMatchObject([
    { success: true, data: { amount_requested: 50_000, status: 'processing' } },
    { success: true, data: { amount: 100_000, status: 'processing' } },
    {
      success: true,
      data: [
        { type: 'withdrawal', mode: 'live', status: 'completed', metadata: { provider: 'Airtel' } },
        { type: 'collection', mode: 'live', status: 'completed', metadata: { provider: 'MTN' } },
      ],
    },
    { payments: { requesttopay: { SUCCESSFUL: { count: 1, amount: 50_000 } } } },
    { payments: { disbursement: { TS: { count: 1, amount: 100_000 } } } },
  ]);
});

async function answers(url: string): Promise<void> {
  await waitUntil(`${url} answers`, () =>
    fetch(url).then(
      (response) => response.ok,
      () => false,
    ),
  );
}
