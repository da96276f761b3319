import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encryptPin, readRsaPublicKey } from './rsa-public-key.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

describe('the PIN of disbursements', () => {
  test.each([
    ['PEM', pem],
    ['PEM on one line, with \\n', pem.replaceAll('\n', '\\n')],
    ['base64 of DER', der],
    ['base64 of DER with line ends', der.replaceAll(/(.{64})/g, '$1\n')],
  ])('can be read by Airtel alone, with a key written as %s', (_form, text) => {
    const key = readRsaPublicKey(text);
    if (key === undefined) throw new Error('the key was not read');
    const encrypted = encryptPin('4321', key);
    const decrypted = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(encrypted, 'base64'),
    );
    expect(decrypted.toString()).toBe('4321');
  });

  const shortKey = generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey.export({ type: 'spki', format: 'der' });
  const curveKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
  test.each([
    ['nothing', ''],
    ['no key', 'c2VjcmV0'],
    ['a private key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['a key of a curve', curveKey.toString('base64')],
    ['an RSA key of 512 bits', shortKey.toString('base64')],
    ['half a key', der.slice(0, 80)],
  ])('%s is no key for it', (_what, text) => {
    expect(readRsaPublicKey(text)).toBeUndefined();
  });
});
