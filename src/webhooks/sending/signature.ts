import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { secretBytes } from '../secret.ts';
import { remember } from './remember.ts';

/** The keys that a secret's text stands for. To make one takes as long as to sign, so they are remembered. */
const signingKeys = remember(2_000, (secret): { whole: KeyObject; decoded: KeyObject } => ({
  whole: createSecretKey(Buffer.from(secret)),
  decoded: createSecretKey(secretBytes(secret)),
}));

/** `X-<brand>-Signature` (interface.md, "Authentication"): keyed with the whole text of the secret, prefix included. */
export function contractSignature(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', signingKeys(secret).whole).update(body).digest('hex')}`;
}

/** One signature of Standard Webhooks 1.0 ("Signature scheme"): keyed with the bytes that the text stands for. */
export function standardSignature(secret: string, eventId: string, at: string, body: Buffer): string {
  const hmac = createHmac('sha256', signingKeys(secret).decoded).update(`${eventId}.${at}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
