import { createServer } from 'node:http';

export interface ReceivedCallback {
  readonly method: string;
  readonly path: string;
  readonly atMs: number;
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: callbacks of two operators, which the tests then compare.
  readonly body: any;
}

/** A small server that takes callbacks and answers each with the same status. */
export interface CallbackReceiver {
  /** `http://localhost:PORT` */
  readonly baseUrl: string;
  readonly received: ReceivedCallback[];
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** For stand-ins whose receiver is here: what it does not take in time on a busy machine would be lost. */
export const patientCallbacks = { callbackDeadlineMs: 60_000 } as const;

export async function openCallbackReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  let status = 200;
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString('utf8');
    received.push({
      method: message.method ?? '',
      path: message.url ?? '',
      atMs: Date.now(),
      raw,
      body: JSON.parse(raw),
    });
    response.writeHead(status).end();
  });
  // A connection that is closed when a callback is on its way on it would lose that callback.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    baseUrl: `http://localhost:${address.port}`,
    received,
    answerWith: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
