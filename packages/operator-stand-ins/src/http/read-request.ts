import type { IncomingMessage } from 'node:http';

/** A request that has arrived whole. */
export interface ReadRequest {
  readonly method: string;
  /** Without the query, as it was sent: not decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The first value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  readonly remoteAddress: string;
  readonly body: Buffer;
}

const bodyBytesMax = 1_048_576;

/** @throws when the body is larger than 1 MiB or the caller leaves before its end. */
export async function readRequest(message: IncomingMessage): Promise<ReadRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new Error('the body is larger than 1 MiB');
    chunks.push(chunk);
  }
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    header: (name) => {
      const value = message.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    remoteAddress: (message.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
  };
}

/** A body as a JSON object, or null when it is anything else. */
export function jsonObject(body: Buffer): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return value as Record<string, unknown>;
}
