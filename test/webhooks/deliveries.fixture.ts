import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import pg from 'pg';
import pino from 'pino';
import { Registry } from 'prom-client';
import { serviceActor } from '../../src/access/audit-log.ts';
import type { EventName } from '../../src/ledger/event-names.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { ugx } from '../../src/money/ugx.ts';
import { createPool, type DatabaseTarget } from '../../src/postgres/pool.ts';
import { Sealer } from '../../src/secrets/sealer.ts';
import {
  createDeliveries,
  createDeliveryPool,
  type Deliveries,
  type DeliverySettings,
} from '../../src/webhooks/deliveries/deliveries.ts';
import type { DeliveryObject } from '../../src/webhooks/deliveries/list.ts';
import { createWebhook } from '../../src/webhooks/endpoints/create-webhook.ts';
import { AddressPolicy } from '../../src/webhooks/safe-address/address-policy.ts';
import { createSender, type Sender } from '../../src/webhooks/sending/sender.ts';
import type { Webhook } from '../../src/webhooks/webhook.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { openWallet } from '../ledger/fixtures.ts';

const usualSettings: DeliverySettings = {
  webhookRetryDelaysMs: [60_000, 300_000, 900_000, 3_600_000, 21_600_000],
  webhookRetentionMs: 90 * 86_400_000,
};

/** A process of deliveries, as far as it can be one here. */
export interface DeliveryProcess extends Deliveries {
  readonly metrics: Registry;
  readonly lines: readonly Record<string, unknown>[];
  /** As the service ends: attempts get their time first, and are cut when it is over. */
  end(): Promise<void>;
  /** As a crash: what it has in hand is never stored, and its leases stay. */
  lose(): void;
}

/** As many as the service's statements have time for on a busy machine. */
export const rowsPerStatement = 10_000;

/** A database with wallets that have events, webhooks, and processes that tests start and lose as they like. */
export class DeliveriesBench {
  readonly database: TestDatabase;
  readonly writer: Writer;
  readonly sealer = new Sealer([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  readonly addressPolicy = new AddressPolicy({ allowLoopbackInTest: true, allowedNetworks: [] });
  readonly #closing: (() => Promise<unknown> | unknown)[] = [];
  #wallets = 0;

  private constructor(database: TestDatabase) {
    this.database = database;
    this.writer = new Writer({ target: database.target });
  }

  static async open(): Promise<DeliveriesBench> {
    return new DeliveriesBench(await createTestDatabase());
  }

  async startProcess(
    options: {
      settings?: Partial<DeliverySettings>;
      slots?: number;
      deadlineMs?: number;
      start?: boolean;
      /** What it can open secrets with, when not with everybody's key. */
      sealer?: Sealer;
      /** Where its database is, when not where everybody's is. */
      target?: DatabaseTarget;
    } = {},
  ): Promise<DeliveryProcess> {
    const pool = createDeliveryPool(options.target ?? this.database.target);
    const sender = createSender({
      brand: 'Service',
      addressPolicy: this.addressPolicy,
      deadlineMs: options.deadlineMs ?? 30_000,
    });
    const metrics = new Registry();
    const lines: Record<string, unknown>[] = [];
    const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const deliveries = createDeliveries({
      pool,
      sender: sender satisfies Sender,
      sealer: options.sealer ?? this.sealer,
      notices: { notify: async () => undefined, subscribe: () => () => undefined },
      settings: { ...usualSettings, ...options.settings },
      metricsRegistry: metrics,
      logger: pino({ level: 'info' }, log),
      ...(options.slots === undefined ? {} : { slots: options.slots }),
    });
    let lost = false;
    let ending: Promise<void> | null = null;
    const stopped = () => deliveries.stop().finally(() => sender.close());
    const end = () => (ending ??= stopped().then(() => pool.end()));
    this.#closing.push(() => (lost ? undefined : end()));
    if (options.start !== false) deliveries.start();
    return {
      ...deliveries,
      metrics,
      lines,
      end,
      lose() {
        lost = true;
        // A service without its database stores nothing and claims nothing any more.
        void pool.end();
        void deliveries.stop();
        void sender.close();
      },
    };
  }

  async wallet(): Promise<number> {
    this.#wallets += 1;
    const phone = `25677220${String(this.#wallets).padStart(4, '0')}`;
    const { walletId } = await openWallet(this.database, `Shop ${this.#wallets}`, phone, 0);
    return walletId;
  }

  async webhook(
    walletId: number,
    url: string,
    events: readonly EventName[] = ['wallet.credited'],
    more: { apiKeyId?: number; honorHints?: boolean; ordered?: boolean } = {},
  ): Promise<Webhook & { readonly signingSecret: string }> {
    const { pool } = this.database;
    const { apiKeyId } = more;
    const owner = { clientId: 1, walletId, mode: 'test' } as const;
    const created = await createWebhook(
      { pool, sealer: this.sealer, addressPolicy: this.addressPolicy },
      owner,
      {
        url,
        events,
        apiKeyId: null,
        description: null,
        honorHints: more.honorHints ?? false,
        ordered: more.ordered ?? false,
      },
      serviceActor('test'),
    );
    if (apiKeyId !== undefined) {
      await pool.query('UPDATE webhook SET api_key_id = $2 WHERE webhook_id = $1', [
        created.webhook.webhookId,
        apiKeyId,
      ]);
    }
    return { ...created.webhook, signingSecret: created.secret };
  }

  /** Puts UGX 1,000 in a wallet, which emits transaction.created, transaction.completed, wallet.credited, deposit.completed. */
  async deposit(walletId: number, apiKeyId: number | null = null): Promise<void> {
    await this.writer.submit({
      kind: 'adjust',
      walletId,
      mode: 'test',
      type: 'deposit',
      direction: 'in',
      amount: ugx(1_000),
      reason: 'Float for the day',
      maker: 'test',
      approver: null,
      externalReference: null,
      apiKeyId,
      apiTriggered: false,
      idempotency: null,
    });
  }

  /**
   * An event of a payment whose transaction is not in the database, as in a damaged copy. Its second name is wallet.credited.
   * @returns the number of the transaction.
   */
  async eventWithoutTransaction(walletId: number): Promise<number> {
    const { rows } = await this.database.pool.query<{ transaction_id: string }>(
      `WITH wallet AS (
         UPDATE wallet SET event_sequence = event_sequence + 2 WHERE wallet_id = $1 RETURNING event_sequence - 1 AS first
       ), added AS (
         INSERT INTO event (wallet_id, first_sequence, transaction_id, first_event_no, names, created_at)
         SELECT $1, first, nextval('transaction_number'), 1, '{transaction.completed,wallet.credited}', clock_timestamp()
           FROM wallet
         RETURNING wallet_id, first_sequence, transaction_id
       ), fan_out AS (
         INSERT INTO event_fan_out SELECT wallet_id, first_sequence, transaction_id FROM added)
       SELECT transaction_id FROM added`,
      [walletId],
    );
    return Number(rows[0]?.transaction_id);
  }

  /** Writes many moments at once, each with one event wallet.credited, as the ledger would have. */
  async manyEvents(walletId: number, count: number): Promise<void> {
    for (let added = 0; added < count; added += rowsPerStatement) {
      await this.#addEvents(walletId, Math.min(rowsPerStatement, count - added));
    }
  }

  async #addEvents(walletId: number, count: number): Promise<void> {
    await this.database.pool.query(
      `WITH wallet AS (
         UPDATE wallet SET event_sequence = event_sequence + $2 WHERE wallet_id = $1
         RETURNING event_sequence - $2 AS before
       ), added AS (
         INSERT INTO event (wallet_id, first_sequence, transaction_id, first_event_no, names, snapshot, created_at)
         SELECT $1, before + n, nextval('transaction_number'), 1, '{wallet.credited}', '{"id":1}', clock_timestamp()
           FROM wallet, generate_series(1, $2::integer) AS n
         RETURNING wallet_id, first_sequence, transaction_id)
       INSERT INTO event_fan_out SELECT wallet_id, first_sequence, transaction_id FROM added`,
      [walletId, count],
    );
  }

  /**
   * A moment of a transaction with events of these names, as the ledger would have written it.
   * @param transactionId of an earlier moment; left out for a new transaction.
   * @returns the number of the transaction.
   */
  async moment(walletId: number, names: readonly EventName[], transactionId: number | null = null): Promise<number> {
    const { rows } = await this.database.pool.query<{ transaction_id: string }>(
      `WITH wallet AS (
         UPDATE wallet SET event_sequence = event_sequence + $3 WHERE wallet_id = $1
         RETURNING event_sequence - $3 + 1 AS first
       ), added AS (
         INSERT INTO event (wallet_id, first_sequence, transaction_id, first_event_no, names, snapshot, created_at)
         SELECT $1, first, coalesce($4::bigint, nextval('transaction_number')),
                1 + (SELECT coalesce(sum(cardinality(names)), 0) FROM event WHERE wallet_id = $1 AND transaction_id = $4),
                $2::text[], '{"id":1}', clock_timestamp()
           FROM wallet
         RETURNING wallet_id, first_sequence, transaction_id
       ), fan_out AS (
         INSERT INTO event_fan_out SELECT wallet_id, first_sequence, transaction_id FROM added)
       SELECT transaction_id FROM added`,
      [walletId, names, names.length, transactionId],
    );
    return Number(rows[0]?.transaction_id);
  }

  /** The newest deliveries of a webhook, oldest first. */
  async deliveries(process: Deliveries, { walletId, webhookId }: Webhook): Promise<DeliveryObject[]> {
    const { data } = await process.list({ walletId, webhookId, limit: 100, cursor: null });
    return data.reverse();
  }

  /** What the service itself may not do, such as moving events in time. */
  async asOwner(text: string): Promise<void> {
    const pool = createPool(this.database.target, { applicationName: 'nsimbi test', max: 1, role: 'nsimbi_owner' });
    await pool.query(text).finally(() => pool.end());
  }

  async count(text: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.database.pool.query<{ count: string }>(`SELECT count(*) FROM ${text}`, values);
    return Number(rows[0]?.count);
  }

  /** As if so much time had passed for what is due and leased. */
  async letPass(ms: number): Promise<void> {
    await this.database.pool.query(`UPDATE delivery_due SET due_at = due_at - $1::float8 * interval '1 millisecond'`, [
      ms,
    ]);
  }

  /** A way to the database that a test can close and open again. */
  async databaseGate(): Promise<DatabaseGate> {
    const gate = await DatabaseGate.open(this.database.target);
    this.#closing.push(() => gate.close());
    return gate;
  }

  async receiver(answer?: Receiver['answer']): Promise<Receiver> {
    const receiver = await Receiver.open();
    if (answer !== undefined) receiver.answer = answer;
    this.#closing.push(() => receiver.close());
    return receiver;
  }

  async close(): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
    await this.writer.close();
    await this.database.drop();
  }
}

/** A relay in front of PostgreSQL. Closed, it is what a server that is away is: connections break and new ones are refused. */
export class DatabaseGate {
  readonly target: DatabaseTarget;
  readonly #server: net.Server;
  readonly #port: number;
  readonly #sockets = new Set<net.Socket>();

  private constructor(server: net.Server, port: number, database: DatabaseTarget) {
    this.#server = server;
    this.#port = port;
    const to = new pg.Client({ connectionString: database.connectionString });
    server.on('connection', (client) => this.#relay(client, to));
    this.target = { connectionString: `postgresql://${to.user}:${to.password ?? ''}@127.0.0.1:${port}/${to.database}` };
  }

  static async open(database: DatabaseTarget): Promise<DatabaseGate> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new DatabaseGate(server, (server.address() as AddressInfo).port, database);
  }

  async shut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async reopen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.shut();
  }

  #relay(client: net.Socket, { host, port }: pg.Client): void {
    const server = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly atMs: number;
}

/** A customer's HTTP server on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  /** The most requests that were open at the same time. */
  mostOpen = 0;
  answer: (request: Received, response: ServerResponse) => void = (_request, response) => void response.end('ok');
  readonly #server: Server;
  #open = 0;

  private constructor() {
    this.#server = createServer((request, response) => this.#take(request, response));
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  /** How often each delivery was received, by X-Service-Delivery. */
  get times(): Map<number, number> {
    const times = new Map<number, number>();
    for (const { headers } of this.received) {
      const id = Number(headers['x-service-delivery']);
      times.set(id, (times.get(id) ?? 0) + 1);
    }
    return times;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.#open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    response.on('close', () => (this.#open -= 1));
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body, atMs: performance.now() };
      this.received.push(received);
      this.answer(received, response);
    });
  }
}

export function answerWith(status: number, headers: Record<string, string> = {}): Receiver['answer'] {
  return (_request, response) => void response.writeHead(status, headers).end(`answer ${status}`);
}

/** How many pages of 8 KiB a prepared statement looks at. */
export async function pagesOf(client: pg.PoolClient, execution: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${execution}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN);
}
