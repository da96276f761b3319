import type { Mode } from '../../ledger/transaction.ts';
import { Connection, type Dialling } from './connection.ts';
import { ConnectionEnded } from './failure.ts';
import type { Target } from './target.ts';

/** Open connections that wait for their next request, of all hosts together. */
const restingMax = 256;

/** So that a busy connection follows a host that moved to another address. */
const ageMsMax = 120_000;

/**
 * The connections of all webhooks. After an answer a connection is idle for a while and serves the next request to the same
 * host in the same mode; when too many are idle, the one that is idle longest is closed.
 */
export class Connections {
  readonly #dialling: Dialling;
  readonly #open = new Set<Connection>();
  /** In the order in which they became idle. */
  readonly #resting = new Set<Connection>();
  readonly #restingByKey = new Map<string, Connection[]>();

  constructor(dialling: Dialling) {
    this.#dialling = dialling;
  }

  /** An idle connection if there is one, the latest used first; else a new one. */
  take(target: Target, mode: Mode): Connection {
    const resting = this.#restingByKey.get(keyOf(target, mode))?.at(-1);
    if (resting === undefined) return this.open(target, mode);
    this.#wake(resting);
    return resting;
  }

  open(target: Target, mode: Mode): Connection {
    const connection = new Connection(keyOf(target, mode), target, mode, this.#dialling, (ended) => {
      this.#open.delete(ended);
      this.#wake(ended);
    });
    this.#open.add(connection);
    return connection;
  }

  /** Takes back a connection that can serve another request. */
  giveBack(connection: Connection): void {
    if (connection.ended) return;
    connection.rest();
    if (performance.now() - connection.openedAtMs > ageMsMax) {
      connection.end(new ConnectionEnded());
      return;
    }
    this.#resting.add(connection);
    const others = this.#restingByKey.get(connection.key);
    if (others === undefined) this.#restingByKey.set(connection.key, [connection]);
    else others.push(connection);
    if (this.#resting.size > restingMax) this.#longestResting()?.end(new ConnectionEnded());
  }

  /** How many are open, and how many of these are idle. */
  get counts(): { open: number; resting: number } {
    return { open: this.#open.size, resting: this.#resting.size };
  }

  endAll(error: Error): void {
    for (const connection of this.#open) connection.end(error);
  }

  #wake(connection: Connection): void {
    if (!this.#resting.delete(connection)) return;
    const others = this.#restingByKey.get(connection.key) ?? [];
    others.splice(others.indexOf(connection), 1);
    if (others.length === 0) this.#restingByKey.delete(connection.key);
  }

  #longestResting(): Connection | undefined {
    const [first] = this.#resting;
    return first;
  }
}

function keyOf(target: Target, mode: Mode): string {
  return `${mode} ${target.origin}`;
}
