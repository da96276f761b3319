import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../config.ts';
import { readSettings } from '../../settings/setting.ts';
import { type AirtelMoneySettings, airtelMoneySettings, settings } from './settings.ts';

/** The settings of the connector where these environment variables, and NSIMBI_POLL_DELAYS, are set. */
function settingsOf(env: NodeJS.ProcessEnv): AirtelMoneySettings | null {
  return airtelMoneySettings(readSettings(settings, env), loadConfig(env));
}

const publicKey = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey;
const credentials = {
  NSIMBI_AIRTEL_CLIENT_ID: 'client-1',
  NSIMBI_AIRTEL_CLIENT_SECRET: 'hunter2',
  NSIMBI_AIRTEL_PIN: '4321',
  NSIMBI_AIRTEL_PIN_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
};

describe('the settings of Airtel', () => {
  test('without credentials Airtel is off', () => {
    expect(settingsOf({})).toBeNull();
    expect(settingsOf({ NSIMBI_AIRTEL_PATH_PREFIX: '/simulate' })).toBeNull();
  });

  test('with its four credentials it is on: v1 for collections, v2 for disbursements, no signatures, no prefix', () => {
    expect(settingsOf(credentials)).toEqual({
      baseUrl: 'https://openapi.airtel.ug',
      pathPrefix: '',
      clientId: 'client-1',
      clientSecret: 'hunter2',
      pin: '4321',
      pinPublicKey: expect.anything(),
      callbackKey: null,
      collectionVersion: 'v1',
      disbursementVersion: 'v2',
      signing: false,
      pollDelaysMs: [180_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000],
      queriesPerSecond: 10,
    });
  });

  test('the key of the PIN is read from PEM too, and NSIMBI_POLL_DELAYS replaces the usual delays', () => {
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const own = settingsOf({ ...credentials, NSIMBI_AIRTEL_PIN_PUBLIC_KEY: pem, NSIMBI_POLL_DELAYS: '1s,2s' });
    expect(own?.pinPublicKey.equals(publicKey)).toBe(true);
    expect(own?.pollDelaysMs).toEqual([1_000, 2_000]);
  });

  test.each(Object.keys(credentials))('%s alone missing stops the start, and no secret is shown', (missing) => {
    const env = { ...credentials, [missing]: '' };
    expect(() => loadConfig(env)).toThrow(
      new ConfigError(`Airtel is set in part; set ${missing} too, or nothing of Airtel`),
    );
  });
});
