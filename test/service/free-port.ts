import { createServer } from 'node:net';

/**
 * Below the ports that Linux and macOS give to programs that ask for any port, and to outgoing connections: these could
 * take such a port between this check and its use. No port of a service that webhooks must not reach is among them.
 */
const firstPort = 12_000;
const portsPerWorker = 1_500;

/** Test files that run at the same time have different workers, and so different ports. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 8;

let next = Math.floor(Math.random() * portsPerWorker);

/** A TCP port of the loopback address on which nothing listens now; another one in each call. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < portsPerWorker; tried += 1) {
    const port = firstPort + worker * portsPerWorker + next;
    next = (next + 1) % portsPerWorker;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
