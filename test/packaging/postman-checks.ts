import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Prepares a Postman collection, as it is generated from the OpenAPI document, for a run against a service with a new test wallet: takes out
 * what never ends, passes on the ids of what the run creates, and expects of each response a status that the document has.
 * Usage: postman-checks.ts <collection> <prepared collection>
 */

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly path: readonly string[]; readonly variable?: { key: string; value: string }[] };
    readonly body?: { raw?: string };
  };
  /** The documented responses. */
  readonly response?: readonly { readonly code: number }[];
  event?: unknown;
}

/** By operation: the variables that its response sets, as paths below `data`. */
const sets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST wallet/send-money': { paymentId: 'transaction_id' },
  'POST wallet/collect-payment': { collectionId: 'transaction_id' },
  'POST bulk-payouts': { bulkPayoutId: 'id', bulkTotal: 'total_deducted' },
  'POST webhooks': { webhookId: 'id' },
  'POST wallet/quotes': { quoteId: 'quote_id' },
};

/** By the beginning of an operation's path: the variable that its id is. */
const ids: readonly (readonly [path: RegExp, variable: string])[] = [
  [/^wallet\/collections/, 'collectionId'],
  [/^wallet\/transactions/, 'paymentId'],
  [/^wallet\/quotes/, 'quoteId'],
  [/^approvals/, 'paymentId'],
  [/^bulk-payouts/, 'bulkPayoutId'],
  [/^webhooks/, 'webhookId'],
];

/** Operations that this run cannot let succeed: what they need does not happen in it. Documented statuses all the same. */
const refused: ReadonlySet<string> = new Set([
  'POST wallet/collections/:transactionId/refund',
  'GET approvals/:transactionId',
  'POST approvals/:transactionId/approve',
  'POST approvals/:transactionId/reject',
  'POST bulk-payouts/:id/cancel',
  'POST bulk-payouts/:id/retry',
  'POST webhooks/:id/deliveries/:deliveryId/redeliver',
  'POST test/prompts/:id/approve',
  'POST test/prompts/:id/decline',
  'GET proofs/:number',
]);

/** How such an operation may end here. */
const mayBe: ReadonlySet<number> = new Set([200, 404, 422]);

/** Without an end, or at the end, because they remove what others need. */
const leftOut: ReadonlySet<string> = new Set(['GET events/stream']);
const last: ReadonlySet<string> = new Set(['DELETE webhooks/:id']);

const [source = '', target = ''] = process.argv.slice(2);
const collection: { item: Item[] } = JSON.parse(readFileSync(source, 'utf8'));
const operations = collection.item.flatMap(requestsOf).filter((item) => !leftOut.has(nameOf(item)));
const inOrder = [
  ...operations.filter((item) => !last.has(nameOf(item))),
  ...operations.filter((item) => last.has(nameOf(item))),
];
for (const item of inOrder) prepare(item);
writeFileSync(target, JSON.stringify({ ...collection, item: inOrder }));

function requestsOf(item: Item): Item[] {
  return item.item === undefined ? [item] : item.item.flatMap(requestsOf);
}

function pathOf({ request }: Item): string {
  return (request?.url.path ?? []).join('/').replace(/^api\/v1\//, '');
}

function nameOf(item: Item): string {
  return `${item.request?.method} ${pathOf(item)}`;
}

function prepare(item: Item): void {
  const path = pathOf(item);
  const variable = ids.find(([begins]) => begins.test(path))?.[1];
  for (const one of item.request?.url.variable ?? []) {
    if (variable !== undefined && one.key !== 'deliveryId') one.value = `{{${variable}}}`;
  }
  const body = item.request?.body;
  if (body?.raw !== undefined && path.endsWith('/confirm')) body.raw = '{"total_deducted": {{bulkTotal}}}';
  // The recipients of a batch have wallets here; of the others only this client has one.
  if (body?.raw !== undefined && path === 'wallet/batches')
    body.raw = body.raw.replaceAll(/25677\d{7}/g, '256772000001');
  const documented = (item.response ?? []).map(({ code }) => code);
  const expected = refused.has(nameOf(item)) ? documented.filter((code) => mayBe.has(code)) : [200];
  const exec = [
    `pm.test('status ${expected.join(' or ')}', () => pm.expect(${JSON.stringify(expected)}).to.include(pm.response.code));`,
    ...Object.entries(sets[nameOf(item)] ?? {}).map(
      ([name, field]) => `pm.collectionVariables.set('${name}', pm.response.json().data.${field});`,
    ),
  ];
  item.event = [{ listen: 'test', script: { type: 'text/javascript', exec } }];
}
