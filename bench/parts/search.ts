import { createPool } from '../../src/postgres/pool.ts';
import { createPerson, type SignedIn, signIn } from '../../test/dashboard/person.ts';
import type { Part } from '../bench.ts';
import { fill } from '../fill.ts';
import { type Measured, median } from '../measured.ts';

const transactionsUsually = 1_000_000;
const searches = 50;

/** What is searched, and what a text of each kind asks of the service. */
const texts = {
  'an id': '#999999999',
  'a client reference': 'INV-2041',
  'a phone that nobody has': '0779999999',
  'an amount that nobody paid': 'UGX 1,234,567',
  'a name that nobody has': 'grace namuli',
  'a word of every note': 'maize',
} as const;

/** Searches of the dashboard in a wallet with a million transactions. */
export const search: Part = async (bench) => {
  const [client, other] = bench.clients;
  if (client === undefined || other === undefined) throw new Error('the search needs two clients');
  const target = { connectionString: bench.connectionStringTo('nsimbi') };
  // Each payment is a transaction of both wallets.
  await fill([client, other], target, 2 * (bench.transactions ?? transactionsUsually));
  // As autovacuum does within a minute.
  await bench.database.query('VACUUM (ANALYZE)');
  const pool = createPool(target, { applicationName: 'nsimbi bench', max: 1 });
  const person = await createPerson({ database: { pool } }, { clients: { [client.clientId]: 'client_owner' } });
  await pool.end();
  const browser = await signIn(bench.service.baseUrl, person);
  const measures: Measured[] = [];
  for (const [what, text] of Object.entries(texts)) {
    const samplesMs: number[] = [];
    for (let n = 0; n < searches; n += 1) samplesMs.push(await searchFor(browser, client.clientId, text));
    const of = (statistic: string, value: number) => ({
      part: 'search',
      what: `${what}: ${statistic}`,
      value: Number(value.toFixed(1)),
      unit: 'ms',
    });
    measures.push(of('p50', median(samplesMs)), {
      ...of('longest', Math.max(...samplesMs)),
      target: { is: 'at most', value: 300 },
    });
  }
  return measures;
};

/** @returns milliseconds. */
async function searchFor(browser: SignedIn, clientId: number, text: string): Promise<number> {
  const fromMs = performance.now();
  const { status } = await browser.get(`/clients/${clientId}/test/search?q=${encodeURIComponent(text)}`);
  if (status !== 200) throw new Error(`a search was answered ${status}`);
  return performance.now() - fromMs;
}
