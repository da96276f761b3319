import type pg from 'pg';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Mode } from '../ledger/transaction.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import { msisdn, msisdnForm } from '../phone/msisdn.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import { sqlState } from '../postgres/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import { recordAudit } from './audit-log.ts';
import { announceClientChange } from './key-changes.ts';
import { type RateLimitsByName, rateLimitsProblem } from './principal.ts';
import { type OwnQuotas, quotasProblem } from './quotas.ts';

/** A business that was just created, with the number of its wallet in each mode. */
export interface CreatedClient {
  readonly clientId: number;
  readonly name: string;
  readonly phone: string;
  readonly wallets: Readonly<Record<Mode, number>>;
}

interface ClientsToCreate {
  readonly clients: readonly { name: string; phone: string }[];
  readonly actor: Actor;
  readonly madeUp?: boolean | undefined;
}

/** A business and what is set for its wallets. */
export interface Client {
  readonly clientId: number;
  readonly name: string;
  readonly phone: string;
  readonly createdAtMs: number;
  readonly rateLimits: RateLimitsByName;
  /** What it may have as a whole, where that differs from the installation's. */
  readonly quotas: OwnQuotas;
  /** Whether its people must have a second factor to sign in. */
  readonly twoFactorRequired: boolean;
  readonly wallets: Readonly<Record<Mode, WalletSettings>>;
}

/** What is set for a wallet; null means no limit. Limits and threshold compare the gross amount. */
export interface WalletSettings {
  readonly walletId: number;
  readonly frozen: boolean;
  readonly limitPerTransaction: Ugx | null;
  readonly limitPerDay: Ugx | null;
  readonly approvalThreshold: Ugx | null;
  /** Whether withdrawals go to registered numbers only. */
  readonly withdrawListedOnly: boolean;
  /** Whether a payer can have only one open collection. */
  readonly oneCollectionPerPayer: boolean;
  /** Whether a payment is refused when an earlier one has its client reference. */
  readonly uniqueClientReferences: boolean;
}

/**
 * Creates a business with an empty wallet in each mode. Payments to its phone reach these wallets.
 * @param client.madeUp see `createClients`.
 * @throws ClientNotValid, PhoneTaken
 */
export async function createClient(
  db: Transactional,
  client: { readonly name: string; readonly phone: string; readonly actor: Actor; readonly madeUp?: boolean },
): Promise<CreatedClient> {
  const { actor, madeUp } = client;
  const [created] = await createClients(db, { clients: [client], actor, madeUp });
  if (created === undefined) throw new Error('a client was inserted and not returned');
  return created;
}

/**
 * Creates many businesses at once, all or none, in the order given.
 * @param options.madeUp whether we thought of their phones, which are real numbers of other people: then they reach these
 *   businesses in test mode only, and live money sent to them goes to those people.
 * @throws ClientNotValid, PhoneTaken
 */
export async function createClients(
  transactional: Transactional,
  { clients, actor, madeUp = false }: ClientsToCreate,
): Promise<CreatedClient[]> {
  refuseWhatIsNotValid(clients);
  return await inDatabaseTransaction(transactional, async (db) => {
    const clientIds = await insertClients(db, clients);
    const wallets = await insertWallets(db, [...clientIds.values()]);
    await insertPhones(db, [...clientIds.values()], madeUp);
    const created = clients.map(({ name, phone }) => {
      const clientId = clientIds.get(phone);
      const live = wallets.get(`${clientId} live`);
      const test = wallets.get(`${clientId} test`);
      if (clientId === undefined || live === undefined || test === undefined)
        throw new Error(`the client with the phone ${phone} was inserted without both wallets`);
      return { clientId, name, phone, wallets: { live, test } };
    });
    await recordAudit(
      db,
      created.map(({ clientId, name, phone }) => ({
        actor,
        action: 'client.created',
        subject: `client ${clientId}`,
        details: { name, phone },
      })),
    );
    return created;
  });
}

/**
 * Refuses a business that cannot be created, before it is.
 * @throws ClientNotValid, PhoneTaken
 */
export async function refuseNewClient(
  db: Queryable,
  client: { readonly name: string; readonly phone: string },
): Promise<void> {
  refuseWhatIsNotValid([client]);
  const { rows } = await db.query("SELECT FROM wallet_phone WHERE mode = 'live' AND phone = $1", [client.phone]);
  if (rows.length > 0) throw new PhoneTaken(client.phone);
}

/** One business, or null when there is none with this number. */
export async function findClient(db: Queryable, clientId: number): Promise<Client | null> {
  const { rows } = await db.query<ClientRow>(`${selectClients} WHERE client.client_id = $1`, [clientId]);
  return rows[0] === undefined ? null : clientFrom(rows[0]);
}

/** Businesses in the order of their numbers, at most `limit`, those after the number `after` (0 begins). */
export async function listClients(
  db: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Client[]> {
  const { rows } = await db.query<ClientRow>(
    `${selectClients} WHERE client.client_id > $1 ORDER BY client.client_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(clientFrom);
}

/**
 * Sets a client's own limits of rate, in requests a minute, in both modes; a key's own still win. What is not named has
 * the default again.
 * @throws ClientNotFound, ClientNotValid
 */
export async function setClientRateLimits(
  pool: pg.Pool,
  { clientId, rateLimits, actor }: { clientId: number; rateLimits: RateLimitsByName; actor: Actor },
): Promise<void> {
  const problem = rateLimitsProblem(rateLimits);
  if (problem !== null) throw new ClientNotValid(problem);
  await inDatabaseTransaction(pool, async (db) => {
    const { rowCount } = await db.query('UPDATE client SET rate_limits = $2 WHERE client_id = $1', [
      clientId,
      JSON.stringify(rateLimits),
    ]);
    if (rowCount !== 1) throw new ClientNotFound(clientId);
    await recordAudit(db, {
      actor,
      action: 'client.rate_limits_set',
      subject: `client ${clientId}`,
      details: rateLimits,
    });
    await announceClientChange(db, clientId);
  });
}

function refuseWhatIsNotValid(clients: readonly { name: string; phone: string }[]): void {
  const phones = new Set<string>();
  for (const { name, phone } of clients) {
    if (name.length < 1 || name.length > 120) throw new ClientNotValid('the name must have 1 to 120 characters');
    if (/\p{Cc}/u.test(name)) throw new ClientNotValid('the name must be without control characters');
    if (msisdn(phone) === null) throw new ClientNotValid(`the phone ${msisdnForm}`);
    if (phones.has(phone)) throw new PhoneTaken(phone);
    phones.add(phone);
  }
}

/** Client numbers by phone. */
async function insertClients(
  db: Queryable,
  clients: readonly { name: string; phone: string }[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ client_id: string; phone: string }>(
    `INSERT INTO client (name, phone)
     SELECT name, phone FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS new (name, phone, position)
      ORDER BY position
     RETURNING client_id, phone`,
    [clients.map(({ name }) => name), clients.map(({ phone }) => phone)],
  );
  return new Map(rows.map((row) => [row.phone, Number(row.client_id)]));
}

/** Wallet numbers by client number and mode. */
async function insertWallets(db: Queryable, clientIds: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ wallet_id: string; client_id: string; mode: Mode }>(
    `INSERT INTO wallet (client_id, mode, holder_name, phone)
     SELECT client_id, mode, name, phone
       FROM client, (VALUES ('live'), ('test')) AS modes (mode)
      WHERE client_id = ANY($1::bigint[])
      ORDER BY client_id, mode
     RETURNING wallet_id, client_id, mode`,
    [clientIds],
  );
  return new Map(rows.map((row) => [`${row.client_id} ${row.mode}`, Number(row.wallet_id)]));
}

/**
 * A phone without a live wallet may belong to an invented client in test mode. It stays there then: it must
 * not keep its owner from a wallet.
 * @throws PhoneTaken
 */
async function insertPhones(db: Queryable, clientIds: readonly number[], madeUp: boolean): Promise<void> {
  try {
    if (!madeUp) await db.query(insertPhonesOf('live'), [clientIds]);
    await db.query(insertPhonesOf('test') + (madeUp ? '' : ' ON CONFLICT DO NOTHING'), [clientIds]);
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new PhoneTaken(takenPhone(error));
  }
}

function insertPhonesOf(mode: Mode): string {
  return `INSERT INTO wallet_phone (mode, phone, wallet_id)
          SELECT mode, phone, wallet_id FROM wallet
           WHERE client_id = ANY($1::bigint[]) AND mode = '${mode}' ORDER BY phone`;
}

/** PostgreSQL names the values that were there already: `Key (mode, phone)=(live, 256772123456) already exists.` */
function takenPhone(error: unknown): string | null {
  if (!(error instanceof Error) || !('detail' in error) || typeof error.detail !== 'string') return null;
  return /256\d{9}/.exec(error.detail)?.[0] ?? null;
}

interface ClientRow {
  client_id: string;
  name: string;
  phone: string;
  created_at_ms: string;
  rate_limits: RateLimitsByName;
  quotas: OwnQuotas;
  two_factor_required: boolean;
  live: WalletRow;
  test: WalletRow;
}

/** As JSON, where numbers of PostgreSQL are numbers: all of these are safe integers. */
interface WalletRow {
  wallet_id: number;
  frozen: boolean;
  limit_per_transaction: number | null;
  limit_per_day: number | null;
  approval_threshold: number | null;
  withdraw_listed_only: boolean;
  one_collection_per_payer: boolean;
  unique_client_references: boolean;
}

const selectClients = `
  SELECT client.client_id, client.name, client.phone, client.rate_limits, client.quotas, client.two_factor_required,
         round(extract(epoch FROM client.created_at) * 1000)::bigint AS created_at_ms,
         to_jsonb(live) AS live, to_jsonb(test) AS test
    FROM client
    JOIN wallet live ON live.client_id = client.client_id AND live.mode = 'live'
    JOIN wallet test ON test.client_id = client.client_id AND test.mode = 'test'`;

function clientFrom(row: ClientRow): Client {
  return {
    clientId: Number(row.client_id),
    name: row.name,
    phone: row.phone,
    createdAtMs: Number(row.created_at_ms),
    rateLimits: row.rate_limits,
    quotas: row.quotas,
    twoFactorRequired: row.two_factor_required,
    wallets: { live: settingsFrom(row.live), test: settingsFrom(row.test) },
  };
}

function settingsFrom(row: WalletRow): WalletSettings {
  return {
    walletId: row.wallet_id,
    frozen: row.frozen,
    limitPerTransaction: row.limit_per_transaction === null ? null : ugx(row.limit_per_transaction),
    limitPerDay: row.limit_per_day === null ? null : ugx(row.limit_per_day),
    approvalThreshold: row.approval_threshold === null ? null : ugx(row.approval_threshold),
    withdrawListedOnly: row.withdraw_listed_only,
    oneCollectionPerPayer: row.one_collection_per_payer,
    uniqueClientReferences: row.unique_client_references,
  };
}

/** There is no client with this number, or it has no wallet in the mode. */
export class ClientNotFound extends Error {
  override readonly name = 'ClientNotFound';

  constructor(clientId: number) {
    super(`there is no client ${clientId}; nsimbi client list shows those there are`);
  }
}

/** The phone belongs to another client's wallet. */
export class PhoneTaken extends Error {
  override readonly name = 'PhoneTaken';

  constructor(phone: string | null) {
    super(`the phone ${phone ?? 'number'} belongs to another client already; a phone belongs to one wallet per mode`);
  }
}

/** Something about the client is not allowed; the message says what and what is. */
export class ClientNotValid extends Error {
  override readonly name = 'ClientNotValid';
}

/**
 * Sets a client's own quotas in both modes. What is not named has the default again. Fewer keys than there are end none.
 * @throws ClientNotFound, ClientNotValid
 */
export async function setClientQuotas(
  pool: pg.Pool,
  { clientId, quotas, actor }: { clientId: number; quotas: OwnQuotas; actor: Actor },
): Promise<void> {
  const problem = quotasProblem(quotas);
  if (problem !== null) throw new ClientNotValid(problem);
  await inDatabaseTransaction(pool, async (db) => {
    const { rowCount } = await db.query('UPDATE client SET quotas = $2 WHERE client_id = $1', [
      clientId,
      JSON.stringify(quotas),
    ]);
    if (rowCount !== 1) throw new ClientNotFound(clientId);
    await recordAudit(db, { actor, action: 'client.quotas_set', subject: `client ${clientId}`, details: quotas });
    await announceClientChange(db, clientId);
  });
}
