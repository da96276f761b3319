import { constants, createCipheriv, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';

/** The two headers that sign a message. */
export interface SignatureHeaders {
  readonly 'x-signature': string;
  readonly 'x-key': string;
}

/**
 * Signs a message as providers.md 2.8 says: the body under a new AES-256-CBC key, and that key and its IV, as base64 with a
 * colon between, under Airtel's RSA key with PKCS#1 v1.5. The bytes of `body` must be sent exactly as they are here.
 */
export function signMessage(body: string, publicKey: KeyObject): SignatureHeaders {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  const keyText = `${key.toString('base64')}:${iv.toString('base64')}`;
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(keyText, 'utf8'));
  return { 'x-signature': signature.toString('base64'), 'x-key': wrapped.toString('base64') };
}
