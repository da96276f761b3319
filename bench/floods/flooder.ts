import { connect, type Socket } from 'node:net';
import { Pool } from 'undici';
import { startAtRate } from './at-rate.ts';
import type { ConnectionFlood, Flood, FloodRequest, RequestFlood } from './catalogue.ts';
import { nameOf } from './paced-payments.ts';

/** What a flood got, counted by outcome: statuses, codes of errors, and what became of connections. */
export type FloodOutcomes = Readonly<Record<string, number>>;

export interface RunningFlood {
  /** Ends all that is open. */
  stop(): Promise<FloodOutcomes>;
}

export function startFlood(baseUrl: string, flood: Flood): RunningFlood {
  return flood.kind === 'requests' ? sendRequests(baseUrl, flood) : holdConnections(baseUrl, flood);
}

/** Connections of each source address that carry requests; more requests than these wait for one. */
const connectionsPerSource = 256;

/** Over all floods of this process, so that no two floods name the same account. */
let requestsSent = 0;

function sendRequests(baseUrl: string, flood: RequestFlood): RunningFlood {
  const outcomes = new Outcomes();
  const stopping = new AbortController();
  const pools = flood.from.map(
    (localAddress) => new Pool(baseUrl, { connections: connectionsPerSource, localAddress }),
  );
  const send = async (request: FloodRequest): Promise<void> => {
    const n = requestsSent++;
    const pool = pools[n % pools.length]!;
    const { method, path, headers } = request;
    const body = request.body?.replaceAll('{n}', String(n)) ?? null;
    await pool
      .request({ method, path, headers, body, signal: stopping.signal })
      .then(async (answer) => {
        // The whole answer is read: dump() would end the connection of a large one.
        for await (const _piece of answer.body);
        outcomes.count(String(answer.statusCode));
      })
      .catch((error: unknown) => outcomes.count(stopping.signal.aborted ? 'not answered' : nameOf(error)));
  };
  const sent: Promise<void>[] = [];
  const rates = flood.requests.map((request) =>
    startAtRate({ perSecond: request.perSecond, signal: stopping.signal }, () => sent.push(send(request))),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...rates, ...sent]);
      await Promise.all(pools.map((pool) => pool.destroy()));
      return outcomes.counted();
    },
  };
}

/**
 * Connections are opened within this time at the beginning, and again after half to one and a half of it when they ended.
 * At once, and all together, those that the service refuses would make a flood of new connections of this one.
 */
const openWithinMs = 1_000;

function holdConnections(baseUrl: string, flood: ConnectionFlood): RunningFlood {
  const { hostname, port } = new URL(baseUrl);
  const outcomes = new Outcomes();
  const open = new Set<Socket>();
  const ended: Socket[] = [];
  const planned = new Set<NodeJS.Timeout>();
  let isStopping = false;
  const hold = (n: number): void => {
    const localAddress = flood.from[n % flood.from.length]!;
    const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true });
    let wasOpened = false;
    let isReplaced = false;
    open.add(socket);
    socket.once('connect', () => {
      wasOpened = true;
      outcomes.count('opened');
      socket.write(flood.openings[Math.floor(n / flood.from.length) % flood.openings.length]!);
    });
    socket.once('data', (answer) => outcomes.count(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1] ?? '?'));
    socket.on('error', (error) => {
      if (!wasOpened) outcomes.count(nameOf(error));
    });
    const replace = () => {
      if (isStopping || isReplaced) return;
      isReplaced = true;
      if (wasOpened) outcomes.count('closed');
      holdLater(n, (0.5 + Math.random()) * openWithinMs);
    };
    // A connection that the service ends is not closed from this side, so the service must destroy it. Of too many such
    // ones the oldest is given up, because an address has only some 28,000 ports.
    socket.once('end', () => {
      ended.push(socket);
      if (ended.length > flood.count) ended.shift()?.destroy();
      replace();
    });
    socket.once('close', () => {
      open.delete(socket);
      replace();
    });
  };
  const holdLater = (n: number, delayMs: number): void => {
    const timer = setTimeout(() => {
      planned.delete(timer);
      hold(n);
    }, delayMs);
    planned.add(timer);
  };
  for (let n = 0; n < flood.count; n += 1) holdLater(n, (n / flood.count) * openWithinMs);
  return {
    async stop() {
      isStopping = true;
      for (const timer of planned) clearTimeout(timer);
      const closed = [...open].map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
      outcomes.count('open at the end', [...open].filter((socket) => socket.readyState === 'open').length);
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
      return outcomes.counted();
    },
  };
}

class Outcomes {
  readonly #counts: Record<string, number> = {};

  count(outcome: string, times = 1): void {
    this.#counts[outcome] = (this.#counts[outcome] ?? 0) + times;
  }

  counted(): FloodOutcomes {
    return this.#counts;
  }
}
