import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMoment, anInteger } from '../../../test/journeys/world.ts';
import {
  answerWith,
  DeliveriesBench,
  type DeliveryProcess,
  type Receiver,
} from '../../../test/webhooks/deliveries.fixture.ts';

let bench: DeliveriesBench;
let process: DeliveryProcess;
let receiver: Receiver;

beforeAll(async () => {
  bench = await DeliveriesBench.open();
  receiver = await bench.receiver();
  process = await bench.startProcess();
});

afterAll(() => bench.close());

describe('the list of deliveries', () => {
  test('gives pages newest first, without a gap although new ones come in between', async () => {
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.manyEvents(walletId, 10);
    process.wake();
    await expect.poll(() => bench.count('delivery')).toBe(10);
    const ids: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await process.list({ walletId, webhookId: webhook.webhookId, limit: 4, cursor });
      ids.push(...page.data.map(({ id }) => id));
      expect(page.pagination.has_more).toBe(page.pagination.next_cursor !== null);
      cursor = page.pagination.next_cursor;
      await bench.manyEvents(walletId, 1);
      process.wake();
    } while (cursor !== null);
    expect(ids).toHaveLength(10);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  test('shows each delivery with exactly the fields of the decision, and its attempts oldest first', async () => {
    const walletId = await bench.wallet();
    receiver.answer = answerWith(500);
    const webhook = await bench.webhook(walletId, receiver.url);
    await bench.deposit(walletId);
    process.wake();
    await expect.poll(async () => (await bench.deliveries(process, webhook))[0]?.attempts.length).toBe(1);
    receiver.answer = answerWith(200);
    const [waiting] = await bench.deliveries(process, webhook);
    const { webhookId } = webhook;
    await process.redeliverOne({ walletId, webhookId, deliveryId: waiting?.id ?? 0 });
    await expect.poll(async () => (await bench.deliveries(process, webhook))[0]?.status).toBe('delivered');
    const attempt = { at: aMoment, duration_ms: anInteger };
    expect(await bench.deliveries(process, webhook)).toEqual([
      {
        id: anInteger,
        event_id: expect.stringMatching(/^evt_\d+_3$/),
        event_type: 'wallet.credited',
        status: 'delivered',
        attempts: [
          { ...attempt, response_status: 500, error: expect.any(String), response_excerpt: 'answer 500' },
          { ...attempt, response_status: 200, error: null, response_excerpt: 'answer 200' },
        ],
        next_attempt_at: null,
        waiting_for: null,
        created_at: aMoment,
        delivered_at: aMoment,
      },
    ]);
  });

  test('is empty for a webhook of another wallet, and refuses a cursor that it did not give', async () => {
    const [walletId, foreign] = [await bench.wallet(), await bench.wallet()];
    const { webhookId } = await bench.webhook(walletId, receiver.url);
    await process.sendTest({ walletId, webhookId });
    expect((await process.list({ walletId: foreign, webhookId, limit: 10, cursor: null })).data).toEqual([]);
    for (const cursor of ['', 'x', Buffer.from('t5').toString('base64url')]) {
      const refused = process.list({ walletId, webhookId, limit: 10, cursor });
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request', errors: { cursor: expect.anything() } });
    }
  });
});

describe('a test delivery', () => {
  test('sends transaction.completed with data.id 0 and metadata.test once, waits, and is recorded', async () => {
    receiver.answer = answerWith(204);
    receiver.received.length = 0;
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url, ['wallet.debited']);
    const { webhookId } = webhook;
    const told = await process.sendTest({ walletId, webhookId });
    expect(told).toEqual({
      delivery_id: anInteger,
      event_id: `evt_0_${told.delivery_id}`,
      delivered: true,
      response_status: 204,
      duration_ms: anInteger,
      error: null,
    });
    const [received] = receiver.received;
    expect(received?.headers).toMatchObject({
      'x-service-event': 'transaction.completed',
      'x-service-delivery': String(told.delivery_id),
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
    const body = JSON.parse(received?.body ?? '');
    expect(body).toMatchObject({
      id: told.event_id,
      type: 'transaction.completed',
      created: anInteger,
      data: {
        id: 0,
        reference: `TEST_${body.created}_0`,
        amount: 0,
        fee_amount: 0,
        net_amount: 0,
        metadata: { test: true },
      },
    });
    expect(JSON.stringify(body)).toBe(received?.body);
    expect(await bench.deliveries(process, webhook)).toMatchObject([
      { id: told.delivery_id, event_id: told.event_id, status: 'delivered', attempts: [{ response_status: 204 }] },
    ]);
  });

  test('that fails is shown, never retried, and disables nothing', async () => {
    receiver.answer = answerWith(410);
    receiver.received.length = 0;
    const walletId = await bench.wallet();
    const webhook = await bench.webhook(walletId, receiver.url, ['wallet.debited'], { honorHints: true });
    const told = await process.sendTest({ walletId, webhookId: webhook.webhookId });
    expect(told).toMatchObject({ delivered: false, response_status: 410, error: expect.any(String) });
    expect(await bench.deliveries(process, webhook)).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
    expect(await bench.count('delivery_due WHERE webhook_id = $1', [webhook.webhookId])).toBe(0);
    expect(await bench.count('webhook WHERE webhook_id = $1 AND is_active', [webhook.webhookId])).toBe(1);
    expect(receiver.received).toHaveLength(1);
  });

  test("of another wallet's webhook is refused, and nothing is sent", async () => {
    receiver.received.length = 0;
    const { webhookId } = await bench.webhook(await bench.wallet(), receiver.url);
    const refused = process.sendTest({ walletId: await bench.wallet(), webhookId });
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    expect(receiver.received).toEqual([]);
  });
});
