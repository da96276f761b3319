import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { allowBodyTime, handleClientError } from './client-errors.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A server that gives requests a fifth of a second, and those to /upload `uploadMs`. */
async function listen(uploadMs: number): Promise<number> {
  server = fastify({
    requestTimeout: 200,
    http: { headersTimeout: 200, connectionsCheckingInterval: 20 },
    clientErrorHandler: handleClientError,
  });
  server.post('/', async (request) => request.body);
  server.post('/upload', { onRequest: allowBodyTime(uploadMs) }, async (request) => request.body);
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

/** A client that sends the head of a request and half of its body. */
async function begin(port: number, path: string): Promise<{ socket: Socket; received(): string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'connect');
  socket.write(headOf(path));
  return { socket, received: () => text };
}

const headOf = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`;

describe('a file on a slow line', () => {
  it('may take longer than the server gives to other requests, and only it', async () => {
    const port = await listen(60_000);
    const upload = await begin(port, '/upload');
    const other = await begin(port, '/');
    await once(other.socket, 'close');
    expect(other.received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);

    upload.socket.write('cd');
    await once(upload.socket, 'data');
    expect(upload.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*abcd$/);

    // The next request on the same connection has no more time than any other.
    upload.socket.write(headOf('/'));
    await once(upload.socket, 'close');
    expect(upload.received()).toMatch(/abcdHTTP\/1\.1 408 /);
  });

  it('has an end of its own, after which the connection is closed', async () => {
    const upload = await begin(await listen(600), '/upload');
    await once(upload.socket, 'close');
    expect(upload.received()).toBe('');
  });
});
