import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../test/service/wait-until.ts';
import { DeliveriesBench } from '../../../test/webhooks/deliveries.fixture.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { ConcurrencyWindow } from './concurrency-window.ts';
import { createDeliveryPool } from './delivery-pool.ts';
import { DeliveryWorker } from './worker.ts';

let bench: DeliveriesBench;
let pool: ReturnType<typeof createDeliveryPool>;

beforeEach(async () => {
  bench = await DeliveriesBench.open();
  pool = createDeliveryPool(bench.database.target);
});

afterEach(async () => {
  await pool.end();
  await bench.close();
});

/** A worker whose every attempt is delivered and stored at once, so that there is always room for another. */
function workerWithRoom(onTaken: (delivery: ClaimedDelivery) => void): DeliveryWorker {
  const room = new ConcurrencyWindow(1_024);
  return new DeliveryWorker({
    pool,
    room,
    begin(delivery) {
      room.begin(delivery);
      room.ended(delivery.webhookId, 'delivered');
      room.stored(delivery);
      onTaken(delivery);
    },
    inHand: () => [],
    isHeldUp: () => false,
    onCancelled: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
}

test('a retry that becomes due while others have a backlog is taken before that backlog has ended', async () => {
  const busy = await bench.webhook(await bench.wallet(), 'http://127.0.0.1:8/busy');
  const quiet = await bench.webhook(await bench.wallet(), 'http://127.0.0.1:8/quiet');
  const backlog = 3_000;
  await bench.manyEvents(busy.walletId, backlog);
  await bench.manyEvents(quiet.walletId, 1);
  const taken: number[] = [];
  const worker = workerWithRoom(({ webhookId, deliveryId, isRetry }) => {
    taken.push(webhookId);
    if (webhookId === quiet.webhookId && !isRetry) void retryNow(deliveryId);
  });
  const retryNow = async (deliveryId: number) => {
    await pool.query(
      'UPDATE delivery_due SET round_attempts = 1, lease_token = NULL, due_at = now() WHERE delivery_id = $1',
      [deliveryId],
    );
    worker.lookIn(0);
  };
  worker.start();
  await waitUntil('everything was taken', () => taken.length === backlog + 2);
  await worker.stop();
  expect(taken.lastIndexOf(quiet.webhookId)).toBeLessThan(backlog);
});
