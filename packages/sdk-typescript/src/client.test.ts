import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Nsimbi, type NsimbiOptions } from './client.ts';
import { scriptedFetch, succeeds } from './testing/scripted-fetch.ts';
import { sdkVersion } from './version.ts';

const apiKey = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';
const baseUrl = 'https://pay.example.ug';

describe('a client is not made', () => {
  test.each<[string, NsimbiOptions]>([
    ['without a key', { apiKey: '', baseUrl }],
    ['with a key that is missing in the environment', { apiKey: undefined as unknown as string, baseUrl }],
    ['with something else than a key', { apiKey: 'whsec_AAAA', baseUrl }],
    ['with a line end in the key', { apiKey: `${apiKey}\n`, baseUrl }],
    ['without an address', { apiKey, baseUrl: '' }],
    ['with an address without a scheme', { apiKey, baseUrl: 'pay.example.ug' }],
    ['with an address of another scheme', { apiKey, baseUrl: 'ftp://pay.example.ug' }],
    ['with an address with a password', { apiKey, baseUrl: 'https://me:secret@pay.example.ug' }],
    ['with no time', { apiKey, baseUrl, timeoutMs: 0 }],
    ['with a fraction of retries', { apiKey, baseUrl, maxRetries: 1.5 }],
  ])('%s', (_, options) => {
    expect(() => new Nsimbi(options)).toThrow(TypeError);
  });
});

test('a client that is printed does not show its key', () => {
  const client = new Nsimbi({ apiKey, baseUrl });
  expect(inspect(client, { depth: 10, showHidden: true }) + JSON.stringify(client)).not.toContain('nsk_test_');
});

test('an address may have a path, under which a proxy has the service', async () => {
  const { fetch, sent } = scriptedFetch(succeeds({}));
  await new Nsimbi({ apiKey, baseUrl: `${baseUrl}/nsimbi/`, fetch }).wallet.limits();
  expect(sent[0]?.url.href).toBe('https://pay.example.ug/nsimbi/api/v1/wallet/limits');
});

test('the version in the User-Agent is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  expect(sdkVersion).toBe(version);
});
