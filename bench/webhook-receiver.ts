import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Receives deliveries in a process of its own. `/ok/…` answers 200 at once and `/hang/…` never; what arrived is reported over
 * the channel to the parent. All times are milliseconds since 1970 with fractions.
 */
const arrivals: Arrival[] = [];
let received = 0;
let lastAt = 0;

export interface Arrival {
  readonly path: string;
  readonly transactionId: number;
  readonly at: number;
}

export type Asked = 'address' | 'count' | 'take';
export interface ReceiverReport {
  readonly address: string;
  /** Deliveries to `/ok/…` so far, and when the last one came. */
  readonly received: number;
  readonly lastAt: number;
  /** Given with `take` and forgotten then. */
  readonly arrivals: readonly Arrival[];
}

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    if (path.startsWith('/hang')) return;
    lastAt = performance.timeOrigin + performance.now();
    received += 1;
    if (path.endsWith('/timed')) {
      const body: { data: { id: number } } = JSON.parse(Buffer.concat(pieces).toString());
      arrivals.push({ path, transactionId: body.data.id, at: lastAt });
    }
    response.writeHead(200).end();
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', (asked: Asked) => {
  const report: ReceiverReport = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    lastAt,
    arrivals: asked === 'take' ? arrivals.splice(0) : [],
  };
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.('listening'));
