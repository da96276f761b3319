import { isDashboardIp } from '../../../access/dashboard-ips.ts';
import { type ClientSearch, type ClientSummary, searchClients } from '../../../access/search-clients.ts';
import type { Transaction } from '../../../ledger/transaction.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { type Found, searchEverywhere, shownMax } from '../../../search/search.ts';
import { parseSearchText, type SearchTerms } from '../../../search/search-text.ts';
import { sendData, setAsOf } from '../../response.ts';
import type { PlatformSearchResult } from '../schemas/search.ts';
import { foundTransaction, searchQuery, searchResult } from '../search.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';
import { staffContextOf } from '../server/context.ts';

/** The search of staff: all clients, in both modes. */
export function registerPlatformSearchRoutes(api: DashboardApi, { pool, reads }: DashboardParts): void {
  api.get(
    '/platform/search',
    {
      schema: {
        summary: 'Search clients, and the transactions of all clients in both modes',
        description:
          'As the search of one client. Transactions of clients whose pages this person cannot open, from this address or without a ' +
          'second factor, are left out.',
        querystring: searchQuery,
      },
      config: { right: 'clients.read' },
    },
    async (request, reply) => {
      const { person } = staffContextOf(request);
      const terms = parseSearchText(request.query.q);
      const hidden = await hiddenWallets(pool, { address: request.ip, hasFactor: person.twoFactorEnabled });
      const [{ value: found, asOf }, clients] = await Promise.all([
        reads.run((records) => searchEverywhere(records, hidden, terms, { nowMs: Date.now() }), 'brief'),
        terms.text === '' ? [] : searchClients(pool, { search: clientSearchOf(terms), after: 0, limit: shownMax + 1 }),
      ]);
      const owners = await readOwners(pool, transactionsOf(found));
      setAsOf(reply, asOf);
      sendData(reply, 'Search finished.', platformResult({ found, owners, clients }, terms));
    },
  );
}

/** The wallets of clients whose pages a person of staff cannot open: the guard asks the same of each of these pages. */
async function hiddenWallets(
  db: Queryable,
  { address, hasFactor }: { readonly address: string; readonly hasFactor: boolean },
): Promise<number[]> {
  const { rows } = await db.query<{ wallet_id: string; dashboard_ips: string[]; two_factor_required: boolean }>({
    name: 'search.restricted_clients',
    text: `SELECT wallet_id, dashboard_ips, two_factor_required FROM client JOIN wallet USING (client_id)
            WHERE dashboard_ips <> '{}' OR two_factor_required`,
  });
  return rows
    .filter((row) => !isDashboardIp(row.dashboard_ips, address) || (row.two_factor_required && !hasFactor))
    .map((row) => Number(row.wallet_id));
}

function transactionsOf({ exact, scanned }: Found): readonly Transaction[] {
  return [...exact, ...scanned].flatMap(({ transactions }) => transactions);
}

interface ClientOfWallet {
  readonly clientId: number;
  readonly name: string;
}

/** The clients of some transactions, by wallet; the wallets of the service itself have none. */
async function readOwners(
  db: Queryable,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<number, ClientOfWallet>> {
  const { rows } = await db.query<{ wallet_id: string; client_id: string; name: string }>({
    name: 'search.clients_of_wallets',
    text: `SELECT wallet_id, client_id, client.name FROM wallet JOIN client USING (client_id)
            WHERE wallet_id = ANY ($1::bigint[])`,
    values: [[...new Set(transactions.map(({ walletId }) => walletId))]],
  });
  return new Map(rows.map((row) => [Number(row.wallet_id), { clientId: Number(row.client_id), name: row.name }]));
}

/** What to look for among clients: a short number is that of a client, a longer one can be a part of a phone. Pure. */
function clientSearchOf({ text, phone, transactionId, phrases }: SearchTerms): ClientSearch {
  const digits = /^\d{6,}$/.exec(text.replace(/[\s-]/g, ''))?.[0] ?? null;
  return {
    name: phrases.length === 1 ? (phrases[0] ?? '') : text.toLowerCase(),
    phone: phone ?? digits,
    clientId: transactionId,
  };
}

/** What staff has found, as the dashboard's API shows it. Pure. */
function platformResult(
  {
    found,
    owners,
    clients,
  }: {
    readonly found: Found;
    readonly owners: ReadonlyMap<number, ClientOfWallet>;
    readonly clients: readonly ClientSummary[];
  },
  { transactionId }: SearchTerms,
): PlatformSearchResult {
  const ofClient = ({ walletId }: Transaction) => owners.has(walletId);
  const visible = <Group extends { readonly transactions: readonly Transaction[] }>(groups: readonly Group[]) =>
    groups
      .map((group) => ({ ...group, transactions: group.transactions.filter(ofClient) }))
      .filter(({ transactions }) => transactions.length > 0);
  const shown = (transaction: Transaction) =>
    foundTransaction(transaction, owners.get(transaction.walletId)?.clientId ?? 0);
  const result = searchResult(
    { ...found, exact: visible(found.exact), scanned: visible(found.scanned) },
    shown,
    // No list has the transactions of all clients.
    () => null,
  );
  const isClientToo = clients.some(({ clientId }) => clientId === transactionId);
  return {
    ...result,
    opens: isClientToo ? null : result.opens,
    clients: clients.slice(0, shownMax).map(({ clientId, name, phone }) => ({ client_id: clientId, name, phone })),
    has_more_clients: clients.length > shownMax,
    client_names: Object.fromEntries([...owners.values()].map(({ clientId, name }) => [clientId, name])),
  };
}
