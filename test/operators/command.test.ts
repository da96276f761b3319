import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { airtelFaults } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { commandOptionsOf, helpText, OptionError } from '../../packages/operator-stand-ins/src/command/options.ts';
import { startStandIns } from '../../packages/operator-stand-ins/src/command/run.ts';
import { Faults } from '../../packages/operator-stand-ins/src/faults/faults.ts';
import { ratesOf } from '../../packages/operator-stand-ins/src/faults/profiles.ts';
import { PlanError, readPlan } from '../../packages/operator-stand-ins/src/faults/read-plan.ts';
import { SettingError } from '../../packages/operator-stand-ins/src/live-settings.ts';
import { mtnFaults } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { type Reply, sendRequest } from './send-request.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'stand-ins-'));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

const freePorts = ['--mtn-port', '0', '--airtel-port', '0'];

/** Runs the command; `until` waits for a text in what it prints. */
function run(...words: string[]) {
  const child = spawn(process.execPath, ['packages/operator-stand-ins/src/main.ts', ...words], { cwd: root });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { child, ended, printed: () => printed };
}

async function ready(command: ReturnType<typeof run>): Promise<{ mtn: string; airtel: string }> {
  await expect.poll(command.printed).toContain('Ready.');
  const addressAfter = (name: string) => new RegExp(`${name} +(http://[0-9.:]+)`).exec(command.printed())?.[1] ?? '';
  return { mtn: addressAfter('MTN MoMo'), airtel: addressAfter('Airtel Money') };
}

/** Asks MTN for a payment with the credentials that the command printed. */
async function collect(printed: string, baseUrl: string, phone: string): Promise<Reply> {
  const key = /collection +key (\S+)/.exec(printed)?.[1] ?? '';
  const [, user, apiKey] = /user (\S+), API key (\S+)/.exec(printed) ?? [];
  const login = { authorization: `Basic ${btoa(`${user}:${apiKey}`)}`, 'ocp-apim-subscription-key': key };
  const token = (await sendRequest(`${baseUrl}/collection/token/`, 'POST', login)).body.access_token;
  return sendRequest(
    `${baseUrl}/collection/v1_0/requesttopay`,
    'POST',
    {
      authorization: `Bearer ${token}`,
      'ocp-apim-subscription-key': key,
      'x-target-environment': 'mtnuganda',
      'x-reference-id': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    {
      amount: '5000',
      currency: 'UGX',
      externalId: 'order-1',
      payer: { partyIdType: 'MSISDN', partyId: phone },
      payerMessage: 'Invoice 7',
      payeeNote: 'Kampala Books',
    },
  );
}

describe('the command', () => {
  test('starts both operators, prints what a client needs, and reports at the end on the screen and in a file', async () => {
    const file = join(folder, 'report.json');
    const command = run(...freePorts, '--report', file, '--set', 'mtn.settleDelayMs=10', '--patience', '0');
    const { mtn, airtel } = await ready(command);
    expect((await collect(command.printed(), mtn, '256772000001')).status).toBe(202);
    expect((await sendRequest(`${airtel}/_settings`, 'GET')).body.settleDelayMs).toBe(1_000);
    expect((await sendRequest(`${mtn}/_settings`, 'GET')).body.settleDelayMs).toBe(10);
    // Each of the two gives the report about both. The payment has ended when it counts as taken for paid.
    await expect
      .poll(async () => (await sendRequest(`${airtel}/_report?patience=0`, 'GET')).body.findings[0].verdict, {
        timeout: 20_000,
      })
      .toBe('made');
    command.child.kill('SIGINT');
    expect(await command.ended).toBe(0);
    expect(command.printed()).toMatch(/2 calls\. Of 24 mistakes: \d+ made/);
    expect(command.printed()).toMatch(/1 {2}MADE: /);
    expect(JSON.parse(readFileSync(file, 'utf8')).findings[0]).toMatchObject({ number: 1, verdict: 'made' });
  });

  test.each([
    ['0772000001', 1],
    ['256772000001', 0],
  ])('ends under --strict according to what the client did with %s', async (phone, status) => {
    const command = run('--operator', 'mtn', '--mtn-port', '0', '--strict');
    const { mtn } = await ready(command);
    await collect(command.printed(), mtn, phone);
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(status);
  });

  test('shows its options with --help, and ends with status 2 for one that is wrong', async () => {
    const help = run('--help');
    expect(await help.ended).toBe(0);
    expect(help.printed()).toBe(`${helpText}\n`);
    const wrong = run('--operator', 'vodafone');
    expect(await wrong.ended).toBe(2);
    expect(wrong.printed()).toBe('--operator is mtn, airtel or both, not vodafone\n');
  });

  test('ends with status 2 when a port is taken', async () => {
    const first = run(...freePorts);
    const { mtn } = await ready(first);
    const second = run('--operator', 'mtn', '--mtn-port', new URL(mtn).port);
    expect(await second.ended).toBe(2);
    expect(second.printed()).toContain('choose another port');
  });
});

describe('its options', () => {
  test.each([
    [['--mtn-port', '70000'], /--mtn-port is a whole number/],
    [['--seed', '1.5'], /--seed is a whole number/],
    [['--faults', '1.5'], /--faults is none/],
    [['--faults', 'weather:0.1'], /profiles are network/],
    [['--callbacks', 'localhost'], /http or https URL/],
    [['--set', 'x'], /NAME=VALUE/],
    [['--environment', 'kenya'], /mtnuganda or sandbox/],
    [['--speed', '9'], /--speed/],
    [['more'], /more/],
  ])('%j is refused in a sentence', (words, sentence) => {
    expect(() => commandOptionsOf(words)).toThrow(OptionError);
    expect(() => commandOptionsOf(words)).toThrow(sentence);
  });

  test('a setting that no operator has, a wrong value and a plan that cannot be read start nothing', async () => {
    const started = (...words: string[]) => startStandIns(commandOptionsOf([...freePorts, ...words])!);
    await expect(started('--set', 'speed=1')).rejects.toThrow(OptionError);
    await expect(started('--set', 'airtel.pendingNumber=1')).rejects.toThrow(SettingError);
    await expect(started('--set', 'settleDelayMs=soon')).rejects.toThrow(SettingError);
    await expect(started('--faults', join(folder, 'nothing.json'))).rejects.toThrow(PlanError);
  });

  test('a plan in a file is for both operators, or has a part for each', async () => {
    const file = join(folder, 'plan.json');
    writeFileSync(
      file,
      JSON.stringify({ mtn: { always: ['reason_object'] }, airtel: { seed: 9, rates: { slow: 1 } } }),
    );
    const running = await startStandIns(commandOptionsOf([...freePorts, '--seed', '5', '--faults', file])!);
    const [mtn, airtel] = [...running.introduction.matchAll(/http:\/\/[0-9.:]+$/gm)].map(([address]) => address);
    const planOf = async (address: string | undefined) => (await sendRequest(`${address}/_faults`, 'GET')).body.plan;
    expect(await planOf(mtn)).toMatchObject({ seed: 5, always: [{ fault: 'reason_object' }] });
    expect(await planOf(airtel)).toMatchObject({ seed: 9, rates: { slow: 1 } });
    await running.end();
  });
});

describe('faults by a rate', () => {
  test('each fault of a group has its share, and a profile has only its groups', () => {
    const all = ratesOf(airtelFaults, 0.3, null);
    expect(Object.keys(all).sort()).toEqual([...airtelFaults.keys()].sort());
    expect(all.query_slow).toBeCloseTo(0.03);
    expect(Object.keys(ratesOf(mtnFaults, 0.3, 'callbacks')).every((fault) => fault.startsWith('callback_'))).toBe(
      true,
    );
    expect(() => ratesOf(mtnFaults, 2, null)).toThrow(PlanError);
  });

  test('the same seed gives the same faults, and another seed others', () => {
    const drawn = (seed: number) => {
      const faults = new Faults();
      faults.follow(readPlan(mtnFaults, { seed, rates: ratesOf(mtnFaults, 0.5, null) }));
      return Array.from(
        { length: 200 },
        (_, index) => faults.choose('call', { phone: `2567720000${index % 20}` })?.fault,
      );
    };
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
    expect(new Set(drawn(7)).size).toBeGreaterThan(5);
  });
});
