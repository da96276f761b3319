import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { body, localSender, requestTo, secret, startReceiver } from '../../../test/webhooks/receiver.fixture.ts';
import { eventBody } from '../event-body.ts';
import { newWebhookSecret } from '../secret.ts';
import type { AttemptRequest, SenderOptions } from './sender.ts';

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

async function send(changes: Partial<AttemptRequest> = {}, options: Partial<SenderOptions> = {}) {
  const receiver = await startReceiver();
  const result = await localSender(options).attempt(requestTo(receiver.port, changes));
  const [received] = receiver.received;
  if (received === undefined) throw new Error(result.error ?? 'nothing was received');
  return { result, received };
}

describe('a delivery', () => {
  it('is an HTTP POST of exactly the body to the url', async () => {
    const { received, result } = await send();
    expect(received).toMatchObject({ method: 'POST', path: '/hooks?shop=7', body });
    expect(received.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(result).toMatchObject({ responseStatus: 200, error: null, responseExcerpt: 'ok', retryAfterMs: null });
    expect(Math.abs(Date.now() - result.atMs)).toBeLessThan(10_000);
    expect(result.durationMs).toBeLessThan(10_000);
  });

  it.each([
    ['User-Agent', 'Service-Webhooks/1.0'],
    ['Content-Type', 'application/json'],
    ['X-Service-Event', 'transaction.completed'],
    ['X-Service-Signature', `sha256=${hmac(secret, body)}`],
    ['X-Service-Delivery', '9001'],
    ['X-Service-Sequence', '17'],
    ['webhook-id', 'evt_42_1'],
  ])('has the header %s', async (name, value) => {
    const { received } = await send();
    const at = received.rawHeaders.indexOf(name);
    expect(at).toBeGreaterThanOrEqual(0);
    expect(received.rawHeaders[at + 1]).toBe(value);
  });

  it('has the header X-Service-Timestamp: the unix second of the attempt, and webhook-timestamp the same', async () => {
    const { received, result } = await send();
    expect(received.headers['x-service-timestamp']).toBe(String(Math.floor(result.atMs / 1_000)));
    expect(received.headers['webhook-timestamp']).toBe(received.headers['x-service-timestamp']);
  });

  it('has each header once, and none that only a roll needs', async () => {
    const { received } = await send();
    const names = received.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('x-service-signature-new');
  });

  it('that is a test has no X-Service-Sequence', async () => {
    const { received } = await send({ sequence: null });
    expect(received.headers).not.toHaveProperty('x-service-sequence');
  });

  it('is named by the brand', async () => {
    const { received } = await send({ nextSecret: newWebhookSecret() }, { brand: 'Pesa-Hub' });
    expect(received.headers['user-agent']).toBe('Pesa-Hub-Webhooks/1.0');
    const names = received.rawHeaders.filter((name) => name.startsWith('X-'));
    expect(names.toSorted()).toEqual([
      'X-Pesa-Hub-Delivery',
      'X-Pesa-Hub-Event',
      'X-Pesa-Hub-Sequence',
      'X-Pesa-Hub-Signature',
      'X-Pesa-Hub-Signature-New',
      'X-Pesa-Hub-Timestamp',
    ]);
  });
});

describe('the signature of a delivery', () => {
  it('is accepted by the verifier of Standard Webhooks, and not for another body or secret', async () => {
    const { received } = await send();
    const headers = received.headers as Record<string, string>;
    expect(new Webhook(secret).verify(received.body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${received.body} `, headers)).toThrow();
    expect(() => new Webhook(newWebhookSecret()).verify(received.body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(received.body, { ...headers, 'webhook-id': 'evt_42_2' })).toThrow();
  });

  it('is accepted by a receiver that parses the body and stringifies it before it checks', async () => {
    const snapshot = JSON.stringify({ id: 42, description: 'Matooke "fresh" \u2028 € 🍌', completed_at: null });
    const event = {
      transactionId: 42,
      eventNo: 1,
      type: 'transaction.completed',
      createdSeconds: 1_781_000_000,
      snapshot,
    };
    const { received } = await send({ body: eventBody({ ...event, type: 'transaction.completed' }, '2026-11') });
    const again = JSON.stringify(JSON.parse(received.body));
    expect(received.headers['x-service-signature']).toBe(`sha256=${hmac(secret, again)}`);
    expect(() => new Webhook(secret).verify(again, received.headers as Record<string, string>)).not.toThrow();
  });

  it('and the bytes are the same for two attempts of one event', async () => {
    const receiver = await startReceiver((response) => void response.writeHead(500).end());
    const sender = localSender();
    for (const _ of [1, 2]) await sender.attempt(requestTo(receiver.port));
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    for (const name of ['x-service-signature', 'x-service-delivery', 'webhook-id']) {
      expect(second?.headers[name]).toBe(first?.headers[name]);
    }
  });

  it('during a roll satisfies whoever knows the old secret and whoever knows the new one', async () => {
    const nextSecret = newWebhookSecret();
    const { received } = await send({ nextSecret });
    const headers = received.headers as Record<string, string>;
    expect(headers['x-service-signature']).toBe(`sha256=${hmac(secret, body)}`);
    expect(headers['x-service-signature-new']).toBe(`sha256=${hmac(nextSecret, body)}`);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const known of [secret, nextSecret]) expect(() => new Webhook(known).verify(body, headers)).not.toThrow();
  });

  it('with a secret that is none of ours is a failed attempt, not an error that is thrown', async () => {
    const receiver = await startReceiver();
    const result = await localSender().attempt(requestTo(receiver.port, { secret: 'hello' }));
    expect(result).toMatchObject({ responseStatus: null, error: expect.stringContaining('begins with whsec_') });
    expect(receiver.received).toEqual([]);
  });
});
