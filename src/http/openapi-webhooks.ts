import { eventNames } from '../ledger/event-names.ts';

/** The webhooks section of the document: one entry per event name (interface.md, "Events"). */
export function webhooksOf(brand: string): Record<string, object> {
  return Object.fromEntries(eventNames.map((name) => [name, { post: deliveryOf(name, brand) }]));
}

function deliveryOf(name: (typeof eventNames)[number], brand: string): object {
  return {
    operationId: `on_${name.replace('.', '_')}`,
    summary: whenOf[name],
    description:
      'Delivered to every active webhook that is subscribed to it. Answer with any 2xx status within 30 seconds; ' +
      'other answers are retried after 1 minute, 5 minutes, 15 minutes, 1 hour and 6 hours. Treat repeats as one ' +
      'event, by its id, and do not depend on the order.',
    tags: ['Events'],
    security: [],
    parameters: headersOf(name, brand),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
    },
    responses: { '2XX': { description: 'Delivered.' }, default: { description: 'Not delivered; it is retried.' } },
  };
}

const whenOf: Record<(typeof eventNames)[number], string> = {
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

function headersOf(name: string, brand: string): object[] {
  const headers: readonly (readonly [string, string, object, string])[] = [
    ['User-Agent', 'Who delivers.', { type: 'string' }, `${brand}-Webhooks/1.0`],
    [`X-${brand}-Event`, 'The event name.', { type: 'string' }, name],
    [
      `X-${brand}-Signature`,
      'sha256= and the lowercase hexadecimal HMAC-SHA256 of the raw body, keyed with the whole secret of the webhook. ' +
        'Compare it in constant time and refuse a mismatch with HTTP 400.',
      { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      `sha256=${'0'.repeat(64)}`,
    ],
    [
      `X-${brand}-Delivery`,
      'The delivery, the same through its retries.',
      { type: 'string', pattern: '^[0-9]+$' },
      '7',
    ],
    [
      `X-${brand}-Timestamp`,
      'Unix time in seconds of this attempt.',
      { type: 'string', pattern: '^[0-9]+$' },
      '1781000000',
    ],
  ];
  return headers.map(([header, description, schema, example]) => ({
    in: 'header',
    name: header,
    required: true,
    description,
    schema,
    example,
  }));
}
