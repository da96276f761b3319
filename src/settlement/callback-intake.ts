import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { MemoryRateLimitStore } from '../access/memory-rate-limit-store.ts';
import { subscriberOf } from '../access/subscriber.ts';
import type { CallbackRequest } from '../providers/provider.ts';

/** Looked at together: those of payments that we know share their statements of the database. */
const atOnceMax = 200;
/** Waiting at most: a few seconds of work, and few megabytes of bodies. */
const waitingMax = 1_000;
/** Callbacks a minute and address that may name no payment of ours; whoever sends more is not listened to until it is over. */
const strangersMax = 60;

/** Why a callback was not looked at. */
type Dropped = 'too_many' | 'stranger' | 'unreadable';

/**
 * Takes operators' callbacks from the door, where they have been answered already, and looks at them a few at a time.
 * Anybody may send them, so there is a bound to everything here; what is dropped costs nothing but time, because a
 * callback only makes us ask sooner.
 */
export class CallbackIntake {
  readonly #receive: (operator: string, callback: CallbackRequest) => Promise<boolean>;
  readonly #logger: Logger;
  readonly #nowMs: () => number;
  readonly #dropped: Counter<'operator' | 'why'>;
  readonly #strangers: MemoryRateLimitStore;
  readonly #waiting: { operator: string; address: string; callback: CallbackRequest }[] = [];
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
    const isStranger = this.#strangers.count(subscriberOf(address), 0).hits >= strangersMax;
    if (isStranger || this.#waiting.length >= waitingMax) {
      this.#drop(operator, isStranger ? 'stranger' : 'too_many');
      return;
    }
    this.#waiting.push({ operator, address, callback });
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
    this.#waiting.length = 0;
    await Promise.all(this.#running);
  }

  #next(): void {
    if (this.#running.size >= atOnceMax) return;
    const first = this.#waiting.shift();
    if (first === undefined) return;
    const looked = this.#look(first.operator, first.address, first.callback).finally(() => {
      this.#running.delete(looked);
      this.#next();
    });
    this.#running.add(looked);
  }

  async #look(operator: string, address: string, callback: CallbackRequest): Promise<void> {
    try {
      if (!(await this.#receive(operator, callback))) this.#strangers.count(subscriberOf(address), 1);
    } catch (error) {
      this.#logger.error({ err: error, operator }, 'a callback could not be looked at');
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
