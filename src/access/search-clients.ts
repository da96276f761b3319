import type { Mode } from '../ledger/transaction.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A business as a list shows it. Amounts in shillings. */
export interface ClientSummary {
  readonly clientId: number;
  readonly name: string;
  readonly phone: string;
  readonly createdAtMs: number;
  readonly wallets: Readonly<Record<Mode, WalletSummary>>;
}

export interface WalletSummary {
  readonly walletId: number;
  readonly available: Ugx;
  readonly held: Ugx;
  readonly frozen: boolean;
}

/** What somebody typed to find a client: part of a name, the digits of a phone, or a number. Null finds everybody. */
export interface ClientSearch {
  /** In lower case. */
  readonly name: string;
  /** Digits of the phone, as 256…; null when none were typed. */
  readonly phone: string | null;
  readonly clientId: number | null;
}

export function clientSearchOf(text: string): ClientSearch | null {
  const name = text.trim().toLowerCase();
  if (name === '') return null;
  const digits = /^\+?[\d\s-]+$/.test(name) ? name.replace(/\D/g, '') : '';
  if (digits === '') return { name, phone: null, clientId: null };
  return {
    name,
    phone: digits.startsWith('0') ? `256${digits.slice(1)}` : digits,
    clientId: /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null,
  };
}

/** Businesses in the order of their numbers, at most `limit`, those after the number `after` (0 begins). */
export async function searchClients(
  db: Queryable,
  { search, after, limit }: { readonly search: ClientSearch | null; readonly after: number; readonly limit: number },
): Promise<ClientSummary[]> {
  const { rows } = await db.query<SummaryRow>(
    `SELECT client.client_id, client.name, client.phone,
            round(extract(epoch FROM client.created_at) * 1000)::bigint AS created_at_ms,
            live.wallet_id AS live_id, live.available AS live_available, live.held AS live_held, live.frozen AS live_frozen,
            test.wallet_id AS test_id, test.available AS test_available, test.held AS test_held, test.frozen AS test_frozen
       FROM client
       JOIN wallet live ON live.client_id = client.client_id AND live.mode = 'live'
       JOIN wallet test ON test.client_id = client.client_id AND test.mode = 'test'
      WHERE client.client_id > $1
        AND ($2::text IS NULL OR strpos(lower(client.name), $2) > 0 OR strpos(client.phone, $3) > 0
             OR client.client_id = $4)
      ORDER BY client.client_id LIMIT $5`,
    [after, search?.name ?? null, search?.phone ?? null, search?.clientId ?? null, limit],
  );
  return rows.map((row) => ({
    clientId: Number(row.client_id),
    name: row.name,
    phone: row.phone,
    createdAtMs: Number(row.created_at_ms),
    wallets: {
      live: {
        walletId: Number(row.live_id),
        available: ugx(row.live_available),
        held: ugx(row.live_held),
        frozen: row.live_frozen,
      },
      test: {
        walletId: Number(row.test_id),
        available: ugx(row.test_available),
        held: ugx(row.test_held),
        frozen: row.test_frozen,
      },
    },
  }));
}

interface SummaryRow {
  client_id: string;
  name: string;
  phone: string;
  created_at_ms: string;
  live_id: string;
  live_available: string;
  live_held: string;
  live_frozen: boolean;
  test_id: string;
  test_available: string;
  test_held: string;
  test_frozen: boolean;
}
