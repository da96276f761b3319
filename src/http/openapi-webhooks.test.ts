import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { type EventName, eventNames } from '../ledger/event-names.ts';
import { ComponentSchemas } from './openapi-components.ts';
import { exampleEvent } from './openapi-event-examples.ts';
import { webhooksOf } from './openapi-webhooks.ts';
import { eventSchema } from './schemas/event.ts';

type Json = ReturnType<JSON['parse']>;

const components = new ComponentSchemas();
const webhooks: Json = webhooksOf('Service', components);
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** The states of interface.md ("Event names") that a transaction of each event can be in. */
const statuses: Record<EventName, readonly string[]> = {
  'transaction.created': ['pending', 'processing', 'completed'],
  'transaction.completed': ['completed'],
  'transaction.failed': ['failed'],
  'transaction.pending': ['pending'],
  'wallet.credited': ['completed', 'failed'],
  'wallet.debited': ['pending', 'processing', 'completed'],
  'deposit.completed': ['completed'],
  'deposit.failed': ['failed'],
  'withdrawal.completed': ['completed'],
  'withdrawal.failed': ['failed'],
  'send_money.completed': ['completed'],
  'send_money.failed': ['failed'],
};

describe.each([...eventNames])('the webhook %s of the OpenAPI document', (name) => {
  const delivery = webhooks[name].post;
  const event = exampleEvent(name);

  it('has a body of the Event schema whose type is its name, with one example', () => {
    const { schema, examples } = delivery.requestBody.content['application/json'];
    const composed = components.all()[schema.$ref.replace('#/components/schemas/', '')];
    expect(composed?.allOf).toEqual([
      { $ref: '#/components/schemas/Event' },
      { type: 'object', properties: { type: { type: 'string', const: name } } },
    ]);
    expect(Object.keys(examples)).toEqual([name]);
    expect(examples[name].value).toEqual(event);
  });

  it('shows interface.md, "Delivery body": id, type, created, data, api_version and nothing else', () => {
    expect(Object.keys(event)).toEqual(['id', 'type', 'created', 'data', 'api_version']);
    expect(Compile(eventSchema).Check(event)).toBe(true);
    expect(event).toMatchObject({ id: expect.stringMatching(/^evt_\d+_\d+$/), type: name, api_version: '2026-11' });
  });

  it('shows a transaction in a state that emits it, whose amounts add up', () => {
    const { id, amount, fee_amount, net_amount, status, reference, created_at } = event.data as Json;
    expect(statuses[name]).toContain(status);
    expect(fee_amount + net_amount).toBe(amount);
    expect(reference.endsWith(`_${Math.floor(Date.parse(created_at) / 1000)}_${id}`)).toBe(true);
    expect(event.id.startsWith(`evt_${id}_`)).toBe(true);
  });

  it('tells what 2xx, 3xx, 400, 410, 429, 503 and all else mean', () => {
    expect(Object.keys(delivery.responses).toSorted()).toEqual(['2XX', '3XX', '400', '410', '429', '503', 'default']);
    for (const status of ['429', '503']) expect(delivery.responses[status].headers).toHaveProperty('Retry-After');
  });
});

describe('the headers of a delivery in the OpenAPI document', () => {
  it('are interface.md, "Delivery headers", with the Standard Webhooks ones, the sequence and a roll’s second signature', () => {
    const headers = webhooks['send_money.completed'].post.parameters.map((header: Json) => [
      header.name,
      header.required,
    ]);
    expect(headers).toEqual([
      ['User-Agent', true],
      ['X-Service-Event', true],
      ['X-Service-Signature', true],
      ['X-Service-Signature-New', false],
      ['X-Service-Delivery', true],
      ['X-Service-Timestamp', true],
      ['X-Service-Sequence', false],
      ['webhook-id', true],
      ['webhook-timestamp', true],
      ['webhook-signature', true],
    ]);
  });

  it('carry the brand of the installation', () => {
    const branded: Json = webhooksOf('Kaveera', new ComponentSchemas());
    const { parameters } = branded['wallet.credited'].post;
    expect(parameters[0].example).toBe('Kaveera-Webhooks/1.0');
    expect(parameters.map(({ name }: Json) => name).filter((name: string) => name.startsWith('X-'))).toEqual(
      ['Event', 'Signature', 'Signature-New', 'Delivery', 'Timestamp', 'Sequence'].map((end) => `X-Kaveera-${end}`),
    );
  });

  it('have patterns that their examples and real signatures match', () => {
    const real = new Map([
      ['X-Service-Signature', `sha256=${createHmac('sha256', secret).update('{}').digest('hex')}`],
      ['X-Service-Signature-New', `sha256=${createHmac('sha256', 'other').update('{}').digest('hex')}`],
      ['webhook-signature', twoSignatures()],
    ]);
    for (const { name, schema, example } of webhooks['deposit.failed'].post.parameters) {
      const check = Compile(schema);
      expect([name, check.Check(example)]).toEqual([name, true]);
      expect([name, check.Check(real.get(name) ?? example)]).toEqual([name, true]);
    }
  });
});

function twoSignatures(): string {
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  return [secret, other].map((key) => new Webhook(key).sign('evt_1_1', new Date(), '{}')).join(' ');
}
