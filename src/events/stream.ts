import type { Records } from '../history/records.ts';
import { type EventName, eventNames } from '../ledger/event-names.ts';
import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { type EventObject, readEvents } from './feed.ts';

/** What a reader of a stream gets next: events, oldest first, or none as a sign of life. */
export interface StreamStep {
  readonly events: readonly EventObject[];
  /** Where to go on after this step; beyond the last event where events that are not wanted followed it. */
  readonly sequence: number;
}

/** A stream while it is read. */
export interface EventStream {
  /** Ends when the stream is ended from either side. To be read once. */
  readonly steps: AsyncIterable<StreamStep>;
  /** Aborted when the stream is ended: by us, though its reader may not be taking anything, or by `end`. */
  readonly ended: AbortSignal;
  /** Ends it and gives its place free. Must be called, also for a stream of which nothing was read. */
  end(): void;
}

export interface StreamRequest {
  readonly walletId: number;
  /** Who reads, by whom places are counted, such as `api_key:700`. */
  readonly reader: string;
  /** The client whose events they are, and how many streams it may have; null: as many as the installation allows one. */
  readonly clientId: number;
  readonly clientStreamsMax: number | null;
  /** Events after this sequence; null: those that come from now on. */
  readonly after: number | null;
  /** Only events of these names; null: of all. */
  readonly names: readonly EventName[] | null;
  /** Called once a second and by `recheck`; a stream whose reader is not allowed any more ends. */
  isStillAllowed(): boolean | Promise<boolean>;
}

export interface StreamLimits {
  /** Streams at once, of all readers together. */
  readonly streamsMax: number;
  readonly streamsPerReaderMax: number;
  /** Of clients without a quota of their own. */
  readonly streamsPerClientMax: number;
  /** Milliseconds of silence after which a sign of life is given. */
  readonly heartbeatMs: number;
  /** Milliseconds between looks for events that other processes wrote. */
  readonly lookEveryMs: number;
}

const defaultLimits: StreamLimits = {
  streamsMax: 1_000,
  streamsPerReaderMax: 10,
  streamsPerClientMax: 100,
  heartbeatMs: 15_000,
  lookEveryMs: 1_000,
};

/** Events read at once: what a reader that does not take them keeps in memory is a few times this. */
const pageSize = 50;

/**
 * Live streams of wallets' events. Each reads the feed by its sequence, so nothing is left out and nothing comes twice,
 * whichever process wrote it: commits of this process wake its wallet's streams at once, those of other processes are found
 * by one query a second for all streams together. Nothing is read before the reader has taken what was read before.
 */
export class EventStreams {
  readonly #records: Records;
  readonly #onError: (error: unknown) => void;
  readonly #limits: StreamLimits;
  readonly #ofWallet = new Map<number, Set<OpenStream>>();
  readonly #countOf = new Map<string, number>();
  #count = 0;
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #stopped = false;
  #complainedAt = Number.NEGATIVE_INFINITY;

  /** @param onError is called, at most once a second, when events could not be read. */
  constructor(records: Records, onError: (error: unknown) => void, limits: Partial<StreamLimits> = {}) {
    this.#records = records;
    this.#onError = onError;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Streams that are open now. */
  get count(): number {
    return this.#count;
  }

  /** @throws Refusal `rate_limited` when the reader, the client, or all together have as many streams as they may. */
  async open(request: StreamRequest): Promise<EventStream> {
    this.#takePlace(request);
    let stream: OpenStream;
    try {
      const after =
        request.after ?? (await readSequences(this.#records, [request.walletId])).get(request.walletId) ?? 0;
      stream = new OpenStream(this.#records, request, after, this.#limits.heartbeatMs, (error) =>
        this.#complain(error),
      );
    } catch (error) {
      this.#givePlace(request);
      throw error;
    }
    const streams = this.#ofWallet.get(request.walletId) ?? new Set();
    this.#ofWallet.set(request.walletId, streams.add(stream));
    this.#timer ??= setInterval(() => void this.#look(), this.#limits.lookEveryMs).unref();
    const end = () => {
      stream.end();
      if (!streams.delete(stream)) return;
      if (streams.size === 0) this.#ofWallet.delete(request.walletId);
      this.#givePlace(request);
    };
    // Opened while we stop: its reader learns where it is, and comes again elsewhere.
    if (this.#stopped) stream.end();
    return { steps: stream.steps(), ended: stream.ended, end };
  }

  /** Says that events of these wallets were committed. Costs next to nothing while nobody reads. */
  wake(events: Iterable<{ readonly walletId: number }>): void {
    if (this.#count === 0) return;
    for (const { walletId } of events) {
      for (const stream of this.#ofWallet.get(walletId) ?? []) stream.wake();
    }
  }

  /** Asks at once whether each reader is still allowed, because one of them may not be. */
  async recheck(): Promise<void> {
    await Promise.all(this.#all().map((stream) => stream.endUnlessAllowed()));
  }

  /** Ends all streams; those that are opened later end at once. */
  stop(): void {
    this.#stopped = true;
    for (const stream of this.#all()) stream.end();
  }

  #takePlace({ reader, clientId, clientStreamsMax }: StreamRequest): void {
    const client = holderOf(clientId);
    const count = this.#countOf.get(reader) ?? 0;
    const clientCount = this.#countOf.get(client) ?? 0;
    const { streamsMax, streamsPerReaderMax, streamsPerClientMax } = this.#limits;
    if (count >= streamsPerReaderMax) {
      throw tooManyStreams(`You have ${count} event streams open, which is the limit; close one and try again.`);
    }
    if (clientCount >= (clientStreamsMax ?? streamsPerClientMax)) {
      throw tooManyStreams(
        `Your keys and people have ${clientCount} event streams open together, which is the limit; close one and try again, or ask an administrator for a higher limit.`,
      );
    }
    if (this.#count >= streamsMax) {
      throw tooManyStreams('The limit of open event streams is reached; try again, or read GET /api/v1/events.');
    }
    this.#countOf.set(reader, count + 1);
    this.#countOf.set(client, clientCount + 1);
    this.#count += 1;
  }

  #givePlace({ reader, clientId }: StreamRequest): void {
    for (const holder of [reader, holderOf(clientId)]) {
      const left = (this.#countOf.get(holder) ?? 1) - 1;
      if (left > 0) this.#countOf.set(holder, left);
      else this.#countOf.delete(holder);
    }
    this.#count -= 1;
    if (this.#count > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #all(): OpenStream[] {
    return [...this.#ofWallet.values()].flatMap((streams) => [...streams]);
  }

  /** Ends the streams of keys that ended, and wakes those whose wallet went on. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.recheck();
      const sequences = await readSequences(this.#records, [...this.#ofWallet.keys()]);
      for (const stream of this.#all()) {
        if ((sequences.get(stream.walletId) ?? 0) > stream.sequence) stream.wake();
      }
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#looking = false;
    }
  }

  /** With the database away every stream fails alike. */
  #complain(error: unknown): void {
    const now = performance.now();
    if (now - this.#complainedAt < 1_000) return;
    this.#complainedAt = now;
    this.#onError(error);
  }
}

class OpenStream {
  readonly walletId: number;
  /** The last event that was read, wanted or not. */
  sequence: number;
  readonly #records: Records;
  readonly #wanted: ReadonlySet<EventName>;
  readonly #isStillAllowed: StreamRequest['isStillAllowed'];
  readonly #heartbeatMs: number;
  readonly #onError: (error: unknown) => void;
  /** Whether there may be something to read. */
  #due = true;
  readonly #ending = new AbortController();
  #stir: (() => void) | null = null;

  constructor(
    records: Records,
    request: StreamRequest,
    after: number,
    heartbeatMs: number,
    onError: (error: unknown) => void,
  ) {
    this.walletId = request.walletId;
    this.sequence = after;
    this.#records = records;
    this.#wanted = new Set(request.names ?? eventNames);
    this.#isStillAllowed = request.isStillAllowed;
    this.#heartbeatMs = heartbeatMs;
    this.#onError = onError;
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  wake(): void {
    this.#due = true;
    this.#stir?.();
  }

  end(): void {
    this.#ending.abort();
    this.#stir?.();
  }

  async endUnlessAllowed(): Promise<void> {
    if (!(await this.#isStillAllowed())) this.end();
  }

  /** The first step tells at once where the stream begins, so that a reader can come again there. */
  async *steps(): AsyncGenerator<StreamStep, void> {
    yield { events: [], sequence: this.sequence };
    let toldAt = performance.now();
    while (!this.ended.aborted) {
      const silentMs = performance.now() - toldAt;
      if (silentMs >= this.#heartbeatMs) {
        yield { events: [], sequence: this.sequence };
        toldAt = performance.now();
        continue;
      }
      if (!this.#due) {
        await this.#stirred(this.#heartbeatMs - silentMs);
        continue;
      }
      this.#due = false;
      const page = await this.#readPage();
      const last = page.at(-1);
      if (last === undefined) continue;
      this.sequence = last.sequence;
      if (page.length === pageSize) this.#due = true;
      const events = page.filter(({ type }) => this.#wanted.has(type));
      if (events.length === 0) continue;
      yield { events, sequence: this.sequence };
      toldAt = performance.now();
    }
  }

  /** What could not be read is found again by the next look that the database answers. */
  async #readPage(): Promise<readonly EventObject[]> {
    try {
      return (await readEvents(this.#records, this.walletId, { after: this.sequence, limit: pageSize })).data;
    } catch (error) {
      this.#onError(error);
      return [];
    }
  }

  #stirred(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#stir?.(), withinMs);
      this.#stir = () => {
        clearTimeout(timer);
        this.#stir = null;
        resolve();
      };
    });
  }
}

/** The number of the latest event of each wallet; 0 before the first. */
async function readSequences(db: Queryable, walletIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.query<{ wallet_id: string; event_sequence: string }>({
    name: 'events.sequences',
    text: 'SELECT wallet_id, event_sequence FROM wallet WHERE wallet_id = ANY ($1::bigint[])',
    values: [numberArray(walletIds)],
  });
  return new Map(rows.map((row) => [Number(row.wallet_id), Number(row.event_sequence)]));
}

/** Under which a client's streams are counted beside those of each reader. */
function holderOf(clientId: number): string {
  return `all of client ${clientId}`;
}

const retryAfterSeconds = 5;

function tooManyStreams(sentence: string): Refusal {
  return new Refusal('rate_limited', sentence, { retryAfterSeconds });
}
