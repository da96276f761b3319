import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto';

/** Airtel's keys have so many bits at least (providers.md 2.6, 2.8); a shorter one can be broken. */
const modulusBitsMin = 1_024;

/**
 * Reads an RSA public key written as PEM, also with `\n` for its line ends, or as base64 of DER, as Airtel's portal shows it.
 * @returns undefined when it is none; a private key is none.
 */
export function readRsaPublicKey(text: string): KeyObject | undefined {
  const written = text.replaceAll('\\n', '\n').trim();
  if (written.includes('PRIVATE KEY')) return undefined;
  try {
    const key = written.startsWith('-----BEGIN') ? createPublicKey(written) : createPublicKey(spki(written));
    const bits = key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
    return bits >= modulusBitsMin ? key : undefined;
  } catch {
    return undefined;
  }
}

function spki(base64: string): { key: Buffer; format: 'der'; type: 'spki' } {
  return { key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' };
}

/** The PIN of disbursements as Airtel takes it: RSA with PKCS#1 v1.5, in base64 (providers.md 2.6, v1 and v2). */
export function encryptPin(pin: string, publicKey: KeyObject): string {
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(pin, 'utf8')).toString(
    'base64',
  );
}
