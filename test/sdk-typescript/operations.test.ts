import { beforeAll, describe, expect, test } from 'vitest';
import { Nsimbi } from '../../packages/sdk-typescript/src/client.ts';
import type { operations } from '../../packages/sdk-typescript/src/generated/api.ts';
import { scriptedFetch } from '../../packages/sdk-typescript/src/testing/scripted-fetch.ts';
import { createServer } from '../../src/http/server.ts';
import { fakeParts, testKey } from '../http/fakes.ts';

type Json = ReturnType<JSON['parse']>;

/**
 * One call for each operation of the OpenAPI document, with every parameter of its path and query. An operation of the generated types
 * that is missing here does not compile, and one of the served document fails below.
 */
const calls: Record<keyof operations, (client: Nsimbi) => Promise<unknown>> = {
  healthz: ({ health }) => health.alive(),
  readyz: ({ health }) => health.ready(),
  listProofRounds: ({ proofs }) => proofs.list({ before: 7 }),
  latestProofRound: ({ proofs }) => proofs.latest(),
  listProofKeys: ({ proofs }) => proofs.keys(),
  getProofRound: ({ proofs }) => proofs.get(7),
  readBalance: ({ wallet }) => wallet.balance({ at: '2026-11-01' }),
  readKey: ({ key }) => key.get(),
  sendBatch: ({ wallet }) => wallet.sendBatch({ payments: [{ recipient_phone: '256772000001', amount: 25_000 }] }),
  sendMoney: ({ wallet }) => wallet.sendMoney({ recipient_phone: '256772000001', amount: 25_000 }),
  withdrawToMobile: ({ wallet }) => wallet.withdraw({ phone: '256772000001', amount: 25_000 }),
  collectPayment: ({ collections }) => collections.create({ customer_phone: '256772000001', amount: 25_000 }),
  collectionStatus: ({ collections }) => collections.get(7),
  refundCollection: ({ refunds }) => refunds.create(7, { amount: 5_000, description: 'Sent back' }),
  createBulkPayout: ({ bulkPayouts }) =>
    bulkPayouts.create({ name: 'Wages', rows: [{ recipient_phone: '256772000001', amount: 25_000 }] }),
  listBulkPayouts: ({ bulkPayouts }) => bulkPayouts.list({ status: 'draft', limit: 3, cursor: '9' }),
  readBulkPayout: ({ bulkPayouts }) => bulkPayouts.get(7),
  confirmBulkPayout: ({ bulkPayouts }) => bulkPayouts.confirm(7, 26_500),
  cancelBulkPayout: ({ bulkPayouts }) => bulkPayouts.cancel(7),
  retryBulkPayout: ({ bulkPayouts }) => bulkPayouts.retry(7),
  listBulkPayoutRows: ({ bulkPayouts }) => bulkPayouts.listRows(7, { status: 'failed', limit: 3, cursor: '9' }),
  readBulkPayoutResult: ({ bulkPayouts }) => bulkPayouts.result(7),
  listTransactions: ({ wallet }) =>
    wallet.transactions.list({
      limit: 3,
      cursor: 'a',
      type: 'refund',
      status: 'failed',
      reference: 'REF_1_7',
      phone: '256772000001',
      client_reference: 'order-1',
      metadata: 'branch:Kampala',
      from: '2026-11-01',
      to: new Date(),
    }),
  readTransaction: ({ wallet }) => wallet.transactions.get(7),
  readReceipt: ({ receipts }) =>
    receipts.pdf(7, { business: 'masked', counterparty: 'hidden', show_description: false }),
  quoteFee: ({ wallet }) =>
    wallet.quoteFee({
      operation: 'send_money',
      amount: 25_000,
      recipient_phone: '256772000001',
      sender_pays_fee: false,
    }),
  readStatement: ({ wallet }) =>
    wallet.statements.get({ from: '2026-11-01', to: '2026-11-30', limit: 3, cursor: '3.9' }),
  readLimits: ({ wallet }) => wallet.limits(),
  lookupPhone: ({ wallet }) => wallet.lookup('256772000001'),
  readEvents: ({ events }) => events.list({ after: 7, limit: 3 }),
  streamEvents: ({ events }) => events.stream({ after: 7, events: ['deposit.failed'] }).next(),
  createWebhook: ({ webhooks }) =>
    webhooks.create({ url: 'https://shop.example.ug/hooks', events: ['deposit.failed'] }),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  readWebhook: ({ webhooks }) => webhooks.get(7),
  updateWebhook: ({ webhooks }) => webhooks.update(7, { is_active: true }),
  deleteWebhook: ({ webhooks }) => webhooks.delete(7),
  testWebhook: ({ webhooks }) => webhooks.test(7),
  listDeliveries: ({ webhooks }) => webhooks.deliveries.list(7, { limit: 3, cursor: 'a' }),
  redeliverOne: ({ webhooks }) => webhooks.deliveries.redeliver(7, 8),
  redeliverRange: ({ webhooks }) => webhooks.redeliver(7, { from: '2026-11-01' }),
  rollSecret: ({ webhooks }) => webhooks.rollSecret(7, { overlap_seconds: 0 }),
  listPrompts: ({ testMode }) => testMode.prompts.list({ phone: '256772000001' }),
  approvePrompt: ({ testMode }) => testMode.prompts.approve(7),
  declinePrompt: ({ testMode }) => testMode.prompts.decline(7),
  fundTestWallet: ({ testMode }) => testMode.fund({ amount: 25_000 }),
};

let document: Json;
let documented: Map<string, { method: string; path: string; operation: Json }>;

beforeAll(async () => {
  const server = await createServer(fakeParts());
  const response = await server.inject({ method: 'GET', url: '/openapi.json' });
  await server.close();
  document = response.json();
  documented = new Map(
    Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => [
        operation.operationId,
        { method: method.toUpperCase(), path, operation },
      ]),
    ),
  );
});

test('every operation of the served document has a method', () => {
  expect(Object.keys(calls).sort()).toEqual([...documented.keys()].sort());
});

describe('sends what the document says', () => {
  test.each(Object.entries(calls))('%s', async (operationId, call) => {
    const { fetch, sent } = scriptedFetch(() => new Response('stop', { status: 400 }));
    await expect(call(new Nsimbi({ apiKey: testKey, baseUrl: 'http://localhost', fetch }))).rejects.toMatchObject({
      status: 400,
    });
    const { method, path, operation } = documented.get(operationId)!;
    const [request] = sent;
    expect(sent).toHaveLength(1);
    expect(request?.method).toBe(method);
    expect(request?.url.pathname).toMatch(new RegExp(`^${path.replaceAll(/\{\w+\}/g, '\\d+')}$`));
    expect([...(request?.url.searchParams.keys() ?? [])].sort()).toEqual(parametersIn(operation, 'query'));
    expect(request?.headers.has('idempotency-key')).toBe(parametersIn(operation, 'header').includes('Idempotency-Key'));
    expect(request?.headers.has('authorization')).toBe(operation.security?.length !== 0);
    expect(request?.body !== null).toBe(operation.requestBody !== undefined);
    expect(request?.headers.get('content-type')).toBe(operation.requestBody === undefined ? null : 'application/json');
  });
});

/** The names of an operation's parameters in one place, in alphabetical order. */
function parametersIn(operation: Json, place: string): string[] {
  return (operation.parameters ?? [])
    .map((parameter: Json) => resolved(parameter))
    .filter((parameter: Json) => parameter.in === place)
    .map(({ name }: Json) => name)
    .sort();
}

function resolved(parameter: Json): Json {
  if (parameter.$ref === undefined) return parameter;
  return parameter.$ref
    .slice(2)
    .split('/')
    .reduce((found: Json, part: string) => found[part], document);
}
