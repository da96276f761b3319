import { request } from 'node:http';
import { waitUntil } from '../service/wait-until.ts';
import type { Json } from './world.ts';

/** One block of a stream, with its fields as they came. */
export interface Block {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
  readonly comment?: string;
}

/** Reads GET /api/v1/events/stream as the HTML standard says, as far as a test needs them. */
export class StreamReader {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly blocks: Block[] = [];
  ended = false;
  /** Whether it ended in order, and was not cut. */
  complete = false;
  #rest = '';
  readonly #leave: () => void;

  private constructor(status: number, headers: StreamReader['headers'], leave: () => void) {
    this.status = status;
    this.headers = headers;
    this.#leave = leave;
  }

  /** @param query with its question mark. */
  static open(
    baseUrl: string,
    apiKey: string,
    query = '',
    headers: Record<string, string> = {},
  ): Promise<StreamReader> {
    return new Promise((resolve, reject) => {
      const asking = request(`${baseUrl}/api/v1/events/stream${query}`, {
        agent: false,
        headers: { authorization: `Bearer ${apiKey}`, ...headers },
      });
      asking.once('error', reject);
      asking.once('response', (response) => {
        asking.on('error', () => undefined);
        const reader = new StreamReader(response.statusCode ?? 0, response.headers, () => asking.destroy());
        response.setEncoding('utf8');
        response.on('data', (text: string) => reader.#hear(text));
        response.on('error', () => undefined);
        response.once('close', () => {
          reader.ended = true;
          reader.complete = response.complete;
        });
        resolve(reader);
      });
      asking.end();
    });
  }

  /** What the blocks with data hold. */
  get events(): Json[] {
    return this.blocks.flatMap(({ data }): Json[] => (data === undefined ? [] : [JSON.parse(data)]));
  }

  get lastId(): string | undefined {
    return this.blocks.findLast(({ id }) => id !== undefined)?.id;
  }

  /** Waits until so many events have arrived. */
  async received(count: number): Promise<Json[]> {
    return await waitUntil(`${count} events have arrived`, () => this.events.length >= count && this.events);
  }

  /** Waits until the stream has said where it begins. */
  async ready(): Promise<this> {
    await waitUntil('the stream has begun', () => this.lastId !== undefined);
    return this;
  }

  async end(): Promise<void> {
    await waitUntil('the stream has ended', () => this.ended);
  }

  leave(): void {
    this.#leave();
  }

  #hear(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.blocks.push(blockOf(block));
  }
}

function blockOf(text: string): Block {
  return Object.fromEntries(
    text.split('\n').map((line) => {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      return [field === '' ? 'comment' : field, value];
    }),
  );
}
