import { ConnectionError, NsimbiError } from './errors.ts';
import { itemsOfPages, readPage } from './pages.ts';
import { decideRetry } from './retry.ts';
import { blocksOf, type StreamBlock } from './server-sent-events.ts';
import { type CallOptions, pause, type Transport } from './transport.ts';
import type { EventName, EventsQuery, NsimbiEvent, Page } from './types.ts';

/** Which events a stream gives, and until when. */
export interface StreamOptions {
  /** Events after this `sequence`; without it, those from now on. */
  readonly after?: number | undefined;
  /** Only events of these names. */
  readonly events?: readonly EventName[] | undefined;
  /** Ends the stream without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** The service sends something every 15 seconds: after three times that the connection is dead. */
const silenceMsMax = 45_000;
/** How often in succession the first connection is tried. Once a stream was open, it is opened again for as long as it takes. */
const firstTriesMax = 4;

/** The events of the wallet. The key needs the permission `webhooks:read`. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page, the oldest event first. Continue with `pagination.next_cursor` as `after`, also after an empty page.
   * @throws NsimbiError
   */
  list(query: EventsQuery = {}, options?: CallOptions): Promise<Page<NsimbiEvent>> {
    const call = { method: 'GET', path: '/api/v1/events', kind: 'read', query: { ...query } } as const;
    return readPage(this.#transport, call, options);
  }

  /**
   * The events after a sequence up to now, the oldest first. Store the `sequence` of the last one that you handled, and continue after it.
   * @throws NsimbiError
   */
  iterate(query: EventsQuery = {}, options?: CallOptions): AsyncGenerator<NsimbiEvent, void, undefined> {
    return itemsOfPages((cursor) =>
      this.list(cursor === undefined ? query : { ...query, after: Number(cursor) }, options),
    );
  }

  /**
   * The events as they happen, without a gap and without a repeat. It reconnects when the connection is lost. It ends when the
   * consumer leaves the loop, or `signal` aborts.
   * @throws NsimbiError when the service refuses the stream, or cannot be reached at the beginning.
   */
  async *stream({ after, events, signal }: StreamOptions = {}): AsyncGenerator<NsimbiEvent, void, undefined> {
    let last: string | undefined = after === undefined ? undefined : String(after);
    let wasOpen = false;
    let failures = 0;
    while (signal?.aborted !== true) {
      try {
        for await (const { id, data } of this.#blocks({ after: last, events: events?.join(','), signal })) {
          wasOpen = true;
          failures = 0;
          if (data !== null) yield eventIn(data);
          // After the event, so that one which was not handed out is read again.
          if (id !== null && id !== '') last = id;
        }
        failures += 1;
      } catch (error) {
        if (signal?.aborted) return;
        failures += 1;
        if (!(error instanceof NsimbiError) || !error.isRetryable) throw error;
        if (!wasOpen && failures >= firstTriesMax) throw error;
        await pause(error.retryAfterMs ?? 0, signal);
      }
      await pause(pauseAfter(failures), signal);
    }
  }

  async *#blocks(options: {
    readonly after: string | undefined;
    readonly events: string | undefined;
    readonly signal: AbortSignal | undefined;
  }): AsyncGenerator<StreamBlock, void, undefined> {
    const { after, events, signal } = options;
    const controller = new AbortController();
    const stop = () => controller.abort(signal?.reason);
    let silence = setTimeout(stop, silenceMsMax);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const call = {
        method: 'GET',
        path: '/api/v1/events/stream',
        kind: 'read',
        query: { after, events },
        accept: 'text/event-stream, application/json',
      } as const;
      const { body } = await this.#transport.open(call, controller.signal);
      for await (const block of blocksOf(body)) {
        clearTimeout(silence);
        silence = setTimeout(stop, silenceMsMax);
        yield block;
      }
    } catch (error) {
      if (error instanceof NsimbiError) throw error;
      throw lostStream(error);
    } finally {
      clearTimeout(silence);
      signal?.removeEventListener('abort', stop);
      // Closes the connection when the consumer leaves the loop.
      controller.abort();
    }
  }
}

function lostStream(cause: unknown): ConnectionError {
  return new ConnectionError('The connection of the event stream was lost.', {
    code: 'connection_failed',
    isRetryable: true,
    cause,
  });
}

/** The pause before the stream is opened again, in milliseconds: that of the other calls, which has a limit. */
function pauseAfter(failures: number): number {
  const retriesDone = Math.max(0, failures - 1);
  const budget = { retriesDone, retriesMax: retriesDone + 1 };
  return decideRetry('read', { kind: 'no_response' }, budget, Math.random()) ?? 0;
}

function eventIn(data: string): NsimbiEvent {
  return JSON.parse(data) as NsimbiEvent;
}
