import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { connectOperators } from '../../src/operators/registry.ts';
import { freePort } from '../service/free-port.ts';
import { NsimbiProcess } from '../service/nsimbi-process.ts';

const silent = { exchange: () => undefined, unknownWord: () => undefined, callbackHash: () => undefined };

test('operators simulate plays both operators, prints settings that open them, and ends with Ctrl-C', async () => {
  const command = new NsimbiProcess(
    [
      'operators',
      'simulate',
      '--mtn-port',
      '0',
      '--airtel-port',
      '0',
      '--service-url',
      'http://localhost:4777/',
      '--json',
    ],
    {},
  );
  const [line] = await command.said(1);
  const { mtn_url, airtel_url, settings } = JSON.parse(line ?? '');
  expect(settings).toMatchObject({
    NSIMBI_DATA_DIR: './operators-trial',
    PORT: '4777',
    NSIMBI_PUBLIC_URL: 'http://localhost:4777',
    NSIMBI_MTN_BASE_URL: mtn_url,
    NSIMBI_AIRTEL_BASE_URL: airtel_url,
  });
  expect(await (await fetch(`${airtel_url}/_settings`)).json()).toMatchObject({
    callbackUrl: 'http://localhost:4777/callbacks/airtel',
  });
  const connectors = await connectOperators(loadConfig(settings), silent);
  for (const connector of connectors) {
    expect(await connector.balance('payout', AbortSignal.timeout(5_000))).toMatchObject({ is: 'known' });
    await connector.close();
  }
  expect(connectors.map(({ operator }) => operator)).toEqual(['MTN', 'Airtel']);
  command.signal('SIGINT');
  expect(await command.end()).toBe(0);
});

test('for people it prints lines that a shell can read, and nothing else on standard output', async () => {
  const [mtnPort, airtelPort] = [await freePort(), await freePort()];
  const command = new NsimbiProcess(
    ['operators', 'simulate', '--mtn-port', String(mtnPort), '--airtel-port', String(airtelPort)],
    {},
  );
  const lines = await command.said(10);
  for (const line of lines) expect(line).toMatch(/^export [A-Z_]+='[^']*'$/);
  expect(lines).toContain(`export NSIMBI_MTN_BASE_URL='http://127.0.0.1:${mtnPort}'`);
  command.signal('SIGTERM');
  expect(await command.end()).toBe(0);
  expect(command.errors.join('\n')).toContain('No real money moves.');
});

test('a port that is taken, and an address that operators would refuse, are told in one line', async () => {
  const taken = new NsimbiProcess(['operators', 'simulate', '--mtn-port', '0', '--airtel-port', '0', '--json'], {});
  const { mtn_url } = JSON.parse((await taken.said(1))[0] ?? '');
  const second = new NsimbiProcess(['operators', 'simulate', '--mtn-port', new URL(mtn_url).port], {});
  expect(await second.end()).toBe(1);
  expect(second.errors).toEqual([
    expect.stringMatching(/^nsimbi: 127\.0\.0\.1:\d+ is in use: .*choose another port with --mtn-port\.$/),
  ]);
  taken.signal('SIGTERM');
  expect(await taken.end()).toBe(0);

  const open = new NsimbiProcess(['operators', 'simulate', '--service-url', 'http://pay.example.ug'], {});
  expect(await open.end()).toBe(1);
  expect(open.errors.join('\n')).toContain('https://');
});
