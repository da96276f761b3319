import { randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A fresh signing secret, `whsec_` and 32 random bytes in base64: the form that Standard Webhooks verifiers read. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The bytes that a secret's text stands for, with which the Standard Webhooks signature is made. */
export function secretBytes(text: string): Buffer {
  if (!text.startsWith(prefix)) throw new Error(`a webhook's secret begins with ${prefix}`);
  return Buffer.from(text.slice(prefix.length), 'base64');
}
