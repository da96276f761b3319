import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signMessage } from './client.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });

/** As Airtel opens a signature: x-key gives base64(key):base64(iv), and they give the body back. */
function open(headers: { 'x-signature': string; 'x-key': string }): string {
  const unwrapped = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(headers['x-key'], 'base64'),
  ).toString();
  expect(unwrapped).toMatch(/^[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{22}==$/);
  const [key = '', iv = ''] = unwrapped.split(':');
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
  return decipher.update(headers['x-signature'], 'base64', 'utf8') + decipher.final('utf8');
}

describe('a signed message', () => {
  test.each(['{"transaction":{"amount":1000}}', '', 'sixteen bytes ok', '{"reference":"Ñandú"}'])(
    'holds exactly the bytes of the body: %j',
    (body) => {
      expect(open(signMessage(body, publicKey))).toBe(body);
    },
  );

  test('never uses a key twice', () => {
    const one = signMessage('{}', publicKey);
    const other = signMessage('{}', publicKey);
    expect(one['x-key']).not.toBe(other['x-key']);
    expect(one['x-signature']).not.toBe(other['x-signature']);
  });
});
