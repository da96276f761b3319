import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../service/wait-until.ts';
import type { Json } from './world.ts';

/** One request that came in. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  /** The bytes of the body, as text. */
  readonly text: string;
  readonly body: Json;
}

/** A receiver of webhooks on this machine, which keeps all requests and answers as configured. */
export class Receiver {
  /** The status of the answers from now on. */
  status = 200;
  /** How long it takes over an answer, in milliseconds. */
  delayMs = 0;
  readonly received: Received[] = [];
  readonly #server: Server;
  readonly #url: string;

  private constructor(server: Server) {
    this.#server = server;
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(): Promise<Receiver> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const { url: path = '', headers, rawHeaders } = request;
        receiver.received.push({ path, headers, rawHeaders, text, body: JSON.parse(text) });
        setTimeout(() => response.writeHead(receiver.status).end('Heard.'), receiver.delayMs);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server);
    return receiver;
  }

  /** An address of its own for each path, so that one receiver can serve many webhooks. */
  at(path: string): string {
    return `${this.#url}${path}`;
  }

  /** What came to a path. */
  to(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** Waits until so many requests came to a path, and gives them. */
  async waitFor(path: string, count: number): Promise<Received[]> {
    return await waitUntil(`${count} requests came to ${path}`, () => {
      const came = this.to(path);
      return came.length >= count && came;
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
