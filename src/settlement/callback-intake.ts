import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { MemoryRateLimitStore } from '../access/rate-limit-store.ts';
import { subscriberOf } from '../access/subscriber.ts';
import type { CallbackRequest } from '../operators/provider.ts';

/** Looked at together: those of payments that we know share their statements of the database. */
const atOnceMax = 200;
/** Waiting at most of addresses that name payments of ours: a few seconds of work, and few megabytes of bodies. */
const waitingMax = 1_000;
/** Waiting at most of all other addresses, and of one of them. */
const waitingOfOthersMax = 1_000;
const waitingOfOneMax = 250;
/** Callbacks a minute and address that may name no payment of ours; whoever sends more is not listened to until it is over. */
const strangersMax = 60;
/** Addresses remembered because they named payments of ours. One more makes the one be forgotten that did so longest ago. */
const knownMax = 1_000;

/** Why a callback was not looked at. */
type Dropped = 'too_many' | 'stranger' | 'unreadable';

interface Waiting {
  readonly operator: string;
  /** The address, or its IPv6 /64. */
  readonly sender: string;
  readonly callback: CallbackRequest;
}

/**
 * Takes operators' callbacks from the door, where they have been answered already, and looks at them a few at a time.
 * Anybody may send them, so there is a bound to everything here; what is dropped costs nothing but time, because a
 * callback only makes us ask sooner. Those from addresses that have named payments of ours come first, and however many
 * others wait, they take no place from them.
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
  /** How many of `#waitingOfOthers` each sender has. */
  readonly #waitingOf = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  /** By reason: the minute in which it was last told. */
  readonly #toldInMinute = new Map<Dropped, number>();
  #closed = false;

  /**
   * @param parts.receive looks at one callback, and says whether it names a payment of ours.
   * @param parts.nowMs the clock by which minutes are told apart; the machine's own unless given.
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

  /** Takes a callback, to be looked at later. Never throws and never waits. */
  take(operator: string, address: string, callback: CallbackRequest): void {
    if (this.#closed) return;
    const waiting = { operator, sender: subscriberOf(address), callback };
    const isStranger = this.#isStranger(waiting.sender);
    if (isStranger || !this.#enqueue(waiting)) {
      this.#drop(operator, isStranger ? 'stranger' : 'too_many');
      return;
    }
    // Later, so that the answer is on its way before anything is done about it.
    setImmediate(() => this.#next());
  }

  /** Notes a callback whose body could not be read. */
  dropUnreadable(operator: string): void {
    this.#drop(operator, 'unreadable');
  }

  /** Looks at nothing more; waits for what is being looked at. */
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
    // Those that were looked at while it waited may have shown its sender to be a stranger.
    while (first !== undefined && this.#isStranger(first.sender)) {
      this.#drop(first.operator, 'stranger');
      first = this.#dequeue();
    }
    if (first === undefined) return;
    const looked = this.#look(first).finally(() => {
      this.#running.delete(looked);
      this.#next();
    });
    this.#running.add(looked);
  }

  async #look({ operator, sender, callback }: Waiting): Promise<void> {
    try {
      if (await this.#receive(operator, callback)) this.#remember(sender);
      else this.#strangers.count(sender, 1);
    } catch (error) {
      this.#logger.error({ err: error, operator }, 'a callback could not be looked at');
    }
  }

  #isStranger(sender: string): boolean {
    if (this.#strangers.count(sender, 0).hits < strangersMax) return false;
    // Whoever named a payment once must not keep the places of operators with others.
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
    if (this.#toldInMinute.get(why) === minute) return;
    this.#toldInMinute.set(why, minute);
    this.#logger.warn({ operator, why }, 'callbacks are dropped; payments are asked about in their own time');
  }
}
