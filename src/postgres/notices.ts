import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseTarget, Queryable } from './pool.ts';
import { createClient } from './servers.ts';

/** The one channel of PostgreSQL that is used, so that a subscription needs no statement and holds at once. */
const wire = 'nsimbi';
const heartbeatChannel = 'heartbeat';
const heartbeatEveryMs = 250;
/** A connection that has not brought our own heartbeat for so long is given up and replaced. */
const silentAfterMs = 3_000;
/** A heartbeat older than this means that a notice may have been missed: caches are not used then. */
export const heartbeatAgeMsMax = 1_000;
const reconnectDelayMsMax = 1_000;

/**
 * Sends a notice with the commit of the database transaction that `db` is in, so that a change cannot be committed
 * without its notice. Such commits wait for each other: for rare acts on standing data only, never for payments.
 */
export async function notifyWithCommit(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.query('SELECT pg_notify($1, $2)', [wire, `${channel} ${payload}`]);
}

/**
 * Wakes and invalidates across processes, by LISTEN on one connection of its own. Notices are hints: they are sent after
 * the commit of the change, and one can be lost with a connection. A cache that must not miss one
 * reads `heartbeatAgeMs` and listens to `onGap`.
 */
export class Notices {
  readonly #target: DatabaseTarget;
  readonly #pool: pg.Pool;
  readonly #subscribers = new Map<string, Set<(payload: string) => void>>();
  readonly #gapListeners = new Set<() => void>();
  readonly #pending = new Set<string>();
  readonly #heartbeat = crypto.randomUUID();
  readonly #stop = new AbortController();
  #sending: Promise<void> | null = null;
  #heartbeatAt = Number.NEGATIVE_INFINITY;
  #listening: Promise<void> | null = null;

  /** @param pool sends notices; the listening connection is opened beside it. */
  constructor(target: DatabaseTarget, pool: pg.Pool) {
    this.#target = target;
    this.#pool = pool;
  }

  /** Begins to listen and resolves when the first heartbeat has arrived. Later it reconnects by itself. */
  async start(): Promise<void> {
    this.#listening = this.#listen();
    while (this.heartbeatAgeMs() === Number.POSITIVE_INFINITY && !this.#stop.signal.aborted) await sleep(5);
  }

  /**
   * Calls `listener` for each notice on a channel, our own included, until the returned function is called.
   * @param channel a word without spaces.
   */
  subscribe(channel: string, listener: (payload: string) => void): () => void {
    const subscribers = this.#subscribers.get(channel) ?? new Set();
    this.#subscribers.set(channel, subscribers);
    subscribers.add(listener);
    return () => subscribers.delete(listener);
  }

  /**
   * Calls `listener` whenever notices may have been missed, before the heartbeat counts as fresh again: a cache must
   * forget everything then.
   */
  onGap(listener: () => void): void {
    this.#gapListeners.add(listener);
  }

  /**
   * Sends a notice, outside any database transaction: inside one it would make all commits wait for each other. Equal
   * notices that wait while one statement is on its way are sent once. May be left unawaited.
   * @returns a promise that resolves when it was sent and rejects when the database did not take it.
   */
  notify(channel: string, payload: string): Promise<void> {
    this.#pending.add(`${channel} ${payload}`);
    const sent = (this.#sending ?? Promise.resolve()).catch(() => undefined).then(() => this.#flush());
    sent.catch(() => undefined);
    return sent;
  }

  /** Milliseconds since this process last received its own heartbeat; infinite before the first. */
  heartbeatAgeMs(): number {
    return performance.now() - this.#heartbeatAt;
  }

  /** Stops listening. Notices that were handed in are sent first. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#sending?.catch(() => undefined);
    if (this.#pending.size > 0) await this.#flush().catch(() => undefined);
    await this.#listening;
  }

  #flush(): Promise<void> {
    if (this.#pending.size === 0) return this.#sending ?? Promise.resolve();
    const notices = [...this.#pending];
    this.#pending.clear();
    const sending = this.#pool
      .query('SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice', [wire, notices])
      .then(() => undefined);
    this.#sending = sending;
    return sending;
  }

  async #listen(): Promise<void> {
    let delayMs = 20;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#listenOnce();
        delayMs = 20;
      } catch {
        delayMs = Math.min(delayMs * 2, reconnectDelayMsMax);
      }
      await sleep(delayMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  /** Listens on one connection until it breaks, falls silent, or we are closed. @throws when it cannot be opened. */
  async #listenOnce(): Promise<void> {
    const client = createClient(this.#target, {
      application_name: 'nsimbi notices',
      connectionTimeoutMillis: 3_000,
      query_timeout: silentAfterMs,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    try {
      await client.connect();
      // A heartbeat need not survive a crash of the server, so its commit does not wait for the disk.
      await client.query(`SET ROLE nsimbi_service; SET synchronous_commit = off; LISTEN ${wire}`);
      for (const forget of this.#gapListeners) forget();
      await this.#beat(client, ended);
    } finally {
      // A dead network would let a polite goodbye wait for ever.
      await Promise.race([client.end().catch(() => undefined), sleep(500)]);
    }
  }

  async #beat(client: pg.Client, ended: Promise<void>): Promise<void> {
    let open = true;
    const over = ended.then(() => {
      open = false;
    });
    const beganAt = performance.now();
    while (open && !this.#stop.signal.aborted) {
      await client.query('SELECT pg_notify($1, $2)', [wire, `${heartbeatChannel} ${this.#heartbeat}`]);
      const pause = sleep(heartbeatEveryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      await Promise.race([pause, over]);
      if (performance.now() - Math.max(this.#heartbeatAt, beganAt) > silentAfterMs) return;
    }
  }

  #receive(notice: string): void {
    const [channel = '', payload = ''] = notice.split(/ (.*)/s);
    if (channel === heartbeatChannel) {
      if (payload === this.#heartbeat) this.#heartbeatAt = performance.now();
      return;
    }
    for (const listener of this.#subscribers.get(channel) ?? []) listener(payload);
  }
}
