import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Counter, Gauge, type Registry } from 'prom-client';
import { subscriberOf } from '../access/subscriber.ts';
import { lastPendingResponse } from './pending-responses.ts';

/** How many connections may be open, and how long a reader may take nothing of its answer. */
export interface ConnectionLimits {
  /** Connections that one address may keep without having authenticated. An IPv6 address counts as its /64. */
  readonly perAddress: number;
  /** Milliseconds in which a new connection may authenticate before `perAddress` holds for it. */
  readonly authenticateWithinMs: number;
  /** Connections that all addresses together may have without having authenticated. */
  readonly unauthenticated: number;
  /** All connections: what `unauthenticated` leaves of it is reserved for those that have authenticated. */
  readonly total: number;
  /** Milliseconds without progress after which a reader is cut off. */
  readonly stalledAfterMs: number;
}

export const defaultConnectionLimits: Omit<ConnectionLimits, 'perAddress'> = {
  // A program that opens a thousand connections at once must be able to show its key on each.
  authenticateWithinMs: 2_000,
  unauthenticated: 4_096,
  total: 8_192,
  stalledAfterMs: 30_000,
};

const lookEveryMs = 1_000;

/** Connections that a new one looks at to find one that makes room, so that it costs the same however many are open. */
const lookedAtMax = 64;

type ClosedBecause = 'address_limit' | 'total_limit' | 'stalled_reader';

interface Connection {
  readonly socket: Socket;
  /** By which the connection is counted; null for a trusted proxy, which carries the connections of many clients. */
  readonly address: string | null;
  /** By performance.now(). */
  readonly arrivedAtMs: number;
  /** Bytes that the system had taken from us when a reader was last seen to make progress. */
  bytesTaken: number;
  /** When that was, by performance.now(). */
  progressAtMs: number;
}

const authenticate = new WeakMap<Socket, () => void>();

/** Counts a connection as authenticated from now on: a valid API key or session came over it. */
export function markAuthenticated(socket: Socket): void {
  authenticate.get(socket)?.();
}

/**
 * The open connections of a server, with their limits. At the limits for all, a new connection is let in and the oldest
 * that waits for its client is closed, those without authentication first; an address with too many loses its oldest
 * within seconds. So a client that only holds connections open loses them, and a client that comes to pay is admitted. A
 * connection for which the service is working is never closed for that.
 */
export class OpenConnections {
  readonly #limits: ConnectionLimits;
  readonly #isTrustedProxy: (address: string, hop: number) => boolean;
  readonly #closed: Counter<'why'>;
  readonly #timer: NodeJS.Timeout;
  /**
   * Each in the order of arrival, but for those that were at work when a new connection needed room: they go to the end,
   * so that the next one that needs room looks at others.
   */
  readonly #all = new Set<Connection>();
  readonly #unauthenticated = new Set<Connection>();
  readonly #unauthenticatedOf = new Map<string, Set<Connection>>();

  /** @param isTrustedProxy says which addresses have no limit per address. */
  constructor(
    server: Server,
    limits: ConnectionLimits,
    isTrustedProxy: (address: string, hop: number) => boolean,
    registry: Registry,
  ) {
    this.#limits = limits;
    this.#isTrustedProxy = isTrustedProxy;
    this.#closed = new Counter({
      name: 'nsimbi_http_connections_closed_total',
      help: 'Connections closed because of a limit, by limit.',
      labelNames: ['why'],
      registers: [registry],
    });
    const open = new Gauge({
      name: 'nsimbi_http_connections',
      help: 'Open connections, by whether a valid API key or session came over them.',
      labelNames: ['authenticated'],
      registers: [registry],
      collect: () => {
        open.set({ authenticated: 'no' }, this.#unauthenticated.size);
        open.set({ authenticated: 'yes' }, this.#all.size - this.#unauthenticated.size);
      },
    });
    server.on('connection', (socket) => this.#admit(socket));
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** Ends the regular look at the connections. */
  close(): void {
    clearInterval(this.#timer);
  }

  *sockets(): Iterable<Socket> {
    for (const { socket } of this.#all) yield socket;
  }

  #admit(socket: Socket): void {
    const { remoteAddress } = socket;
    // The client has left already.
    if (remoteAddress === undefined) return;
    const address = this.#isTrustedProxy(remoteAddress, 0) ? null : subscriberOf(remoteAddress);
    if (!this.#makeRoom(address)) {
      this.#closed.inc({ why: 'total_limit' });
      socket.destroy();
      return;
    }
    const arrivedAtMs = performance.now();
    const connection = { socket, address, arrivedAtMs, bytesTaken: 0, progressAtMs: arrivedAtMs };
    this.#all.add(connection);
    this.#unauthenticated.add(connection);
    if (address !== null) {
      const group = this.#unauthenticatedOf.get(address);
      if (group === undefined) this.#unauthenticatedOf.set(address, new Set([connection]));
      else group.add(connection);
    }
    authenticate.set(socket, () => this.#forgetUnauthenticated(connection));
    socket.once('close', () => this.#forget(connection));
  }

  /** @returns whether there is room for one connection more. */
  #makeRoom(address: string | null): boolean {
    if (this.#unauthenticated.size >= this.#limits.unauthenticated) {
      // An address with too many connections loses one of its own first.
      const own = address === null ? undefined : this.#unauthenticatedOf.get(address);
      const isCrowded = own !== undefined && own.size > this.#limits.perAddress;
      return this.#displaceOne(isCrowded ? own : this.#unauthenticated);
    }
    if (this.#all.size < this.#limits.total) return true;
    return this.#displaceOne(this.#unauthenticated) || this.#displaceOne(this.#all);
  }

  /**
   * Closes the first connection without a pending response, or else one that does not read its response, of the
   * first few.
   * @returns whether there was one.
   */
  #displaceOne(connections: Set<Connection>): boolean {
    let slowReader: Connection | undefined;
    let left = Math.min(lookedAtMax, connections.size);
    for (const connection of connections) {
      if (left === 0) break;
      left -= 1;
      if (lastPendingResponse(connection.socket) === undefined) {
        this.#close(connection, 'total_limit');
        return true;
      }
      if (connection.socket.writableLength > 0) slowReader ??= connection;
      connections.delete(connection);
      connections.add(connection);
    }
    if (slowReader === undefined) return false;
    this.#close(slowReader, 'total_limit');
    return true;
  }

  /**
   * Closes the first connections without a pending response, then those that do not read their response; `count` at
   * most.
   */
  #closeCrowd(connections: readonly Connection[], count: number): void {
    let closed = 0;
    const slowReaders: Connection[] = [];
    for (const connection of connections) {
      if (lastPendingResponse(connection.socket) === undefined) {
        this.#close(connection, 'address_limit');
        closed += 1;
        if (closed === count) return;
      } else if (connection.socket.writableLength > 0) {
        slowReaders.push(connection);
      }
    }
    for (const connection of slowReaders.slice(0, count - closed)) this.#close(connection, 'address_limit');
  }

  #look(): void {
    const nowMs = performance.now();
    this.#closeCrowded(nowMs);
    this.#closeStalled(nowMs);
  }

  #closeCrowded(nowMs: number): void {
    const { perAddress, authenticateWithinMs } = this.#limits;
    for (const group of this.#unauthenticatedOf.values()) {
      if (group.size <= perAddress) continue;
      const due = [...group].filter(({ arrivedAtMs }) => nowMs - arrivedAtMs >= authenticateWithinMs);
      this.#closeCrowd(due, group.size - perAddress);
    }
  }

  /** A response that the client does not read would otherwise stay in memory while a byte of it is read now and then. */
  #closeStalled(nowMs: number): void {
    for (const connection of this.#all) {
      const { writableLength, bytesWritten } = connection.socket;
      const bytesTaken = bytesWritten - writableLength;
      if (writableLength === 0 || bytesTaken > connection.bytesTaken) {
        connection.bytesTaken = bytesTaken;
        connection.progressAtMs = nowMs;
      } else if (nowMs - connection.progressAtMs >= this.#limits.stalledAfterMs) {
        this.#close(connection, 'stalled_reader');
      }
    }
  }

  #close(connection: Connection, why: ClosedBecause): void {
    this.#closed.inc({ why });
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    this.#forgetUnauthenticated(connection);
  }

  #forgetUnauthenticated(connection: Connection): void {
    authenticate.delete(connection.socket);
    if (!this.#unauthenticated.delete(connection) || connection.address === null) return;
    const group = this.#unauthenticatedOf.get(connection.address);
    group?.delete(connection);
    if (group?.size === 0) this.#unauthenticatedOf.delete(connection.address);
  }
}
