import type { NetConnectOpts, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/**
 * Where a connection is cut at a COMMIT. `before`: the server never receives it. `during`: the server receives it, and the
 * client is gone while it still works. `after`: the server has done it, and its answer never arrives.
 */
export type Cut = 'before' | 'during' | 'after';

/** A relay between the service and PostgreSQL that reads the client's half of the protocol and cuts on request. */
export interface CuttingProxy {
  readonly port: number;
  /** Cuts the connection that sends the next COMMIT; settles when it has. */
  cutNextCommit(cut: Cut): Promise<void>;
  /** Cuts all connections that are open now. */
  cutAll(): void;
  close(): Promise<void>;
}

/**
 * @param serverNow where a new connection goes.
 * @param port 0 is any free one.
 */
export async function startCuttingProxy(serverNow: () => NetConnectOpts, port = 0): Promise<CuttingProxy> {
  let wanted: { cut: Cut; done: () => void } | null = null;
  const open = new Set<Socket>();
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };

  const proxy = createServer((client) => {
    const upstream = connect(serverNow());
    const reader = new FrontendMessages();
    let dropAnswer = false;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroySoon();
      });
    }
    upstream.on('data', (answer) => {
      if (!dropAnswer) client.write(answer);
      else {
        client.destroy();
        upstream.destroy();
      }
    });
    client.on('data', (chunk) => {
      for (const message of reader.read(chunk)) {
        const cut = wanted;
        if (cut === null || !isCommit(message)) {
          upstream.write(message);
          continue;
        }
        wanted = null;
        cut.done();
        if (cut.cut === 'before') {
          upstream.destroy();
          client.destroy();
          return;
        }
        upstream.write(message);
        if (cut.cut === 'during') {
          client.destroy();
          return;
        }
        dropAnswer = true;
      }
    });
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    cutNextCommit: (cut) => new Promise((done) => (wanted = { cut, done })),
    cutAll,
    close() {
      cutAll();
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
}

/** A simple query, or a statement to prepare, whose text is COMMIT. */
function isCommit(message: Buffer): boolean {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type === 'Q') return /^\s*commit\b/i.test(message.toString('latin1', 5));
  return type === 'P' && /^[^\0]*\0\s*commit\b/i.test(message.toString('latin1', 5));
}

const requestsBeforeStartup = [80877103, 80877104];

/** Splits a client's bytes into protocol messages (PostgreSQL manual, "Message Formats"). */
class FrontendMessages {
  #rest = Buffer.alloc(0);
  #started = false;

  read(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      // The first messages of a connection have no type byte before their length.
      const typeBytes = this.#started ? 1 : 0;
      if (this.#rest.length < typeBytes + 4) return messages;
      const length = typeBytes + this.#rest.readInt32BE(typeBytes);
      if (this.#rest.length < length) return messages;
      const message = this.#rest.subarray(0, length);
      if (!this.#started && !requestsBeforeStartup.includes(message.readInt32BE(4))) this.#started = true;
      messages.push(message);
      this.#rest = this.#rest.subarray(length);
    }
  }
}
