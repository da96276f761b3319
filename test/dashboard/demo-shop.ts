import type { Mode } from '../../src/ledger/transaction.ts';
import type { Business, Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';

/** A shop with a month behind it, for pictures and for looking at every page with something on it. */
export interface DemoShop extends Business {
  readonly speaker: Speaker;
}

const people = [
  ['256772000101', 'Amina Nakato'],
  ['256772000102', 'Brian Okello'],
  ['256701000103', 'Cissy Namuli'],
  ['256752000104', 'David Ssempala'],
  ['256782000105', 'Esther Achieng'],
] as const;

/** Makes the shop, with payments of every kind and end. Takes some seconds, because operators take theirs. */
export async function createDemoShop(world: World, webhookUrl: string): Promise<DemoShop> {
  const shop = await world.business('Kisenyi Fresh Foods', 6_000_000);
  await world.business('Nakasero Supplies', 250_000);
  const speaker = await world.as(shop);
  await countPastDays(world, shop.wallets.test);
  await speaker.post('/webhooks', { url: webhookUrl, events: ['transaction.completed', 'transaction.failed'] });
  for (const [index, [phone, name]] of people.entries()) {
    await speaker.collect(phone, 45_000 + index * 12_500, {
      description: `Invoice ${1041 + index}`,
      customer_name: name,
    });
    await speaker.send(phone, 30_000 + index * 7_000, { description: `Supplier ${index + 1}` });
  }
  await speaker.withdraw('256772000001', 150_000, { description: 'Rent' });
  await speaker.collect('256770000002', 18_000, { description: 'Invoice 1046' });
  await speaker.collect('256700000003', 22_500, { description: 'Invoice 1047' });
  await speaker.collect('256770000009', 64_000, { description: 'Invoice 1048' });
  const threshold = ['--client', String(shop.clientId), '--mode', 'test', '--amount', '1500000'];
  await world.terminal.ask('client', 'approval-threshold', ...threshold);
  await speaker.send('256782000105', 1_600_000, { description: 'Cold room, second half' });
  await waitUntil('most have ended', async () => {
    const { data } = (await speaker.get('/wallet/transactions?status=processing&limit=100')).body;
    return data.length <= 1;
  });
  return { ...shop, speaker };
}

/** Days that nobody waited for: figures as housekeeping would have counted them, with a quiet Sunday. */
async function countPastDays(world: World, walletId: number): Promise<void> {
  await world.database.pool.query(
    `WITH past AS (
       SELECT floor(extract(epoch FROM day) / 3600)::integer + 9 AS hour, type, direction, operator,
              (busy * share)::integer AS completed, (busy * share * missed)::integer AS failed,
              (busy * share * mean)::bigint AS moved, (busy * share * mean * 0.05)::bigint AS fees
         FROM generate_series(date_trunc('day', now()) - interval '89 days', date_trunc('day', now()) - interval '1 day',
                              interval '1 day') AS day,
              LATERAL (SELECT CASE WHEN extract(isodow FROM day) = 7 THEN 12
                                   ELSE 30 + (extract(doy FROM day)::integer * 7) % 23 END AS busy) AS of_day,
              (VALUES ('collection', 'in', 'MTN', 0.8, 0.06, 41000), ('collection', 'in', 'Airtel', 0.5, 0.09, 38000),
                      ('payment_sent', 'out', 'MTN', 0.4, 0.02, 52000), ('withdrawal', 'out', 'Airtel', 0.1, 0, 180000))
                AS kind (type, direction, operator, share, missed, mean)
     ), of_days AS (
       INSERT INTO wallet_day (wallet_id, day, type, direction, operator, completed, failed, moved, fees)
       SELECT $1, (hour + 3) / 24, type, direction, operator, completed, failed, moved, fees FROM past
     )
     INSERT INTO wallet_hour (wallet_id, hour, type, direction, operator, completed, failed, moved, fees)
     SELECT $1, hour, type, direction, operator, completed, failed, moved, fees FROM past`,
    [walletId],
  );
}

/** The address of a page in the shop's dashboard. */
export function shopPage(shop: Business, below = '', mode: Mode = 'test'): string {
  return `/clients/${shop.clientId}/${mode}${below}`;
}
