import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { createClient } from '../../src/access/clients.ts';
import { type Permission, permissions, type RateLimitsByName, rateLimitNames } from '../../src/access/principal.ts';
import { loadConfig } from '../../src/config.ts';
import type { BudgetLimits } from '../../src/ledger/rows/key-budget.ts';
import type { Mode } from '../../src/ledger/transaction.ts';
import { startService } from '../../src/main.ts';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import { encryptionKeysFile } from '../../src/secrets/encryption-keys.ts';
import type { Service } from '../../src/service/run-service.ts';
import { roles as allRoles, type Roles } from '../../src/settings/roles.ts';
import { openTerminal, type Terminal } from '../cli/terminal.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { waitUntil } from '../service/wait-until.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which the tests then compare.
export type Json = any;

/** What came back over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The bytes of the body, as text. */
  readonly text: string;
  readonly body: Json;
}

/** A business that was created here, with its wallets. */
export interface Business {
  readonly clientId: number;
  readonly name: string;
  readonly phone: string;
  readonly wallets: Readonly<Record<Mode, number>>;
}

/** Several processes of one installation have the same keys. */
export const sharedEncryptionKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

const shortWaits = {
  PORT: '0',
  NSIMBI_LOG_LEVEL: process.env.NSIMBI_TEST_LOG ?? 'silent',
  NSIMBI_SIMULATOR_DELAY: '50ms',
  NSIMBI_POLL_DELAYS: '50ms,100ms',
  NSIMBI_OPERATOR_WAIT: '4s',
  // Most tests are about other things, and sign in with a password. The requirement has tests of its own.
  NSIMBI_REQUIRE_TWO_FACTOR: 'off',
};

/** The real service, started here with a database of its own, and a terminal beside it. */
export class World {
  readonly database: TestDatabase;
  readonly terminal: Terminal;
  readonly baseUrl: string;
  readonly #started: { service: Service; dataDir: string }[];
  readonly #settings: Record<string, string>;
  #businesses = 0;

  private constructor(
    database: TestDatabase,
    first: { service: Service; dataDir: string },
    settings: Record<string, string>,
  ) {
    this.database = database;
    this.terminal = openTerminal(database);
    this.baseUrl = first.service.baseUrl;
    this.#started = [first];
    this.#settings = settings;
  }

  /** @param existing a database that the world drops at its end; a new one when left out. */
  static async open(
    settings: Record<string, string> = {},
    existing?: TestDatabase,
    roles: Roles = allRoles,
  ): Promise<World> {
    const database = existing ?? (await createTestDatabase());
    return new World(database, await start(database, settings, roles), settings);
  }

  /** Another process of the same service, as far as it can be one here: it shares only the database. */
  async startAnother(settings: Record<string, string> = {}, roles: Roles = allRoles): Promise<string> {
    const started = await start(this.database, { ...this.#settings, ...settings }, roles);
    this.#started.push(started);
    return started.service.baseUrl;
  }

  /** The data folder of the first process. */
  get dataDir(): string {
    const [first] = this.#started;
    if (first === undefined) throw new Error('nothing was started');
    return first.dataDir;
  }

  /** A business whose test wallet holds `balance` shillings. */
  async business(name: string, balance = 0, phone = this.#nextPhone()): Promise<Business> {
    const business = await createClient(this.database.pool, { name, phone, actor: serviceActor('test') });
    if (balance > 0) await this.fund(business, 'test', balance);
    return business;
  }

  /** Puts money in a wallet as an administrator does. */
  async fund({ clientId }: Business, mode: Mode, amount: number): Promise<void> {
    const live = ['--external-reference', `SLIP-${clientId}-${amount}`];
    const words = ['wallet', 'fund', '--client', String(clientId), '--mode', mode, '--amount', String(amount)];
    await this.terminal.ask(...words, ...(mode === 'live' ? live : []));
  }

  /** Speaks to the API with a new key of a business, with rate limits that never apply unless given. */
  async as(business: Pick<Business, 'clientId'>, options: KeyOptions = {}): Promise<Speaker> {
    return new Speaker(options.baseUrl ?? this.baseUrl, (await this.key(business, options)).apiKey);
  }

  async key({ clientId }: Pick<Business, 'clientId'>, options: KeyOptions = {}) {
    return await createApiKey(this.database.pool, {
      clientId,
      mode: options.mode ?? 'test',
      name: 'Journey',
      permissions: options.permissions ?? permissions,
      expiresAtMs: options.expiresAtMs ?? null,
      allowedIps: options.allowedIps ?? [],
      rateLimits: options.rateLimits ?? Object.fromEntries(rateLimitNames.map((name) => [name, 1_000_000])),
      budget: options.budget ?? null,
      signingKeys: options.signingKeys ?? [],
      actor: serviceActor('test'),
      // A test file makes as many keys of a business as it has cases; the quota has tests of its own.
      quotas: { ...loadConfig(this.#settings), clientLiveKeys: 10_000, clientTestKeys: 10_000 },
    });
  }

  /** How many transactions a wallet has, whatever their status. */
  async transactionCount(walletId: number): Promise<number> {
    const { rows } = await this.database.pool.query<{ count: string }>(
      'SELECT count(*) FROM transaction WHERE wallet_id = $1',
      [walletId],
    );
    return Number(rows[0]?.count);
  }

  #nextPhone(): string {
    this.#businesses += 1;
    return `25677210${String(this.#businesses).padStart(4, '0')}`;
  }

  async close(): Promise<void> {
    for (const { service, dataDir } of this.#started) {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
    this.terminal.close();
    await this.database.drop();
  }
}

export interface KeyOptions {
  readonly baseUrl?: string;
  readonly mode?: Mode;
  readonly permissions?: readonly Permission[];
  readonly rateLimits?: RateLimitsByName;
  readonly allowedIps?: readonly string[];
  readonly expiresAtMs?: number;
  readonly budget?: BudgetLimits;
  readonly signingKeys?: readonly string[];
}

/** A program that uses one API key. */
export class Speaker {
  readonly baseUrl: string;
  readonly apiKey: string;

  constructor(baseUrl: string, apiKey: string) {
    this.baseUrl = baseUrl;
    this.apiKey = apiKey;
  }

  /** The same key at another process. */
  at(baseUrl: string): Speaker {
    return new Speaker(baseUrl, this.apiKey);
  }

  get(path: string): Promise<Answer> {
    return this.#ask('GET', path);
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  put(path: string, body: object): Promise<Answer> {
    return this.#ask('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  /** Without a body, but with the content type that real clients send along. */
  bare(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<Answer> {
    return this.#ask(method, path, undefined, { 'content-type': 'application/json' });
  }

  send(recipientPhone: string, amount: number, more: object = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.post('/wallet/send-money', { recipient_phone: recipientPhone, amount, ...more }, headers);
  }

  withdraw(phone: string, amount: number, more: object = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.post('/wallet/withdraw/mobile', { phone, amount, ...more }, headers);
  }

  collect(phone: string, amount: number, more: object = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.post('/wallet/collect-payment', { customer_phone: phone, amount, ...more }, headers);
  }

  /** What can be spent, and what is held. */
  async money(): Promise<{ balance: number; held: number }> {
    const { data } = (await this.get('/wallet/balance')).body;
    return { balance: data.balance, held: data.held_balance };
  }

  async transaction(id: number): Promise<Json> {
    const { status, body } = await this.get(`/wallet/transactions/${id}`);
    expect(status).toBe(200);
    return body.data;
  }

  /** Waits until a transaction is final, and gives it. */
  async end(id: number): Promise<Json> {
    return await waitUntil(`transaction ${id} is final`, async () => {
      const transaction = await this.transaction(id);
      return (transaction.status === 'completed' || transaction.status === 'failed') && transaction;
    });
  }

  /** Every event of the wallet, oldest first. */
  async events(): Promise<Json[]> {
    const events: Json[] = [];
    for (let after = 0, more = true; more; ) {
      const { status, body } = await this.get(`/events?limit=100&after=${after}`);
      expect(status).toBe(200);
      events.push(...body.data);
      more = body.pagination.has_more;
      after = Number(body.pagination.next_cursor);
    }
    return events;
  }

  async #ask(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.apiKey}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }
}

/** ISO 8601 UTC ending in Z, with milliseconds. */
export const aMoment: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const anInteger: unknown = expect.toSatisfy((value: unknown) => Number.isSafeInteger(value));
/** What the simulated operators know a payment under. */
export const anOperatorReference: unknown = expect.stringMatching(/^SIM-[0-9a-f-]{36}$/);

async function start(database: TestDatabase, settings: Record<string, string>, roles: Roles) {
  const dataDir = mkdtempSync(join(tmpdir(), 'nsimbi-journey-'));
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, testFolderMark), '');
  writeFileSync(encryptionKeysFile(dataDir), `${sharedEncryptionKeys}\n`, { mode: 0o600 });
  const service = await startService(
    loadConfig({
      ...shortWaits,
      ...database.settings,
      ...settings,
      NSIMBI_DATA_DIR: dataDir,
    }),
    { roles },
  );
  return { service, dataDir };
}
