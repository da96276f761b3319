import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { findProgram, run } from './programs.ts';

/** The loads, each a Lua script of bench/wrk. */
export type LoadName = 'spread' | 'one-wallet' | 'batches' | 'balance' | 'history' | 'mixed';

/** Payments in one request of the load `batches`. */
export const batchPayments = 50;

export interface LoadResult {
  readonly load: LoadName;
  readonly connections: number;
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers other than 2xx. */
  readonly refused: number;
  /** Requests without an answer: connection errors and time-outs. */
  readonly broken: number;
  readonly by: 'wrk' | 'autocannon';
}

export interface LoadTarget {
  readonly baseUrl: string;
  /** One line `phone key` per client. */
  readonly clientsFile: string;
}

/** Loads the service for some seconds with wrk, or with autocannon where wrk is not installed. */
export async function runLoad(
  target: LoadTarget,
  load: LoadName,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const wrk = findProgram('wrk');
  if (wrk === null) return runAutocannon(target, load, connections, seconds);
  const scripts = join(import.meta.dirname, 'wrk');
  const threads = Math.min(2, connections);
  const printed = await run(
    wrk,
    [
      `-t${threads}`,
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      '-s',
      join(scripts, `${load}.lua`),
      target.baseUrl,
      '--',
      target.clientsFile,
      `bench-${Date.now()}`,
    ],
    { LUA_PATH: join(scripts, '?.lua') },
  );
  const line = /^RESULT (\{.*\})$/m.exec(printed)?.[1];
  if (line === undefined) throw new Error(`wrk printed no result:\n${printed}`);
  const micro: Record<'requests' | 'duration' | 'p50' | 'p99' | 'max' | 'refused' | 'broken', number> =
    JSON.parse(line);
  return {
    load,
    connections,
    requests: micro.requests,
    requestsPerSecond: Math.round(micro.requests / (micro.duration / 1e6)),
    p50Ms: micro.p50 / 1000,
    p99Ms: micro.p99 / 1000,
    maxMs: micro.max / 1000,
    refused: micro.refused,
    broken: micro.broken,
    by: 'wrk',
  };
}

interface Client {
  readonly phone: string;
  readonly key: string;
}

interface Drawn {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** The same loads as the scripts of bench/wrk, for machines without wrk. It costs more of the processor than wrk does. */
async function runAutocannon(
  target: LoadTarget,
  load: LoadName,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const clients = readFileSync(target.clientsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line): Client => {
      const [phone, key] = line.split(' ');
      if (phone === undefined || key === undefined) throw new Error(`not a line of phone and key: ${line}`);
      return { phone, key };
    });
  const draw = drawer(load, clients);
  const result = await autocannon({
    url: target.baseUrl,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => Object.assign(request, draw()) }],
  });
  return {
    load,
    connections,
    requests: result.requests.total,
    requestsPerSecond: Math.round(result.requests.total / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    refused: result.non2xx,
    broken: result.errors + result.timeouts,
    by: 'autocannon',
  };
}

/** Draws the next request of a load. */
function drawer(load: LoadName, clients: readonly Client[]): () => Drawn {
  const run = `bench-${Date.now()}`;
  let sent = 0;
  const any = () => clients[Math.floor(Math.random() * clients.length)]!;
  const paymentFrom = (from: Client) => {
    let to = any();
    while (to === from) to = any();
    return {
      recipient_phone: to.phone,
      amount: 500 + Math.floor(Math.random() * 1001),
      description: `Order ${sent}`,
    };
  };
  const post = (from: Client, path: string, body: () => object): Drawn => {
    sent += 1;
    return {
      method: 'POST',
      path: `/api/v1/wallet/${path}`,
      headers: { ...authorization(from), 'content-type': 'application/json', 'idempotency-key': `${run}-${sent}` },
      body: JSON.stringify(body()),
    };
  };
  const payment = (from: Client) => post(from, 'send-money', () => paymentFrom(from));
  const batch = (from: Client) =>
    post(from, 'batches', () => ({ payments: Array.from({ length: batchPayments }, () => paymentFrom(from)) }));
  const balance = (of: Client): Drawn => ({
    method: 'GET',
    path: '/api/v1/wallet/balance',
    headers: authorization(of),
  });
  const history = (of: Client): Drawn => ({
    method: 'GET',
    path: '/api/v1/wallet/transactions',
    headers: authorization(of),
  });
  switch (load) {
    case 'spread':
      return () => payment(any());
    case 'one-wallet':
      return () => payment(clients[0]!);
    case 'batches':
      return () => batch(any());
    case 'balance':
      return () => balance(any());
    case 'history':
      return () => history(any());
    case 'mixed':
      return () => {
        const kind = Math.random();
        if (kind < 0.5) return payment(any());
        return kind < 0.8 ? balance(any()) : history(any());
      };
  }
}

function authorization(client: Client): Record<string, string> {
  return { authorization: `Bearer ${client.key}` };
}
