import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { OpenCall } from '../report/call-recorder.ts';
import type { Timers } from '../timers.ts';
import type { CallCounts } from './call-counts.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import { json, type Reply } from './reply.ts';
import type { Routes } from './routes.ts';

export interface StandInServer {
  readonly port: number;
  readonly baseUrl: string;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

export interface Served {
  readonly operator: Routes;
  /** For the person who runs the stand-in: neither delayed nor counted. */
  readonly admin: Routes;
  readonly counts: CallCounts;
  /** Records a call of the operator for the report. */
  record(request: ReadRequest): OpenCall;
  readonly timers: Timers;
  readonly host: string;
  readonly port: number;
  answerDelayMs(): number;
}

/** Listens; port 0 takes a free one. @throws when the port is taken. */
export async function serve(served: Served): Promise<StandInServer> {
  const server = createServer((message, response) => {
    answerOne(served, message, response).catch((error: unknown) => {
      // The caller left in the middle, or the stand-in is wrong; the second must be seen.
      if (!message.socket.destroyed) send(response, json(500, { stand_in_error: String(error) }));
    });
  });
  // Callers keep connections; one that the stand-in closed just before a call would look like a fault nobody asked for.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(served.port, served.host, 4_096, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return {
    port: address.port,
    baseUrl: `http://${served.host.includes(':') ? `[${served.host}]` : served.host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerOne(served: Served, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message);
  const admin = served.admin.find(request.method, request.path);
  if (admin !== null) {
    send(response, admin === 'wrong_method' ? wrongMethod : await admin.handle(request, admin.parts));
    return;
  }
  const route = served.operator.find(request.method, request.path);
  const name = route === null || route === 'wrong_method' ? `${request.method} (no such path)` : route.path;
  const counted = served.counts.begin(route === null || route === 'wrong_method' ? name : `${request.method} ${name}`);
  const arrivedAt = performance.now();
  const recorded = served.record(request);
  response.once('close', () => recorded.ended(response.writableFinished));
  const reply =
    route === null ? noSuchPath : route === 'wrong_method' ? wrongMethod : await route.handle(request, route.parts);
  counted(reply.is === 'answer' ? String(reply.status) : reply.is);
  recorded.answered(reply);
  if (reply.is === 'reset') {
    message.socket.resetAndDestroy();
    return;
  }
  if (reply.is === 'silence') return;
  const waitMs = served.answerDelayMs() + reply.extraDelayMs - (performance.now() - arrivedAt);
  if (waitMs <= 0) send(response, reply);
  else served.timers.after(waitMs, () => send(response, reply));
}

const wrongMethod = json(405, { error: 'Method Not Allowed' });
const noSuchPath = json(404, { error: 'Not Found' });

function send(response: ServerResponse, reply: Reply): void {
  if (reply.is !== 'answer' || response.destroyed) return;
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(reply.contentType === null ? {} : { 'content-type': reply.contentType }),
    'content-length': Buffer.byteLength(reply.body),
  });
  response.end(reply.body);
}
