import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startAirtelStandIn } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { commandOptionsOf, helpText } from '../../packages/operator-stand-ins/src/command/options.ts';
import { profiles } from '../../packages/operator-stand-ins/src/faults/profiles.ts';
import { startMtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { rules } from '../../packages/operator-stand-ins/src/report/report.ts';
import { openCallbackReceiver, patientCallbacks } from './callback-receiver.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../packages/operator-stand-ins/README.md'), 'utf8');

/** Runs the examples of the page that are marked with this word, at addresses of this test, and gives what they print. */
async function runExamples(mark: string, addresses: Readonly<Record<string, string>>): Promise<string> {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`sh ${mark}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text);
  expect(blocks.length).toBeGreaterThan(0);
  let script = `set -e\n${blocks.join('\n')}`;
  for (const [written, real] of Object.entries(addresses)) {
    expect(script + page).toContain(written);
    script = script.replaceAll(written, real);
  }
  return (await promisify(execFile)('bash', ['-c', script])).stdout;
}

test('the examples for MTN print what the page says, and the callback comes', async () => {
  const receiver = await openCallbackReceiver();
  const mtn = await startMtnStandIn(patientCallbacks);
  const printed = await runExamples('mtn', {
    'http://127.0.0.1:4601': mtn.baseUrl,
    'http://localhost:4999': receiver.baseUrl,
    // A busy machine may need longer than the second that a reader waits.
    'sleep 2': `until curl -s ${mtn.baseUrl}/_books/$REFERENCE | grep -q SUCCESSFUL; do sleep 0.1; done`,
  });
  const [status, answer] = printed.split('\n');
  expect(status).toBe('202');
  expect(page).toContain(`\`\`\`json\n${answer}\n\`\`\``);
  await expect.poll(() => receiver.received.map(({ path, raw }) => [path, raw])).toEqual([['/mtn', answer]]);
  await Promise.all([mtn.close(), receiver.close()]);
});

test('the examples for Airtel print SUCCESS first and TS then, and the callback comes', async () => {
  const receiver = await openCallbackReceiver();
  const callbackUrl = `${receiver.baseUrl}/airtel`;
  const airtel = await startAirtelStandIn({ ...patientCallbacks, callbackUrl });
  const printed = await runExamples('airtel', {
    'http://127.0.0.1:4602': airtel.baseUrl,
    'sleep 2': `until curl -s ${airtel.baseUrl}/_books/$ID | grep -q '"state":"TS"'; do sleep 0.1; done`,
  });
  expect([...printed.matchAll(/"status":"(SUCCESS|T\w+)"/g)].map(([, status]) => status)).toEqual(['SUCCESS', 'TS']);
  await expect
    .poll(() => receiver.received.map(({ body }) => body))
    .toMatchObject([{ transaction: { id: 'order7a', status_code: 'TS' }, hash: expect.any(String) }]);
  await Promise.all([airtel.close(), receiver.close()]);
});

test('the page has every mistake as the report has it, every option and every profile', () => {
  for (const { number, mistake, instead, toObserve } of rules) {
    expect(page).toContain(`| ${number} | ${mistake} | ${instead} | ${toObserve} |\n`);
  }
  for (const [option] of helpText.matchAll(/--[a-z-]+/g))
    if (option !== '--help') expect(page).toContain(`\`${option}`);
  for (const profile of Object.keys(profiles)) expect(page).toMatch(new RegExp(`\`${profile}\`\\s\\(`));
});

test('the commands of the page are ones that the command understands', () => {
  const commands = [...page.matchAll(/^node packages\/operator-stand-ins\/src\/main\.ts(.*)$/gm)];
  expect(commands.length).toBeGreaterThan(2);
  for (const [, words] of commands) commandOptionsOf(words!.trim().split(/\s+/).filter(Boolean));
  expect(readFileSync(join(import.meta.dirname, '../../packages/operator-stand-ins/src/main.ts'), 'utf8')).toMatch(
    /^#!/,
  );
});
