import { contractSignature, standardSignature } from './signature.ts';

/** What the headers of an attempt tell. */
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
