import type { EventName } from '../ledger/event-names.ts';
import { eventNames } from '../ledger/event-names.ts';
import type { ComponentSchemas } from './openapi-components.ts';
import { pascalCase } from './openapi-components.ts';
import { exampleEvent } from './openapi-event-examples.ts';

/** The webhooks section of the document: one entry per event name (interface.md, "Events"). */
export function webhooksOf(brand: string, components: ComponentSchemas): Record<string, object> {
  return Object.fromEntries(eventNames.map((name) => [name, { post: deliveryOf(name, brand, components) }]));
}

function deliveryOf(name: EventName, brand: string, components: ComponentSchemas): object {
  const example = exampleEvent(name);
  return {
    operationId: `on_${name.replace('.', '_')}`,
    summary: whenOf[name],
    description:
      'Delivered to every active webhook that is subscribed to it. Answer with any 2xx status within 30 seconds; ' +
      'other answers are retried after 1 minute, 5 minutes, 15 minutes, 1 hour and 6 hours, and the webhook is disabled ' +
      'when the last of these fails. Treat repeats as one event, by its id, and do not depend on the order.',
    tags: ['Events'],
    security: [],
    parameters: deliveryHeaders(brand, example).map(({ name: header, required, description, schema, example }) => ({
      in: 'header',
      name: header,
      required,
      description,
      schema,
      example,
    })),
    requestBody: {
      required: true,
      description:
        'UTF-8, exactly as JSON.stringify writes it, and the same bytes for every webhook and every retry. Fields may ' +
        'be added within an api_version.',
      content: {
        'application/json': {
          schema: components.compose(`${pascalCase(name)}Event`, {
            allOf: [
              { $ref: '#/components/schemas/Event' },
              { type: 'object', properties: { type: { type: 'string', const: name } } },
            ],
          }),
          examples: { [name]: { summary: whenOf[name], value: example } },
        },
      },
    },
    responses,
  };
}

const whenOf: Record<EventName, string> = {
  'transaction.created': 'A new transaction is initiated',
  'transaction.completed': 'A transaction completes successfully',
  'transaction.failed': 'A transaction fails or is cancelled',
  'transaction.pending': 'A transaction requires approval',
  'wallet.credited': 'Funds are added to the wallet',
  'wallet.debited': 'Funds are deducted from the wallet',
  'deposit.completed': 'A deposit succeeds',
  'deposit.failed': 'A deposit fails',
  'withdrawal.completed': 'A withdrawal succeeds',
  'withdrawal.failed': 'A withdrawal fails',
  'send_money.completed': 'A money transfer succeeds',
  'send_money.failed': 'A money transfer fails',
};

/** What a receiver's answer means to us (interface.md, "Retry policy"; interface-decisions.md section 7). */
const responses = {
  '2XX': { description: 'Delivered. The body is not read for meaning; its first 1 KiB is kept with the attempt.' },
  '3XX': { description: 'Not delivered: redirects are not followed. It is retried.' },
  '400': { description: 'Not delivered: the receiver refused the signature. It is retried.' },
  '410': {
    description: 'Not delivered. With `honor_hints` the webhook is disabled at once; without it this is retried.',
  },
  '429': waiting('too many at once'),
  '503': waiting('the receiver is away'),
  default: { description: 'Not delivered, as is no answer within 30 seconds. It is retried.' },
};

function waiting(why: string): object {
  return {
    description: `Not delivered: ${why}. It is retried, with \`honor_hints\` no earlier than Retry-After says.`,
    headers: {
      'Retry-After': {
        description: 'Seconds or an HTTP date; a pause is lengthened to at most 6 hours, and only with `honor_hints`.',
        schema: { type: 'string' },
      },
    },
  };
}

interface DeliveryHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: object;
  readonly example: string;
}

/** Every header that a delivery has and a receiver may use, Content-Type aside, which OpenAPI describes with the body. */
function deliveryHeaders(brand: string, event: { readonly id: string; readonly type: string }): DeliveryHeader[] {
  const text = { type: 'string' };
  const digits = { type: 'string', pattern: '^[0-9]+$' };
  const hexSignature = { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' };
  return [
    always('User-Agent', 'Who delivers.', text, `${brand}-Webhooks/1.0`),
    always(`X-${brand}-Event`, 'The event name.', { type: 'string', const: event.type }, event.type),
    always(
      `X-${brand}-Signature`,
      'sha256= and the lowercase hexadecimal HMAC-SHA256 of the raw body, keyed with the whole secret of the webhook. ' +
        'Compare it in constant time and refuse a mismatch with HTTP 400. While a secret is rolled, the old one’s.',
      hexSignature,
      `sha256=${'3f9a'.repeat(16)}`,
    ),
    sometimes(
      `X-${brand}-Signature-New`,
      'Only while a secret is rolled: the same with the new secret.',
      hexSignature,
      `sha256=${'b07c'.repeat(16)}`,
    ),
    always(`X-${brand}-Delivery`, 'The delivery, the same through its retries.', digits, '7'),
    always(`X-${brand}-Timestamp`, 'Unix time in seconds of this attempt. It is not signed.', digits, '1795269971'),
    sometimes(
      `X-${brand}-Sequence`,
      'The number of the event in its wallet, without a gap: the cursor of `GET /api/v1/events?after=`. A test ' +
        'delivery has none.',
      digits,
      '118',
    ),
    always('webhook-id', 'The id of the event, as in the body. Signed.', text, event.id),
    always('webhook-timestamp', 'Unix time in seconds of this attempt. Signed.', digits, '1795269971'),
    always(
      'webhook-signature',
      'v1, and the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, keyed with the 32 bytes that the secret ' +
        'encodes, as Standard Webhooks says. While a secret is rolled: two, the old one’s first, with a space between.',
      { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
      `v1,${'P5q/'.repeat(10)}P5o=`,
    ),
  ];
}

function always(name: string, description: string, schema: object, example: string): DeliveryHeader {
  return { name, required: true, description, schema, example };
}

function sometimes(name: string, description: string, schema: object, example: string): DeliveryHeader {
  return { name, required: false, description, schema, example };
}
