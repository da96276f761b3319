import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { secretBytes } from '../secret.ts';
import { remember } from './remember.ts';

/** The data in the headers of an attempt. */
export interface Message {
  readonly eventType: string;
  readonly eventId: string;
  readonly deliveryId: number;
  /** Of the wallet's events; null for a test delivery, which is none of them. */
  readonly sequence: number | null;
  /** The whole text `whsec_…`. */
  readonly secret: string;
  /** The secret that will replace it, while a roll lets both sign. */
  readonly nextSecret: string | null;
}

export type WriteHeaders = (message: Message, body: Buffer, atSeconds: number) => string[];

/**
 * Makes the headers of each attempt, name and value in turn: those of the contract ("Delivery headers") under the brand,
 * and those of Standard Webhooks 1.0. During a roll the contract's header stays with the old secret, the new one has a
 * header of its own, and the standard's header holds both.
 */
export function headersOfBrand(brand: string): WriteHeaders {
  const always = ['User-Agent', `${brand}-Webhooks/1.0`, 'Content-Type', 'application/json'];
  const name = (last: string) => `X-${brand}-${last}`;
  const [event, delivery, timestamp, sequence] = [name('Event'), name('Delivery'), name('Timestamp'), name('Sequence')];
  const [signature, signatureNew] = [name('Signature'), name('Signature-New')];
  return (message, body, atSeconds) => {
    const { eventId, secret, nextSecret } = message;
    const at = String(atSeconds);
    const headers = [...always];
    const add = (header: string, value: string) => headers.push(header, value);
    add(event, message.eventType);
    add(delivery, String(message.deliveryId));
    add(timestamp, at);
    if (message.sequence !== null) add(sequence, String(message.sequence));
    add(signature, contractSignature(secret, body));
    add('webhook-id', eventId);
    add('webhook-timestamp', at);
    let standard = standardSignature(secret, eventId, at, body);
    if (nextSecret !== null) {
      add(signatureNew, contractSignature(nextSecret, body));
      standard += ` ${standardSignature(nextSecret, eventId, at, body)}`;
    }
    add('webhook-signature', standard);
    return headers;
  };
}

/** The keys that a secret's text stands for. To make one takes as long as to sign, so they are remembered. */
const signingKeys = remember(2_000, (secret): { whole: KeyObject; decoded: KeyObject } => ({
  whole: createSecretKey(Buffer.from(secret)),
  decoded: createSecretKey(secretBytes(secret)),
}));

/** `X-<brand>-Signature` (interface.md, "Authentication"): keyed with the whole text of the secret, prefix included. */
function contractSignature(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', signingKeys(secret).whole).update(body).digest('hex')}`;
}

/** One signature of Standard Webhooks 1.0 ("Signature scheme"): keyed with the bytes that the text stands for. */
function standardSignature(secret: string, eventId: string, at: string, body: Buffer): string {
  const hmac = createHmac('sha256', signingKeys(secret).decoded).update(`${eventId}.${at}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
