import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NsimbiEvent } from './types.ts';

/** The headers of a request: those of node:http, of fetch, or of a framework. Names may have any case. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { readonly get: (name: string) => string | null };

/**
 * - `standard`: `webhook-signature`, which also covers the time and so refuses old recordings.
 * - `service`: `X-Service-Signature`, which covers the body alone.
 */
export type SignatureScheme = 'standard' | 'service';

export interface WebhookToVerify {
  /** The body as it was received, before anything parsed it. */
  readonly payload: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** The webhook's secret, `whsec_` included; while it is rolled the old and the new one. */
  readonly secrets: string | readonly string[];
  /** How far the delivery's time may be from the clock, in seconds. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time. */
  readonly now?: Date | undefined;
  /** Which signatures are accepted. Where both are accepted and present, the standard one decides. */
  readonly schemes?: readonly SignatureScheme[] | undefined;
  /** `NSIMBI_BRAND` of the installation, the middle of the `X-Service-` headers. */
  readonly brand?: string | undefined;
}

/**
 * Why a delivery was refused.
 * - `no_signature`: no accepted signature, or a part of it is missing. Not from the service.
 * - `bad_timestamp`: the time is no number of seconds.
 * - `timestamp_too_old`, `timestamp_too_new`: an old recording, or a wrong clock.
 * - `wrong_signature`: another secret, or the body was changed, also by a parser.
 * - `bad_payload`: signed, and no event.
 */
export type WebhookRefusal =
  | 'no_signature'
  | 'bad_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'wrong_signature'
  | 'bad_payload';

/** A request that must not be handled. Respond 400. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

const toleranceSecondsDefault = 300;
const secretPrefix = 'whsec_';

/**
 * Verifies that a request is a delivery of the service, and gives its event.
 * @throws WebhookVerificationError when it is not; TypeError when secrets or payload are not what they must be, which is a mistake of the
 *   receiver and not of the request.
 */
export function verifyWebhook({
  payload,
  headers,
  secrets,
  toleranceSeconds = toleranceSecondsDefault,
  now = new Date(),
  schemes = ['standard', 'service'],
  brand = 'Service',
}: WebhookToVerify): NsimbiEvent {
  const body = bytesOf(payload);
  const keys = checkedSecrets(secrets);
  const header = readerOf(headers);
  const nowSeconds = Math.floor(now.getTime() / 1_000);
  const standard = header('webhook-signature');
  const service = [header(`x-${brand}-signature`), header(`x-${brand}-signature-new`)].filter((one) => one !== null);
  if (schemes.includes('standard') && standard !== null) {
    const id = header('webhook-id');
    const timestamp = header('webhook-timestamp');
    if (id === null || timestamp === null) throw noSignature();
    checkTime(timestamp, nowSeconds, toleranceSeconds);
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const expected = keys.map((secret) => `v1,${hmac(standardKey(secret), signed, 'base64')}`);
    checkSignature(standard.split(' '), expected);
  } else if (schemes.includes('service') && service.length > 0) {
    const timestamp = header(`x-${brand}-timestamp`);
    if (timestamp === null) throw noSignature();
    checkTime(timestamp, nowSeconds, toleranceSeconds);
    checkSignature(
      service,
      keys.map((secret) => `sha256=${hmac(Buffer.from(secret), body, 'hex')}`),
    );
  } else {
    throw noSignature();
  }
  return eventIn(body);
}

function bytesOf(payload: unknown): Buffer {
  if (typeof payload === 'string') return Buffer.from(payload);
  if (payload instanceof Uint8Array) return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  throw new TypeError('payload must be the raw body, a string or bytes, and not what a parser made of it.');
}

function checkedSecrets(secrets: string | readonly string[]): readonly string[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  // With an empty secret anybody could sign, so a setting that is missing must not pass.
  if (all.length === 0 || !all.every((secret) => isSecret(secret))) {
    throw new TypeError('secrets must be whole secrets of webhooks, which begin with whsec_.');
  }
  return all;
}

function isSecret(secret: unknown): boolean {
  return typeof secret === 'string' && /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret);
}

function standardKey(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64');
}

function readerOf(headers: WebhookHeaders): (name: string) => string | null {
  if (typeof headers.get === 'function') {
    const { get } = headers as { readonly get: (name: string) => string | null };
    return (name) => get.call(headers, name);
  }
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(
    headers as Readonly<Record<string, string | readonly string[] | undefined>>,
  )) {
    // As node:http and fetch join headers of one name.
    if (value !== undefined) values.set(name.toLowerCase(), typeof value === 'string' ? value : value.join(', '));
  }
  return (name) => values.get(name.toLowerCase()) ?? null;
}

function checkTime(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('bad_timestamp', 'The time of the delivery is not a number of seconds.');
  }
  const ageSeconds = nowSeconds - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError('timestamp_too_old', `The delivery is ${ageSeconds} seconds old.`);
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError('timestamp_too_new', `The delivery is ${-ageSeconds} seconds in the future.`);
  }
}

function checkSignature(given: readonly string[], expected: readonly string[]): void {
  // Every pair is compared: how long it takes does not say which one was right.
  const matches = given.flatMap((one) => expected.map((other) => isSame(one, other)));
  if (!matches.includes(true)) {
    throw new WebhookVerificationError(
      'wrong_signature',
      'The signature is not one of these bytes with these secrets.',
    );
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hmac(key: Buffer, message: Buffer, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(message).digest(encoding);
}

function noSignature(): WebhookVerificationError {
  return new WebhookVerificationError('no_signature', 'The request has no signature that is accepted.');
}

function eventIn(body: Buffer): NsimbiEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError('bad_payload', 'The body is not JSON.');
  }
  const { id, type, data } = (event ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof data !== 'object' || data === null) {
    throw new WebhookVerificationError('bad_payload', 'The body is not an event.');
  }
  return event as NsimbiEvent;
}
