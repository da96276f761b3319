import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AirtelStandIn,
  settingsForAirtel,
  startAirtelStandIn,
} from '../../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import {
  type MtnStandIn,
  settingsForMtn,
  startMtnStandIn,
} from '../../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { freePort } from '../../../test/service/free-port.ts';
import { loadConfig } from '../../config.ts';
import { checkOperators } from './operators.ts';

let mtn: MtnStandIn;
let airtel: AirtelStandIn;
let servers: Server[];
let all: Record<string, string>;
beforeEach(async () => {
  servers = [];
  mtn = await startMtnStandIn();
  airtel = await startAirtelStandIn();
  all = { ...settingsForMtn(mtn), ...settingsForAirtel(airtel), NSIMBI_PUBLIC_URL: 'https://pay.example.ug' };
});
afterEach(async () => {
  await Promise.all([mtn.close(), airtel.close()]);
  for (const server of servers) server.close();
});

async function check(settings: Record<string, string>) {
  const diagnoses = await checkOperators(loadConfig(settings), settings);
  // A port may contain the digits of the PIN.
  const shown = JSON.stringify(diagnoses).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');
  for (const [name, value] of Object.entries(settings)) {
    if (/_(KEY|USER|ID|SECRET|PIN)$/.test(name)) expect(shown, name).not.toContain(value);
  }
  return Object.fromEntries(diagnoses.map((diagnosis) => [diagnosis.check, diagnosis]));
}

/** An operator that answers everything alike. */
async function answering(status: number, body: string, type = 'application/json'): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('says of each operator what is set, and that a token and a balance are given', async () => {
  const found = await check(all);
  expect(found.MTN?.found).toMatch(/^on: NSIMBI_MTN_BASE_URL, NSIMBI_MTN_COLLECTION_API_KEY, .* set$/);
  expect(found.Airtel?.found).toContain('NSIMBI_AIRTEL_PIN_PUBLIC_KEY');
  for (const name of ['MTN collection', 'MTN payout', 'Airtel collection', 'Airtel payout']) {
    expect(found[name], name).toMatchObject({
      result: 'ok',
      found: 'received a token and the balance: UGX 1,000,000,000,000',
    });
  }
  expect(found.callbacks).toMatchObject({
    result: 'ok',
    found: 'MTN at https://pay.example.ug/callbacks/mtn, Airtel at https://pay.example.ug/callbacks/airtel',
  });
});

it('an operator without credentials is off, which is no problem, and says nothing of callbacks', async () => {
  const found = await check({});
  expect(Object.values(found).map(({ check, result }) => [check, result])).toEqual([
    ['MTN', 'ok'],
    ['Airtel', 'ok'],
  ]);
  expect(found.MTN?.found).toContain('off');
});

describe('callbacks', () => {
  it('without an address, and with one in the clear, are a warning', async () => {
    const { NSIMBI_PUBLIC_URL: _, ...without } = all;
    expect((await check(without)).callbacks).toMatchObject({
      result: 'warning',
      found: expect.stringContaining('not set'),
    });
    const clear = await check({ ...all, NSIMBI_PUBLIC_URL: 'http://pay.example.ug' });
    expect(clear.callbacks).toMatchObject({ result: 'warning', found: expect.stringContaining('http') });
  });

  it('on this machine may be in the clear', async () => {
    expect((await check({ ...all, NSIMBI_PUBLIC_URL: 'http://127.0.0.1:4500' })).callbacks?.result).toBe('ok');
  });
});

describe('a wrong setting is named', () => {
  it.each<{ wrong: string; value: string; check: string; named: string }>([
    {
      wrong: 'NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY',
      value: 'another-key-0000',
      check: 'MTN collection',
      named: 'NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY',
    },
    {
      wrong: 'NSIMBI_MTN_DISBURSEMENT_API_KEY',
      value: 'another-key-0000',
      check: 'MTN payout',
      named: 'NSIMBI_MTN_DISBURSEMENT_API_USER with NSIMBI_MTN_DISBURSEMENT_API_KEY',
    },
    {
      wrong: 'NSIMBI_AIRTEL_CLIENT_SECRET',
      value: 'another-secret-0000',
      check: 'Airtel collection',
      named: 'NSIMBI_AIRTEL_CLIENT_SECRET',
    },
  ])('$wrong', async ({ wrong, value, check: name, named }) => {
    const found = await check({ ...all, [wrong]: value });
    expect(found[name]).toMatchObject({ result: 'problem', found: expect.stringContaining(named) });
    expect(found[name]?.mend).not.toBeNull();
  });

  it('NSIMBI_MTN_TARGET_ENVIRONMENT', async () => {
    const found = await check({ ...all, NSIMBI_MTN_TARGET_ENVIRONMENT: 'mtnrwanda' });
    expect(found['MTN collection']).toMatchObject({
      result: 'problem',
      mend: expect.stringContaining('NSIMBI_MTN_TARGET_ENVIRONMENT'),
    });
  });

  it('NSIMBI_MTN_CURRENCY', async () => {
    const found = await check({ ...all, NSIMBI_MTN_CURRENCY: 'EUR' });
    expect(found['MTN payout']).toMatchObject({
      result: 'problem',
      mend: expect.stringContaining('NSIMBI_MTN_CURRENCY'),
    });
  });
});

describe('an operator that does not let us in, or is not there', () => {
  it("MTN's FORBIDDEN IP of one product is told of that product alone", async () => {
    mtn.world.settings.change({ disbursementAddresses: ['192.0.2.1'] });
    const found = await check(all);
    expect(found['MTN collection']?.result).toBe('ok');
    expect(found['MTN payout']).toMatchObject({ result: 'problem', found: expect.stringContaining('not allowed') });
  });

  it("Airtel's firewall, which answers with a page", async () => {
    airtel.world.settings.change({ addresses: ['192.0.2.1'] });
    const found = await check(all);
    expect(found['Airtel payout']).toMatchObject({ result: 'problem', found: expect.stringContaining('not allowed') });
  });

  it('a port where nobody listens', async () => {
    const found = await check({ ...all, NSIMBI_MTN_BASE_URL: `http://127.0.0.1:${await freePort()}` });
    expect(found['MTN collection']).toMatchObject({
      result: 'problem',
      found: expect.stringMatching(/cannot be reached \(ECONNREFUSED/),
    });
  });

  it('a name that does not exist', async () => {
    const found = await check({ ...all, NSIMBI_AIRTEL_BASE_URL: 'https://openapi.airtel.invalid' });
    expect(found['Airtel collection']).toMatchObject({
      result: 'problem',
      found: expect.stringMatching(/^the host name openapi\.airtel\.invalid cannot be resolved/),
    });
  });

  it('a server that speaks no TLS', async () => {
    const url = (await answering(200, '{}')).replace('http:', 'https:');
    const found = await check({ ...all, NSIMBI_MTN_BASE_URL: url });
    expect(found['MTN collection']).toMatchObject({
      result: 'problem',
      found: expect.stringContaining('no TLS connection'),
    });
  });

  it.each<{ what: string; status: number; body: string; result: string; found: string }>([
    { what: 'an outage', status: 503, body: '<h1>Down</h1>', result: 'warning', found: 'reports an internal error' },
    { what: 'another site', status: 404, body: '<h1>No</h1>', result: 'problem', found: 'has no resource at' },
    { what: 'too many questions', status: 429, body: '{}', result: 'warning', found: 'too many requests' },
    { what: 'nonsense', status: 418, body: 'tea', result: 'problem', found: 'reported no balance' },
  ])('$what', async ({ status, body, result, found: words }) => {
    const url = await answering(status, body);
    const found = await check({ ...all, NSIMBI_MTN_BASE_URL: url, NSIMBI_AIRTEL_BASE_URL: url });
    for (const name of ['MTN collection', 'Airtel payout']) {
      expect(found[name], name).toMatchObject({ result, found: expect.stringContaining(words) });
    }
  });

  it('an operator that takes the question and never answers is a warning', async () => {
    mtn.world.faults.follow({
      ...mtn.world.faults.plan,
      always: [{ fault: 'lookup_reset', group: 'lookup', timesLeft: null, delayMs: null, code: null }],
    });
    const found = await check(all);
    expect(found['MTN collection']).toMatchObject({
      result: 'warning',
      found: expect.stringContaining('did not respond'),
    });
  });

  it('a float of nothing is a warning for payouts', async () => {
    await fetch(`${mtn.baseUrl}/_accounts`, { method: 'PUT', body: '{"disbursement":0}' });
    const found = await check(all);
    expect(found['MTN payout']).toMatchObject({ result: 'warning', found: expect.stringContaining('every payout') });
  });

  it("Airtel's version v1, which cannot tell the balance of payouts, is not asked", async () => {
    const found = await check({ ...all, NSIMBI_AIRTEL_DISBURSEMENT_VERSION: 'v1' });
    expect(found['Airtel payout']).toMatchObject({ result: 'ok', found: expect.stringContaining('not queried') });
  });
});
