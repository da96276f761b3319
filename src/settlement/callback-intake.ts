import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { MemoryRateLimitStore } from '../access/rate-limit-store.ts';
import { subscriberOf } from '../access/subscriber.ts';
import type { CallbackRequest } from '../operators/contract.ts';

/** Callbacks handled at the same time; those of known payments share their statements. */
const atOnceMax = 200;
/** Callbacks that may wait from addresses that name payments of ours: a few seconds of work, and few megabytes of bodies. */
const waitingMax = 1_000;
/** Callbacks that may wait from all other addresses, and from one of them. */
const waitingOfOthersMax = 1_000;
const waitingOfOneMax = 250;
/** Callbacks a minute and address that may name no payment of ours; more are dropped until the minute is over. */
const strangersMax = 60;
/** Addresses remembered because they named payments of ours; the one that did so longest ago is dropped for another. */
const knownMax = 1_000;

/** Why a callback was not handled. */
type Dropped = 'too_many' | 'stranger' | 'unreadable';

interface Waiting {
  readonly operator: string;
  /** The address, or its IPv6 /64. */
  readonly sender: string;
  readonly callback: CallbackRequest;
}

/**
 * Queues operators' callbacks, which were answered when they arrived, and handles a few at a time. Anybody may send them,
 * so everything here is bounded; a dropped callback costs only time, because a callback only makes a query due sooner.
 * Callbacks from addresses that have named payments of ours come first and have their own queue.
 */
export class CallbackIntake {
  readonly #receive: (operator: string, callback: CallbackRequest) => Promise<boolean>;
  readonly #logger: Logger;
  readonly #nowMs: () => number;
  readonly #dropped: Counter<'operator' | 'why'>;
  readonly #strangers: MemoryRateLimitStore;
  readonly #known = new Set<string>();
  readonly #waitingOfKnown: Waiting[] = [];
  readonly #waitingOfOthers: Waiting[] = [];
  /** How many of `#waitingOfOthers` are of each sender. */
  readonly #waitingOf = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  /** By reason: the minute in which it was last logged. */
  readonly #loggedInMinute = new Map<Dropped, number>();
  #closed = false;

  /**
   * @param parts.receive handles one callback, and returns whether it names a payment of ours.
   * @param parts.nowMs the clock that minutes are counted by; the machine's own unless given.
   */
  constructor(parts: {
    receive: (operator: string, callback: CallbackRequest) => Promise<boolean>;
    metricsRegistry: Registry;
    logger: Logger;
    nowMs?: () => number;
  }) {
    this.#receive = parts.receive;
    this.#logger = parts.logger;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.#strangers = new MemoryRateLimitStore(this.#nowMs);
    this.#dropped = new Counter({
      name: 'nsimbi_operator_callbacks_dropped_total',
      help: 'Callbacks answered and not looked at: too many at once, from an address that knows no payment, or not readable',
      labelNames: ['operator', 'why'],
      registers: [parts.metricsRegistry],
    });
  }

  /** Queues a callback. Never throws and never waits. */
  take(operator: string, address: string, callback: CallbackRequest): void {
    if (this.#closed) return;
    const waiting = { operator, sender: subscriberOf(address), callback };
    const isStranger = this.#isStranger(waiting.sender);
    if (isStranger || !this.#enqueue(waiting)) {
      this.#drop(operator, isStranger ? 'stranger' : 'too_many');
      return;
    }
    // Later, so that the response is sent before the callback is handled.
    setImmediate(() => this.#next());
  }

  /** Counts a callback with an unreadable body. */
  dropUnreadable(operator: string): void {
    this.#drop(operator, 'unreadable');
  }

  /** Handles nothing more, and resolves when the callbacks under way have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waitingOfKnown.length = 0;
    this.#waitingOfOthers.length = 0;
    await Promise.all(this.#running);
  }

  /** @returns whether there was room. */
  #enqueue(waiting: Waiting): boolean {
    if (this.#known.has(waiting.sender)) {
      if (this.#waitingOfKnown.length >= waitingMax) return false;
      this.#waitingOfKnown.push(waiting);
      return true;
    }
    const ofSender = this.#waitingOf.get(waiting.sender) ?? 0;
    if (ofSender >= waitingOfOneMax || this.#waitingOfOthers.length >= waitingOfOthersMax) return false;
    this.#waitingOf.set(waiting.sender, ofSender + 1);
    this.#waitingOfOthers.push(waiting);
    return true;
  }

  #dequeue(): Waiting | undefined {
    const ofKnown = this.#waitingOfKnown.shift();
    if (ofKnown !== undefined) return ofKnown;
    const other = this.#waitingOfOthers.shift();
    if (other === undefined) return undefined;
    const left = (this.#waitingOf.get(other.sender) ?? 0) - 1;
    if (left > 0) this.#waitingOf.set(other.sender, left);
    else this.#waitingOf.delete(other.sender);
    return other;
  }

  #next(): void {
    if (this.#running.size >= atOnceMax) return;
    let first = this.#dequeue();
    // Callbacks that were handled while it waited may have shown its sender to be a stranger.
    while (first !== undefined && this.#isStranger(first.sender)) {
      this.#drop(first.operator, 'stranger');
      first = this.#dequeue();
    }
    if (first === undefined) return;
    const handled = this.#handle(first).finally(() => {
      this.#running.delete(handled);
      this.#next();
    });
    this.#running.add(handled);
  }

  async #handle({ operator, sender, callback }: Waiting): Promise<void> {
    try {
      if (await this.#receive(operator, callback)) this.#remember(sender);
      else this.#strangers.count(sender, 1);
    } catch (error) {
      this.#logger.error({ err: error, operator }, 'a callback could not be handled');
    }
  }

  #isStranger(sender: string): boolean {
    if (this.#strangers.count(sender, 0).hits < strangersMax) return false;
    // An address that named a payment once must not keep the place of an operator with strangers' callbacks.
    this.#known.delete(sender);
    return true;
  }

  #remember(sender: string): void {
    this.#known.delete(sender);
    this.#known.add(sender);
    if (this.#known.size <= knownMax) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }

  #drop(operator: string, why: Dropped): void {
    this.#dropped.inc({ operator, why });
    const minute = Math.floor(this.#nowMs() / 60_000);
    if (this.#loggedInMinute.get(why) === minute) return;
    this.#loggedInMinute.set(why, minute);
    this.#logger.warn({ operator, why }, 'callbacks are dropped; payments are queried at their planned times');
  }
}
