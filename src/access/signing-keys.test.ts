import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fingerprintOf, readSigningKey, readSigningKeys, signingKeysLoosened } from './signing-keys.ts';

const pair = generateKeyPairSync('ed25519');
const x = pair.publicKey.export({ format: 'jwk' }).x ?? '';
const pem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();
const base64 = Buffer.from(x, 'base64url').toString('base64');
const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
const third = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

describe('a public key is read', () => {
  test.each([
    ['PEM', pem],
    ['PEM with Windows line ends and spaces around it', `  ${pem.replaceAll('\n', '\r\n')}  `],
    ['base64url', x],
    ['base64', base64],
  ])('from %s', (_form, text) => {
    expect(readSigningKey(text)).toBe(x);
  });
});

describe('no public key is read', () => {
  const small = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
  test.each([
    ['a private key', pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 'this is a private key'],
    ['an RSA key', rsa.export({ format: 'pem', type: 'spki' }).toString(), 'a key of the kind rsa'],
    ['a P-256 key', p256.export({ format: 'pem', type: 'spki' }).toString(), 'a key of the kind ec'],
    [
      'an X25519 key',
      generateKeyPairSync('x25519').publicKey.export({ format: 'pem', type: 'spki' }),
      'of the kind x25519',
    ],
    ['broken PEM', pem.replace('MCow', 'MC!w'), 'no public key in PEM'],
    ['PEM that ends early', pem.slice(0, 60), 'no public key in PEM'],
    ['nothing', '', 'a signing key is an Ed25519 public key'],
    ['31 bytes', Buffer.alloc(31, 1).toString('base64url'), 'a signing key is an Ed25519 public key'],
    ['33 bytes', Buffer.alloc(33, 1).toString('base64url'), 'a signing key is an Ed25519 public key'],
    ['bits after the last byte', `${Buffer.alloc(32, 9).toString('base64url').slice(0, 42)}l`, 'a signing key is an'],
    ['the point (0, 1)', small(`01${'00'.repeat(31)}`), 'signatures that nobody made'],
    ['a point of order 2', small(`ec${'ff'.repeat(30)}7f`), 'signatures that nobody made'],
    ['a point of order 4', Buffer.alloc(32).toString('base64url'), 'signatures that nobody made'],
    ['another one, with the sign', small(`${'00'.repeat(31)}80`), 'signatures that nobody made'],
    [
      'a point of order 8',
      small('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'),
      'signatures that nobody made',
    ],
  ])('from %s', (_what, text, says) => {
    expect(() => readSigningKey(text.toString())).toThrow(says);
  });
});

test('an API key has at most two, each once', () => {
  expect(readSigningKeys([x, other])).toEqual([x, other].sort());
  expect(() => readSigningKeys([x, pem])).toThrow('given twice');
  expect(() => readSigningKeys([x, other, third])).toThrow('at most 2');
});

test('a fingerprint is 32 hexadecimal digits of the SHA-256 of the key', () => {
  // Computed with: openssl pkey -pubin -outform DER | tail -c 32 | sha256sum
  expect(fingerprintOf('JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs')).toBe('b16c2d1bead1262639764fdb0ee4d377');
});

test.each([
  ['the first signing key', [], [x], false],
  ['two first signing keys', [], [x, other], false],
  ['none before and none after', [], [], false],
  ['the same', [x], [x], false],
  ['one of two taken away', [x, other], [other], false],
  ['a second one', [x], [x, other], true],
  ['another one in its place', [x], [other], true],
  ['the last one taken away', [x], [], true],
])('%s: does it let more in', (_what, before, after, loosened) => {
  expect(signingKeysLoosened(before, after)).toBe(loosened);
});
