import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startFlood } from '../bench/floods/flooder.ts';

/** Other systems have no loopback address but 127.0.0.1 until one is added. */
const onLinux = it.skipIf(process.platform !== 'linux');

let server: Server;

afterEach(() => {
  server.close();
});

async function serve(take: (socket: Socket) => void): Promise<string> {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    take(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

onLinux('a flood of requests comes from each of its addresses, and its answers are counted by status', async () => {
  const sources = new Set<string | undefined>();
  const bodies = new Set<string>();
  const baseUrl = await serve((socket) => {
    sources.add(socket.remoteAddress);
    socket.on('data', (bytes) => {
      bodies.add(bytes.toString().split('\r\n\r\n')[1] ?? '');
      socket.write('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const flood = startFlood(baseUrl, {
    kind: 'requests',
    name: 'wrong sign-ins',
    from: ['127.0.0.2', '127.0.0.3'],
    requests: [{ perSecond: 200, method: 'POST', path: '/sign-in', headers: {}, body: 'person{n}@example.ug' }],
  });
  await expect.poll(() => bodies.size).toBeGreaterThan(20);
  const got = await flood.stop();
  expect([...sources].sort()).toEqual(['127.0.0.2', '127.0.0.3']);
  expect(got['429']).toBeGreaterThan(0);
  expect((got['429'] ?? 0) + (got['not answered'] ?? 0)).toBeGreaterThan(20);
  expect([...bodies].every((body) => /^person\d+@example\.ug$/.test(body))).toBe(true);
});

onLinux('connections are held open, and one that the service ends is opened again', async () => {
  const sources: (string | undefined)[] = [];
  const baseUrl = await serve((socket) => {
    sources.push(socket.remoteAddress);
    // The first one is refused, with an answer as the service gives it.
    if (sources.length === 1) socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n');
  });
  const flood = startFlood(baseUrl, {
    kind: 'connections',
    name: 'unfinished requests',
    count: 4,
    isUnfinished: true,
    openings: ['GET / HTTP/1.1\r\nX-Unfinished: '],
    from: ['127.0.0.2', '127.0.0.3'],
  });
  await expect.poll(() => sources.length).toBe(5);
  const got = await flood.stop();
  expect(got).toEqual({ opened: 5, '408': 1, closed: 1, 'open at the end': 4 });
  expect(new Set(sources)).toEqual(new Set(['127.0.0.2', '127.0.0.3']));
});
