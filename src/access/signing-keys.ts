import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import type { Queryable } from '../postgres/pool.ts';
import { listProcesses } from '../postgres/processes.ts';
import { isOlder, programVersion } from '../postgres/program-version.ts';

/** How many signing keys an API key can have: two, so that one can be replaced without an interruption. */
export const signingKeysMax = 2;

/** A public key with which requests of an API key are verified. */
export interface SigningKey {
  /** The `keyid` of its signatures. */
  readonly keyId: string;
  readonly publicKey: KeyObject;
}

/** An entry that is no public key for signed requests; the message says why, in words that follow "…: ". */
export class SigningKeyNotValid extends Error {
  override readonly name = 'SigningKeyNotValid';
}

/**
 * Reads an Ed25519 public key. Pure.
 * @param text PEM with SubjectPublicKeyInfo (RFC 8410), or the 32 bytes of the key in base64url or base64.
 * @returns its 32 bytes in base64url, as they are stored.
 * @throws SigningKeyNotValid
 */
export function readSigningKey(text: string): string {
  const trimmed = text.trim();
  const x = trimmed.startsWith('-----') ? bytesOfPem(trimmed) : bytesOfText(trimmed);
  if (isOfSmallOrder(Buffer.from(x, 'base64url'))) {
    throw new SigningKeyNotValid('this public key accepts signatures that nobody made; make another key pair');
  }
  return x;
}

/**
 * Reads the signing keys that somebody wants an API key to have. Pure.
 * @returns them in the form that is stored, without an order of their own.
 * @throws SigningKeyNotValid
 */
export function readSigningKeys(texts: readonly string[]): string[] {
  const keys = texts.map(readSigningKey);
  if (new Set(keys).size < keys.length) throw new SigningKeyNotValid('the same signing key is given twice');
  if (keys.length > signingKeysMax) throw new SigningKeyNotValid(`a key has at most ${signingKeysMax} signing keys`);
  return keys.sort();
}

/** The fingerprint of a stored public key: the first 32 hexadecimal digits of the SHA-256 of its 32 bytes. It is the `keyid` of signatures. Pure. */
export function fingerprintOf(signingKey: string): string {
  return hash('sha256', Buffer.from(signingKey, 'base64url')).slice(0, 32);
}

/** A stored public key, ready to verify with. */
export function signingKeyFrom(stored: string): SigningKey {
  return { keyId: fingerprintOf(stored), publicKey: publicKeyFrom(stored) };
}

/**
 * Whether a change of the signing keys of an API key lets requests in that were refused before: without signing keys it accepts unsigned
 * ones, and a new signing key accepts those of another signer. The first signing keys let nothing more in. Pure.
 * @param before @param after stored public keys.
 */
export function signingKeysLoosened(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || after.some((key) => !before.includes(key));
}

/**
 * A process of an older version would let unsigned requests of the key in.
 * @throws OlderProgramRuns
 */
export async function refuseWhileOlderProgramsRun(db: Queryable): Promise<void> {
  const processes = await listProcesses(db);
  const older = processes.find(({ version }) => isOlder(version, programVersion));
  if (older !== undefined) throw new OlderProgramRuns(older.version);
}

/** A process whose program does not verify signatures is registered. */
export class OlderProgramRuns extends Error {
  override readonly name = 'OlderProgramRuns';

  constructor(version: string) {
    super(
      `a process of version ${version} is running, which does not verify signatures; set signing keys when all processes are upgraded`,
    );
  }
}

function publicKeyFrom(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function bytesOfPem(pem: string): string {
  // createPublicKey would derive the public key from it, and the private key would have been sent for nothing.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new SigningKeyNotValid(
      'this is a private key, which must not leave the program that signs; give its public key, and make a new pair',
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey({ key: pem, format: 'pem' });
  } catch {
    throw new SigningKeyNotValid('this is no public key in PEM, such as openssl pkey -pubout writes');
  }
  const x = key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'jwk' }).x : undefined;
  if (x === undefined) {
    throw new SigningKeyNotValid(`this is a key of the kind ${key.asymmetricKeyType}; a signing key is Ed25519`);
  }
  return x;
}

function bytesOfText(text: string): string {
  const form = /^[\w-]{43}$|^[A-Za-z0-9+/]{43}=$/;
  const bytes = Buffer.from(text, 'base64');
  // The last character of 32 bytes has two bits that must be 0; with others, several texts would be one key.
  if (!form.test(text) || bytes.toString('base64url') !== text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 43)) {
    throw new SigningKeyNotValid(
      'a signing key is an Ed25519 public key in PEM, or its 32 bytes in base64url (43 characters)',
    );
  }
  return bytes.toString('base64url');
}

/** The y coordinates of the points of small order, little-endian, of which the signature equation says nothing about the message. */
const smallOrderY: readonly string[] = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

/** Whether a public key is a point of small order (RFC 8032 section 5.1.3 says how a point is encoded). The highest bit is the sign of x. */
function isOfSmallOrder(bytes: Buffer): boolean {
  const y = Buffer.from(bytes);
  y[31] = (y[31] ?? 0) & 0x7f;
  return smallOrderY.includes(y.toString('hex'));
}
