import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { weighted } from './plan.ts';

const treatments = { on_time: 75, late: 12, twice: 8, forged: 5 } as const;
type Treatment = keyof typeof treatments;

/** The latest that a callback is passed on, in milliseconds: later than many that the operator sent after it. */
const lateMs = 3_000;

/**
 * Where the operators send their callbacks. They come to the service's processes in turn, and some of them late (so that their
 * order changes), twice, or after one that says something else and was never sent by an operator.
 */
export class CallbackRelay {
  readonly url: string;
  /** How often each thing was done. */
  readonly counts: Record<string, number> = {};
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  /** @param draw gives numbers from 0 up to 1. */
  static async open(port: number, baseUrls: readonly string[], draw: () => number): Promise<CallbackRelay> {
    const pools = baseUrls.map(
      (url) => new Pool(url, { connections: 32, headersTimeout: 10_000, bodyTimeout: 10_000 }),
    );
    const timers = new Set<NodeJS.Timeout>();
    const send = async (method: string, path: string, headers: IncomingHttpHeaders, body: string): Promise<number> => {
      const pool = pools[Math.floor(draw() * pools.length)];
      if (pool === undefined) return 502;
      const contentType = headers['content-type'] ?? 'application/json';
      const answer = await pool
        .request({ method: method === 'PUT' ? 'PUT' : 'POST', path, headers: { 'content-type': contentType }, body })
        .catch(() => null);
      await answer?.body.dump();
      return answer?.statusCode ?? 502;
    };
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('error', () => undefined);
      request.on('end', async () => {
        const { method = 'POST', url: path = '/', headers } = request;
        const body = Buffer.concat(pieces).toString();
        const treatment = weighted<Treatment>(treatments, draw());
        relay.counts[treatment] = (relay.counts[treatment] ?? 0) + 1;
        if (treatment === 'late') {
          const timer = setTimeout(() => {
            timers.delete(timer);
            void send(method, path, headers, body);
          }, draw() * lateMs);
          timers.add(timer);
          response.writeHead(200).end();
          return;
        }
        if (treatment === 'forged') await send(method, path, headers, forge(body));
        if (treatment === 'twice') void send(method, path, headers, body);
        response.writeHead(await send(method, path, headers, body)).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const { port: bound } = server.address() as AddressInfo;
    const relay: CallbackRelay = new CallbackRelay(`http://127.0.0.1:${bound}`, () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      for (const pool of pools) void pool.destroy();
    });
    return relay;
  }

  close(): void {
    this.#close();
  }
}

/** The same callback with the opposite result and ten times the amount. */
function forge(body: string): string {
  return body
    .replaceAll(/"(SUCCESSFUL|FAILED|TS|TF)"/g, (_, state: string) => `"${opposite[state]}"`)
    .replaceAll(/("amount"\s*:\s*"?\d+)/g, '$10');
}

const opposite: Readonly<Record<string, string>> = { SUCCESSFUL: 'FAILED', FAILED: 'SUCCESSFUL', TS: 'TF', TF: 'TS' };
