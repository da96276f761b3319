import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { AddressPolicy } from '../../src/webhooks/safe-address/address-policy.ts';
import {
  type AttemptRequest,
  createSender,
  type Sender,
  type SenderOptions,
} from '../../src/webhooks/sending/sender.ts';
import type { Certificate } from './certificate.fixture.ts';

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const body = '{"id":"evt_42_1","type":"transaction.completed","data":{"description":"Matooke \\u2028 ÿ €"}}';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values as they came over the wire, in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** How many-th connection it came over, from 1. */
  readonly connection: number;
}

export interface Receiver {
  readonly port: number;
  readonly received: Received[];
  /** Every socket that was opened. */
  readonly sockets: Socket[];
}

type Answer = (response: ServerResponse, received: Received) => void;

/** A webhook receiver on 127.0.0.1 that reads each request whole and then answers. */
export async function startReceiver(
  answer: Answer = (response) => void response.end('ok'),
  certificate?: Certificate,
): Promise<Receiver> {
  const received: Received[] = [];
  const sockets: Socket[] = [];
  const connections = new Map<Socket, number>();
  const listener: Parameters<typeof createServer>[1] = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!connections.has(request.socket)) connections.set(request.socket, connections.size + 1);
    const one: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(chunks).toString(),
      connection: connections.get(request.socket) ?? 0,
    };
    received.push(one);
    answer(response, one);
  };
  const server = certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  server.keepAliveTimeout = 60_000;
  return { port: await listen(server, sockets), received, sockets };
}

/** A server that does with each connection whatever it likes. */
export async function startRawReceiver(
  onSocket: (socket: Socket) => void,
): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createTcpServer(onSocket);
  return { port: await listen(server, sockets), sockets };
}

async function listen(server: Server, sockets: Socket[]): Promise<number> {
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  return (server.address() as AddressInfo).port;
}

/** A sender that may reach this machine in test mode, and is closed after the test. */
export function localSender(options: Partial<SenderOptions> = {}): Sender {
  const addressPolicy = new AddressPolicy({ allowLoopbackInTest: true, allowedNetworks: [] });
  const sender = createSender({ brand: 'Service', addressPolicy, ...options });
  onTestFinished(() => sender.close());
  return sender;
}

/** A request of test mode for a receiver of this machine. */
export function requestTo(port: number, changes: Partial<AttemptRequest> = {}): AttemptRequest {
  return {
    url: `http://127.0.0.1:${port}/hooks?shop=7`,
    mode: 'test',
    eventType: 'transaction.completed',
    eventId: 'evt_42_1',
    deliveryId: 9_001,
    sequence: 17,
    body,
    secret,
    nextSecret: null,
    ...changes,
  };
}
