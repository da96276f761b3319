import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';
import { serverUrls } from './server-urls.ts';

/** As `DatabaseTarget`, which is made of what is here. */
interface Target {
  readonly connectionString: string;
}

/** Which server of a target a connection goes to. */
interface Server {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** What a probe of a server found. */
interface Probe {
  readonly server: Server;
  /** `unreachable` when it did not respond in time, or responded with an error. */
  readonly is: 'primary' | 'standby' | 'unreachable';
  /** The server's timeline, which each promotion increases; 0 when it is not a primary. */
  readonly timeline: number;
  /** Why it is unreachable; else empty. */
  readonly reason: string;
}

const probeTimeoutMs = 2_000;
/** The pause between two probes. A lost primary is detected within this time and that of a probe. */
const probeIntervalMs = 500;
/** How long a primary that was found is used without another probe: as long as a watch may need for the next one. */
const primaryTtlMs = probeTimeoutMs + probeIntervalMs;

/**
 * The servers that a target names, of which one is the primary. node-postgres connects to one server alone, so this does what libpq
 * does with several hosts and `target_session_attrs=read-write`, and more: a server that still takes writes although another one was
 * promoted after it has a lower timeline, and is not the primary.
 */
class Servers {
  readonly #servers: readonly Server[];
  readonly #probeClients = new Map<Server, pg.Client>();
  readonly #connections = new Map<pg.Client, Server>();
  #known: { readonly server: Server; readonly atMs: number } | null = null;
  #finding: Promise<readonly Probe[]> | null = null;
  #highestTimeline = 0;
  #watchers = 0;

  constructor(connectionString: string) {
    this.#servers = serverUrls(connectionString).map((url) => {
      const { host, port } = new pg.Client({ connectionString: url });
      return { url, host, port };
    });
  }

  /** For what needs the URL of one server: user, password and database are the same at all. */
  get anyUrl(): string {
    return this.#servers[0]?.url ?? '';
  }

  /** The server to connect to: a single one without a probe, else the primary. @throws DatabaseUnavailable when none is the primary. */
  async find(): Promise<Server> {
    const [only, ...others] = this.#servers;
    if (only !== undefined && others.length === 0) return only;
    if (this.#known !== null && performance.now() - this.#known.atMs < primaryTtlMs) return this.#known.server;
    const probes = await this.#probe();
    const primary = this.#primaryOf(probes);
    if (primary !== undefined) return primary;
    const found = probes.map(({ server, is, reason }) => `${server.host}:${server.port} is ${is}${reason}`);
    throw new DatabaseUnavailable(new Error(`no server is the primary (${found.join('; ')})`));
  }

  /** Makes the next connection probe again, after one to this server failed. */
  forget(server: Server): void {
    if (this.#known?.server === server) this.#known = null;
  }

  /** Notes which server a connection goes to, until it ends. */
  hold(client: pg.Client, server: Server): void {
    this.#connections.set(client, server);
    client.once('end', () => this.#connections.delete(client));
  }

  /** Probes at intervals, and closes the connections to servers that are not the primary. @returns a function that ends it. */
  watch(onChange: (change: { readonly primary: string | null; readonly cut: number }) => void): () => Promise<void> {
    const stop = new AbortController();
    this.#watchers += 1;
    let before: Server | null | undefined;
    const watching = (async () => {
      while (!stop.signal.aborted) {
        const probes = await this.#probe();
        const primary = this.#primaryOf(probes) ?? null;
        const cut = this.#cutAllBut(primary, probes);
        const isAsExpected = before === undefined && primary !== null;
        if (!isAsExpected && (primary !== before || cut > 0)) {
          onChange({ primary: primary === null ? null : `${primary.host}:${primary.port}`, cut });
        }
        before = primary;
        await sleep(probeIntervalMs, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    })();
    return async () => {
      stop.abort();
      await watching;
      this.#watchers -= 1;
      if (this.#watchers === 0) for (const server of this.#servers) this.#endProbe(server);
    };
  }

  #primaryOf(probes: readonly Probe[]): Server | undefined {
    for (const { timeline } of probes) this.#highestTimeline = Math.max(this.#highestTimeline, timeline);
    return probes.find(({ is, timeline }) => is === 'primary' && timeline === this.#highestTimeline)?.server;
  }

  /**
   * An unreachable server keeps its connections while no other one is the primary: it may only be slow, and its commits have timeouts
   * of their own.
   */
  #cutAllBut(primary: Server | null, probes: readonly Probe[]): number {
    const answered = new Set(probes.filter(({ is }) => is !== 'unreachable').map(({ server }) => server));
    let cut = 0;
    for (const [client, server] of this.#connections) {
      if (server === primary || (primary === null && !answered.has(server))) continue;
      this.#connections.delete(client);
      streamOf(client).destroy();
      cut += 1;
    }
    return cut;
  }

  /** Probes all servers at once; concurrent callers share one probe. */
  #probe(): Promise<readonly Probe[]> {
    this.#finding ??= Promise.all(this.#servers.map((server) => this.#probeServer(server)))
      .then((probes) => {
        const server = this.#primaryOf(probes);
        this.#known = server === undefined ? null : { server, atMs: performance.now() };
        return probes;
      })
      .finally(() => {
        this.#finding = null;
      });
    return this.#finding;
  }

  async #probeServer(server: Server): Promise<Probe> {
    try {
      const client = this.#probeClients.get(server) ?? (await this.#connectProbe(server));
      const { rows } = await client.query<{ timeline: string | null }>(readTimeline);
      const timeline = Number(rows[0]?.timeline ?? 0);
      return { server, is: timeline > 0 ? 'primary' : 'standby', timeline, reason: '' };
    } catch (error) {
      this.#endProbe(server);
      return {
        server,
        is: 'unreachable',
        timeline: 0,
        reason: `: ${error instanceof Error ? error.message : String(error)}`,
      };
    } finally {
      if (this.#watchers === 0) this.#endProbe(server);
    }
  }

  async #connectProbe(server: Server): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: server.url,
      application_name: 'nsimbi primary watch',
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
    });
    client.on('error', () => this.#endProbe(server));
    this.#probeClients.set(server, client);
    await client.connect();
    return client;
  }

  #endProbe(server: Server): void {
    const client = this.#probeClients.get(server);
    if (client === undefined) return;
    this.#probeClients.delete(server);
    streamOf(client).destroy();
  }
}

/** Null where the server does not take writes. The first eight digits of a WAL file's name are the timeline. */
const readTimeline = `
  SELECT CASE WHEN NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off'
              THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END AS timeline`;

/** What `pg`'s clients have, and its types do not name. */
function streamOf(client: pg.Client): { destroy(): void } {
  return (client as pg.Client & { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream;
}

/** All connections of a process to the same servers share what is known of them. */
const known = new Map<string, Servers>();

function serversOf({ connectionString }: Target): Servers {
  const servers = known.get(connectionString) ?? new Servers(connectionString);
  known.set(connectionString, servers);
  return servers;
}

/**
 * Watches the servers of a target while a service runs: which one is the primary, and that no connection stays at another one.
 * @param onChange is called when the primary changes, with null while there is none, and with how many connections were cut.
 * @returns ends the watch.
 */
export function watchPrimary(
  target: Target,
  onChange: (change: { readonly primary: string | null; readonly cut: number }) => void,
): () => Promise<void> {
  return serversOf(target).watch(onChange);
}

/** What a connection to a target needs beside its settings: the URL of one server, and clients that connect to the primary. */
export function primaryOf(target: Target): {
  readonly connectionString: string;
  readonly Client: new (config?: pg.ClientConfig) => pg.Client;
} {
  const servers = serversOf(target);
  class PrimaryClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // Without a listener a connection that breaks between two statements would end the process; the next statement on it fails by
      // itself. From the beginning, because a server can die before the pool is called back that the session has begun.
      this.on('error', () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = servers.find().then(async (server) => {
        Object.assign(this, { host: server.host, port: server.port });
        try {
          await super.connect();
        } catch (error) {
          servers.forget(server);
          throw error;
        }
        servers.hold(this, server);
        return this as pg.Client;
      });
      if (callback === undefined) return connected;
      const succeeded = callback as (error?: Error) => void;
      connected.then(() => succeeded(), callback);
      return undefined;
    }
  }
  return { connectionString: servers.anyUrl, Client: PrimaryClient };
}

/** A connection to the primary of a target that belongs to no pool. It is not opened yet. */
export function createClient(target: Target, config: Omit<pg.ClientConfig, 'connectionString'>): pg.Client {
  const { connectionString, Client } = primaryOf(target);
  return new Client({ ...config, connectionString });
}
