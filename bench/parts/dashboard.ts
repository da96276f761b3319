import type { Browser } from 'playwright-core';
import { createPool } from '../../src/postgres/pool.ts';
import { addCookies, launchBrowser } from '../../test/dashboard/browser.ts';
import { createPerson, type SignedIn, signIn } from '../../test/dashboard/person.ts';
import type { Bench, Part } from '../bench.ts';
import { fill } from '../fill.ts';
import { type Measured, median } from '../measured.ts';
import { untilProven } from '../until-proven.ts';

const transactionsUsually = 1_000_000;
const searches = 50;
/** A list and a page are measured so often. */
const samples = 5;

/** What is searched, and what a text of each kind asks of the service. */
const texts = {
  'an id': '#999999999',
  'a client reference': 'INV-2041',
  'a phone that nobody has': '0779999999',
  'an amount that nobody paid': 'UGX 1,234,567',
  'a name that nobody has': 'grace namuli',
  'a word of every note': 'maize',
} as const;

/** What the pages of a client ask, below /clients/:clientId/test. The wallet has nothing that is failed. */
const listsOfClient = {
  transactions: '/transactions?limit=25',
  'transactions that failed': '/transactions?status=failed&limit=25',
  'transactions with a word that none has': '/transactions?search=cassava&limit=25',
  'payments sent of one day': '/transactions?type=payment_sent&from=2026-01-01&to=2026-01-02&limit=25',
  'recent recipients': '/recipients/recent?operation=send_money',
  approvals: '/approvals',
  'bulk payouts': '/bulk-payouts',
  events: '/events',
  requests: '/requests',
  webhooks: '/webhooks',
  'count of an export': '/exports/transactions/count',
} as const;

/** What the pages of the platform ask. */
const listsOfPlatform = {
  clients: '/platform/clients',
  reviews: '/platform/reviews',
  waiting: '/platform/waiting',
  operators: '/platform/operators',
  'audit log': '/platform/audit-log',
  people: '/platform/people',
} as const;

/** Searches, lists and pages of the dashboard, with a million transactions in one wallet. */
export const dashboard: Part = async (bench) => {
  const [client, other] = bench.clients;
  if (client === undefined || other === undefined) throw new Error('the dashboard needs two clients');
  const target = { connectionString: bench.connectionStringTo('nsimbi') };
  // Each payment is a transaction of both wallets.
  await fill([client, other], target, 2 * (bench.transactions ?? transactionsUsually));
  await untilProven(bench.database);
  // As autovacuum does within a minute.
  await bench.database.query('VACUUM (ANALYZE)');
  const pool = createPool(target, { applicationName: 'nsimbi bench', max: 1 });
  const clients = { [client.clientId]: 'client_owner' } as const;
  const owner = await signIn(bench.service.baseUrl, await createPerson({ database: { pool } }, { clients }));
  const administrator = await createPerson({ database: { pool } }, { platform: 'platform_administrator' });
  const staff = await signIn(bench.service.baseUrl, administrator);
  await pool.end();
  const desk = `/clients/${client.clientId}/test`;
  return [
    ...(await measureSearches(owner, desk)),
    ...(await measureLists(owner, desk, listsOfClient)),
    ...(await measureLists(staff, '', listsOfPlatform)),
    ...(await measurePages(bench, { owner, staff }, desk)),
  ];
};

async function measureSearches(who: SignedIn, desk: string): Promise<Measured[]> {
  const measures: Measured[] = [];
  for (const [what, text] of Object.entries(texts)) {
    const samplesMs: number[] = [];
    for (let n = 0; n < searches; n += 1) {
      samplesMs.push(await timeOf(who, `${desk}/search?q=${encodeURIComponent(text)}`));
    }
    measures.push(measured(`search for ${what}: p50`, median(samplesMs)), {
      ...measured(`search for ${what}: longest`, Math.max(...samplesMs)),
      target: { is: 'at most', value: 300 },
    });
  }
  return measures;
}

async function measureLists(who: SignedIn, desk: string, lists: Readonly<Record<string, string>>): Promise<Measured[]> {
  const measures: Measured[] = [];
  for (const [what, path] of Object.entries(lists)) {
    const samplesMs: number[] = [];
    for (let n = 0; n < samples; n += 1) samplesMs.push(await timeOf(who, `${desk}${path}`));
    measures.push({ ...measured(`list: ${what}`, median(samplesMs)), target: { is: 'at most', value: 200 } });
  }
  return measures;
}

/** In a browser, until what the page is opened for is seen. */
async function measurePages(
  bench: Bench,
  { owner, staff }: { readonly owner: SignedIn; readonly staff: SignedIn },
  desk: string,
): Promise<Measured[]> {
  const browser = await launchBrowser();
  try {
    const shown = async (who: SignedIn, path: string, text: string) =>
      median(await repeated(() => openPage(browser, bench.service.baseUrl, who, path, text)));
    const homes = [
      ['home of a client: today', owner, desk],
      ['home of a client: 90 days', owner, `${desk}?period=90d`],
      ['overview of the platform: 30 days', staff, '/platform?mode=test&period=30d'],
      ['overview of the platform: 90 days', staff, '/platform?mode=test&period=90d'],
    ] as const;
    const measures: Measured[] = [];
    for (const [what, who, path] of homes) {
      const text = who === owner ? 'Available to spend' : 'Owed to clients';
      measures.push({ ...measured(what, await shown(who, path, text)), target: { is: 'at most', value: 800 } });
    }
    const afterStartMs = await repeated(async () => {
      await bench.killAndStart();
      return await openPage(browser, bench.service.baseUrl, null, '/sign-in', 'Sign in');
    });
    measures.push({
      ...measured('first page after a start', median(afterStartMs)),
      target: { is: 'at most', value: 1_500 },
    });
    return measures;
  } finally {
    await browser.close();
  }
}

async function repeated(measure: () => Promise<number>): Promise<number[]> {
  const samplesMs: number[] = [];
  for (let n = 0; n < samples; n += 1) samplesMs.push(await measure());
  return samplesMs;
}

/** A page in a browser whose cache is empty. @returns milliseconds until the text is seen. */
async function openPage(
  browser: Browser,
  baseUrl: string,
  who: SignedIn | null,
  path: string,
  text: string,
): Promise<number> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1440, height: 860 } });
  if (who !== null) await addCookies(context, who.cookie, baseUrl);
  const page = await context.newPage();
  const fromMs = performance.now();
  await page.goto(path);
  await page.getByText(text).first().waitFor();
  const tookMs = performance.now() - fromMs;
  await context.close();
  return tookMs;
}

/** @returns milliseconds until the whole answer is there. */
async function timeOf(who: SignedIn, path: string): Promise<number> {
  const fromMs = performance.now();
  const { status } = await who.get(path);
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
  return performance.now() - fromMs;
}

function measured(what: string, ms: number): Measured {
  return { part: 'dashboard', what, value: Number(ms.toFixed(1)), unit: 'ms' };
}
