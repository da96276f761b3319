import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { EventName } from '../ledger/event-names.ts';
import type { TransactionObject } from '../ledger/transaction-object.ts';
import { settings } from '../settings/settings.ts';
import { CommandRefused } from './new-command.ts';
import type { ServiceConnection } from './service-connection.ts';

/** An event as the service streams it. */
export interface FollowedEvent {
  readonly id: string;
  readonly type: EventName;
  /** Unix seconds. */
  readonly created: number;
  /** The transaction as it was at that moment. */
  readonly data: TransactionObject;
  readonly api_version: string;
  readonly sequence: number;
}

type Followed =
  /** The stream is open; events after this sequence follow. `brand` is the service's, for the headers of deliveries. */
  | { readonly is: 'open'; readonly sequence: number; readonly brand: string }
  | { readonly is: 'event'; readonly event: FollowedEvent }
  /** The connection was lost, and is tried again until it is open. */
  | { readonly is: 'away'; readonly why: string };

/** The service gives a sign of life every 15 s: after three times that the connection is dead. */
const silenceMs = 45_000;
const answerMs = 15_000;
const comeAgainMsMin = 100;
const comeAgainMsMax = 3_000;

/**
 * Follows the events of a key from a sequence on, without a gap and without a repeat, also when the connection or the
 * service goes away and comes back. Ends when `signal` aborts.
 * @param after null: from now on.
 * @throws CommandRefused when the service refuses the key or the request, or cannot be reached at the first time.
 */
export async function* followEvents(
  { baseUrl, apiKey }: ServiceConnection,
  { after, events, signal }: { after: number | null; events: readonly EventName[] | null; signal: AbortSignal },
): AsyncGenerator<Followed, void> {
  const dispatcher = new Agent({ headersTimeout: answerMs, bodyTimeout: silenceMs });
  let lastSequence = after;
  let comeAgainMs = comeAgainMsMin;
  let wasOpen = false;
  let isAway = false;
  try {
    while (!signal.aborted) {
      let why = 'the service ended the stream';
      try {
        const { brand, blocks } = await openStream(dispatcher, baseUrl, apiKey, lastSequence, events, signal);
        for await (const block of blocks) {
          if (!wasOpen || isAway) {
            lastSequence = Number(block.id ?? lastSequence);
            yield { is: 'open', sequence: lastSequence, brand };
            wasOpen = true;
            isAway = false;
            comeAgainMs = comeAgainMsMin;
          }
          if (block.data !== null) yield { is: 'event', event: JSON.parse(block.data) as FollowedEvent };
          // Only now: when the consumer of this event fails, the event is read again.
          if (block.id !== null) lastSequence = Number(block.id);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof CommandRefused) throw error;
        why = reasonOf(error);
        if (!wasOpen)
          throw new CommandRefused(`${baseUrl} does not respond as expected (${why}); is the service running?`);
      }
      if (signal.aborted) return;
      if (!isAway) yield { is: 'away', why };
      isAway = true;
      await sleep(comeAgainMs, undefined, { signal }).catch(() => undefined);
      comeAgainMs = Math.min(comeAgainMs * 2, comeAgainMsMax);
    }
  } finally {
    await dispatcher.destroy();
  }
}

/** @throws CommandRefused when asking again cannot help; anything else when it can. */
async function openStream(
  dispatcher: Agent,
  baseUrl: string,
  apiKey: string,
  after: number | null,
  events: readonly EventName[] | null,
  signal: AbortSignal,
): Promise<{ readonly brand: string; readonly blocks: AsyncIterable<StreamBlock> }> {
  const query = new URLSearchParams({
    ...(after === null ? {} : { after: String(after) }),
    ...(events === null ? {} : { events: events.join(',') }),
  });
  const response = await fetch(`${baseUrl}/api/v1/events/stream?${query}`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' },
    redirect: 'error',
    dispatcher,
    signal,
  });
  if (response.status !== 200) {
    const sentence = messageIn(await response.text()) ?? `status ${response.status}`;
    // Too many, or not just now: both pass by themselves.
    if (response.status === 429 || response.status >= 500) throw new Error(sentence);
    throw new CommandRefused(`the service refused the request: ${sentence}`);
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null) {
    throw new CommandRefused(`the server at ${baseUrl} is not a Nsimbi service`);
  }
  // A service that is older than the header may have any brand; most have the usual one.
  const brand = settings.brand.read(response.headers.get('x-webhook-brand') ?? undefined);
  return { brand, blocks: streamBlocks(response.body) };
}

function messageIn(body: string): string | null {
  try {
    const { message }: { message?: unknown } = JSON.parse(body);
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}

/** What is behind fetch's own "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** One block of a text/event-stream with the fields that are used here. */
export interface StreamBlock {
  /** Null when the block does not move it. */
  readonly id: string | null;
  /** Null when there is none, as in a comment: such a block is no event. */
  readonly data: string | null;
}

/**
 * Reads the blocks of a text/event-stream (HTML standard, section 9.2.6). A block that was not ended by an empty line
 * is not given: its connection broke in the middle.
 */
export async function* streamBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamBlock, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield readBlock(block);
  }
}

function readBlock(text: string): StreamBlock {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { id, data: data.length === 0 ? null : data.join('\n') };
}
