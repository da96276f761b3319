import { constants, type KeyObject, publicEncrypt } from 'node:crypto';

/** The PIN of disbursements as Airtel takes it: RSA with PKCS#1 v1.5, in base64 (providers.md 2.6, v1 and v2). */
export function encryptPin(pin: string, publicKey: KeyObject): string {
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(pin, 'utf8')).toString(
    'base64',
  );
}
