import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businesses } from '../../../src/demo/cast.ts';
import { launchBrowser, openDashboard, settled } from '../browser.ts';
import { type DemoDay, openDemoDay, type SignIn } from './demo-day.ts';

/** The pictures of docs/images are taken again when the tests run with UPDATE_DOCS=1: of demo data of three months, in its usual time. */
const takes = process.env.UPDATE_DOCS === '1';
const days = takes ? 90 : 14;
const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const desk = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };

/** What a picture shows. */
interface Picture {
  readonly name: string;
  readonly who: () => SignIn;
  readonly path: () => string;
  readonly heading: string | RegExp;
  readonly screen?: typeof phone;
}

let day: DemoDay;
let browser: Browser;
let ids: Readonly<Record<'school' | 'deliveries' | 'transaction' | 'bulk' | 'webhook' | 'review', number>>;
beforeAll(async () => {
  day = await openDemoDay(days, { NSIMBI_REHEARSAL: 'off' });
  ids = await findIds();
  browser = await launchBrowser();
  await callTheApi();
}, 600_000);
afterAll(async () => {
  await browser.close();
  await day.world.close();
});

const owner = () => day.owner;
const administrator = () => day.administrators[0];
const director = () => ({ ...day.owner, email: businesses.school.owner.email });
const developer = () => ({ ...day.owner, email: 'developer@pearl-boda.example' });
const atShop = (below: string) => () => `/clients/${day.shopId}/test${below}`;

const pictures: readonly Picture[] = [
  { name: 'home', who: owner, path: atShop('?period=30d'), heading: 'Home' },
  { name: 'transactions', who: owner, path: atShop('/transactions'), heading: 'Transactions' },
  {
    name: 'transaction',
    who: owner,
    path: () => atShop(`/transactions/${ids.transaction}`)(),
    heading: /^Collection UGX/,
  },
  { name: 'handset', who: owner, path: atShop('/handset'), heading: 'Handset' },
  { name: 'quick-start', who: owner, path: atShop('/quick-start'), heading: 'Quick start' },
  { name: 'requests', who: owner, path: atShop('/requests'), heading: 'Requests' },
  {
    name: 'bulk-payout',
    who: director,
    path: () => `/clients/${ids.school}/test/bulk-payouts/${ids.bulk}`,
    heading: /./,
  },
  {
    name: 'webhook',
    who: developer,
    path: () => `/clients/${ids.deliveries}/test/webhooks/${ids.webhook}`,
    heading: /./,
  },
  { name: 'overview', who: administrator, path: () => '/platform?mode=test&period=30d', heading: 'Overview' },
  { name: 'review', who: administrator, path: () => `/platform/reviews/${ids.review}`, heading: /./ },
  { name: 'clients', who: administrator, path: () => '/platform/clients', heading: 'Clients' },
  { name: 'fees', who: administrator, path: () => '/platform/fees', heading: 'Fees' },
  { name: 'operators', who: administrator, path: () => '/platform/operators', heading: 'Operators' },
  { name: 'ledger', who: administrator, path: () => '/platform/ledger', heading: 'Ledger' },
  { name: 'phone-home', who: owner, path: atShop(''), heading: 'Home', screen: phone },
  { name: 'phone-transactions', who: owner, path: atShop('/transactions'), heading: 'Transactions', screen: phone },
];

describe('the pictures of the documentation', () => {
  it.each(pictures)('$name shows a page with demo data', async ({ name, who, path, heading, screen = desk }) => {
    const { page, context, problems } = await openDashboard(browser, day.world, who(), path(), screen);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await settled(page);
    if (takes) await page.screenshot({ path: `${images}${name}.png` });
    expect(existsSync(`${images}${name}.png`)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are all of docs/images', () => {
    const named = pictures.map(({ name }) => `${name}.png`);
    expect(
      readdirSync(images)
        .filter((file) => !file.startsWith('growth'))
        .toSorted(),
    ).toEqual(named.toSorted());
  });
});

async function findIds(): Promise<typeof ids> {
  const { pool } = day.world.database;
  const number = async (sql: string, values: readonly unknown[] = []) => {
    const { rows } = await pool.query<{ id: string }>(sql, [...values]);
    return Number(rows[0]?.id);
  };
  const clientOf = (name: string) => number('SELECT client_id AS id FROM client WHERE name = $1', [name]);
  const [school, deliveries] = [await clientOf(businesses.school.name), await clientOf(businesses.deliveries.name)];
  return {
    school,
    deliveries,
    transaction: await number(
      `SELECT transaction_id AS id FROM transaction JOIN wallet USING (wallet_id)
        WHERE wallet.client_id = $1 AND transaction.type = 'collection' AND status = 'completed' ORDER BY transaction_id DESC LIMIT 1`,
      [day.shopId],
    ),
    bulk: await number(
      'SELECT bulk_payout_id AS id FROM bulk_payout JOIN wallet USING (wallet_id) WHERE wallet.client_id = $1 ORDER BY 1 DESC LIMIT 1',
      [school],
    ),
    webhook: await number('SELECT webhook_id AS id FROM webhook WHERE client_id = $1 ORDER BY 1 DESC LIMIT 1', [
      deliveries,
    ]),
    review: await number('SELECT review_case_id AS id FROM review_case WHERE resolved_at IS NULL ORDER BY 1 LIMIT 1'),
  };
}

/** Requests of a program, of which one waits on the handset, one fails and one is refused: no demo data has any. */
async function callTheApi(): Promise<void> {
  const program = await day.world.as({ clientId: day.shopId });
  await program.money();
  const paid = await program.collect('256772000101', 45_000, {
    description: 'Invoice 1041',
    customer_name: 'Amina Nakato',
  });
  await program.collect('256770000002', 18_000, { description: 'Invoice 1042' });
  await program.send('256772000103', 30_000, { description: 'Supplier' });
  await program.send('12', 30_000);
  await program.get('/wallet/transactions?limit=10');
  await program.collect('256770000009', 64_000, { description: 'Invoice 1043' });
  await program.end(paid.body.data.transaction_id);
}
