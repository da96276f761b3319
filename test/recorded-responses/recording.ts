import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect } from 'vitest';
import type { Json } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { placeholders } from './placeholders.ts';

/** Whether this run writes the recordings in place of comparing with them. */
const updates = process.env.UPDATE_RECORDED === '1';

/** Where the recordings are. */
export const folder = new URL('recorded/', import.meta.url);

/** One request of a client program. */
export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; text and bytes as they are. */
  readonly body?: object | string;
  /** What stands in the recording for a body that is too long to read. */
  readonly bodyShownAs?: string;
}

/** A response as it came over the connection. */
export interface Response {
  readonly status: number;
  /** Names and values in the order in which they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes of the body, as text. */
  readonly text: string;
}

/** What one area of the interface answers: a list of requests with their responses, compared with a committed file. */
export class Recording {
  readonly #file: URL;
  readonly #baseUrl: string;
  readonly #names = new Map<string, string>();
  readonly #parts: string[] = [];

  constructor(area: string, baseUrl: string) {
    this.#file = new URL(`${area}.txt`, folder);
    this.#baseUrl = baseUrl;
  }

  /** Shows `value`, such as an API key, as `<name>` in the recording. */
  name(value: string, name: string): string {
    this.#names.set(value, `<${name}>`);
    return value;
  }

  /** Sends a request and records it with its response. @returns the body, parsed where it is JSON. */
  async ask(title: string, asked: Request): Promise<Json> {
    const response = await send(this.#baseUrl, asked);
    this.note(title, `${requestLines(asked)}\n${responseLines(response)}`);
    return isJson(response) && response.text !== '' ? JSON.parse(response.text) : response.text;
  }

  /** Like `ask`, and shows how many requests the window still has: for the first request of a new key. */
  async askFirst(title: string, asked: Request): Promise<void> {
    const response = await send(this.#baseUrl, asked);
    this.note(title, `${requestLines(asked)}\n${responseLines(response, { window: true })}`);
  }

  /** Like `ask`, for a body that is too long or is recorded otherwise: records the status and the headers. */
  async askHead(title: string, asked: Request): Promise<void> {
    const response = await send(this.#baseUrl, asked);
    const body = response.text === '' ? '' : '<body>';
    this.note(title, `${requestLines(asked)}\n${responseLines(response, { body })}`);
  }

  /** Repeats a request until it is answered with `status`, and records the last. */
  async askUntil(status: number, title: string, asked: Request): Promise<void> {
    const response = await waitUntil(
      `${asked.method} ${asked.path} answers ${status}`,
      async () => {
        const answered = await send(this.#baseUrl, asked);
        return answered.status === status && answered;
      },
      120_000,
    );
    this.note(title, `${requestLines(asked)}\n${responseLines(response)}`);
  }

  /** Records text that a test put together itself. */
  note(title: string, text: string): void {
    const named = [...this.#names].reduce((shown, [value, name]) => shown.replaceAll(value, name), text);
    this.#parts.push(`=== ${title}\n${placeholders(named)}\n`);
  }

  /** Compares with the committed file, or writes it when UPDATE_RECORDED is 1. */
  compare(): void {
    const text = this.#parts.join('\n');
    if (updates) writeFileSync(this.#file, text);
    else expect(text, 'UPDATE_RECORDED=1 records these responses anew').toBe(readFileSync(this.#file, 'utf8'));
  }
}

/** Sends one request on a connection of its own, which the client would keep open. */
function send(baseUrl: string, { method, path, apiKey, headers, body }: Request): Promise<Response> {
  const bytes = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const agent = new Agent({ keepAlive: true });
  return new Promise<Response>((resolve, reject) => {
    const asking = request(`${baseUrl}${path}`, {
      method,
      agent,
      headers: {
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(bytes === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
        ...headers,
      },
    });
    asking.once('error', reject);
    asking.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode ?? 0, headers: pairsOf(response.rawHeaders), text });
      });
    });
    asking.end(bytes);
  }).finally(() => agent.destroy());
}

/** Raw headers of Node, which are names and values in turn, as pairs. */
export function pairsOf(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
}

function requestLines({ method, path, apiKey, headers = {}, body, bodyShownAs }: Request): string {
  const all = { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers };
  const lines = [`${method} ${path}`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
  if (body !== undefined) lines.push('', bodyShownAs ?? (typeof body === 'string' ? body : JSON.stringify(body)));
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** The status, the headers and the body as a person can read them. */
export function responseLines(response: Response, { window = false, body = bodyLines(response.text) } = {}): string {
  const { status, headers } = response;
  const shown = headers.map(
    ([name, value]) => `< ${name}: ${headerValue(name.toLowerCase(), value, response, window)}`,
  );
  return [`< ${status}`, ...shown, body].filter((line) => line !== '').join('\n');
}

function headerValue(name: string, value: string, { status, text }: Response, showsWindow: boolean): string {
  switch (name) {
    case 'date':
    case 'last-modified':
      return '<date>';
    case 'etag':
      return '<etag>';
    case 'content-length':
      return value === String(Buffer.byteLength(text)) ? '<length of the body>' : value;
    case 'x-ratelimit-reset':
      return '<seconds>';
    case 'x-ratelimit-remaining':
      // A window may end between two requests.
      return showsWindow ? value : '<remaining>';
    case 'retry-after':
      return status === 409 || status === 429 ? '<seconds>' : value;
    default:
      return value;
  }
}

/** JSON without any space is shown with line breaks, from which the bytes follow; everything else is shown as it is. */
export function bodyLines(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

function isJson({ headers }: Response): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('application/json'));
}
