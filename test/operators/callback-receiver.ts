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
