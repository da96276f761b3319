import type pg from 'pg';
import { DueWork } from '../../jobs/due-work.ts';
import { Canceller } from './cancel-pending.ts';
import { claimDue, walkLanes, walkStart } from './claim.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { ConcurrencyWindow } from './concurrency-window.ts';
import { DueLanes, type Lane } from './due-lanes.ts';
import { type FanOutCursor, fanOut, fanOutStart } from './fan-out.ts';

export interface WorkerOptions {
  readonly pool: pg.Pool;
  readonly concurrency: ConcurrencyWindow;
  /** Makes the attempt of a claimed delivery; resolves when its result is stored. */
  readonly attempt: (delivery: ClaimedDelivery) => Promise<void>;
  /** Whether the database does not accept results now: then a claim would only take what waits to be stored. */
  readonly isHeldUp: () => boolean;
  readonly onCancelled: (count: number) => void;
  readonly onError: (error: unknown, delivery: ClaimedDelivery | null) => void;
}

/**
 * Moments fanned out in one statement. One may become a single delivery, or 8 names for each of 20 webhooks, so how many
 * are taken follows from how long the last statement took.
 */
const momentsPerStep = { first: 100, max: 400, quickMs: 100, slowMs: 400 };
const lanesPerWalk = 500;
/** How often to look for what other processes left, and for what became due, when nothing wakes the loop. */
const lookEveryMs = 1_000;
const walkAgainMsMin = 20;
const heldUpMs = 500;

/**
 * The due work of webhooks: fans new events out, claims due deliveries, and attempts them. Loop, leases and errors are the
 * engine's. The claim is its own because receivers are slow and differ: it is fair per endpoint, takes only what the
 * endpoint's window allows, keeps a share for first attempts, and a fan-out may lease fresh deliveries without a claim.
 * It walks through the lanes to learn where something is due, instead of reading the next due row.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #lanes = new DueLanes();
  readonly #canceller: Canceller;
  readonly #engine: DueWork<ClaimedDelivery>;
  #stopped = false;
  #fanOutWanted = true;
  #fanOutCursor: FanOutCursor = fanOutStart;
  #expectOrdered = false;
  #momentsPerStep = momentsPerStep.first;
  #walkCursor: Omit<Lane, 'walletId'> = walkStart;
  #walkBeganAt = 0;
  #walkAt = 0;
  #nextDueInMs = lookEveryMs;

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { pool, onCancelled, onError } = options;
    this.#canceller = new Canceller({ pool, onCancelled, onError: (error) => onError(error, null) });
    this.#engine = new DueWork({
      claim: (begin) => this.#claim(begin),
      work: (delivery) => options.attempt(delivery),
      onError,
    });
  }

  start(): void {
    this.#engine.start();
  }

  /** New events were committed. */
  wake(): void {
    this.#fanOutWanted = true;
    this.roomChanged();
  }

  /** An attempt ended, or its result was stored: there may be room for another. */
  roomChanged(): void {
    this.#engine.wake();
  }

  /** Something will be due in so many milliseconds. */
  lookIn(ms: number): void {
    if (ms >= lookEveryMs) return;
    const at = performance.now() + ms;
    if (at >= this.#walkAt) return;
    this.#walkAt = at;
    this.roomChanged();
  }

  /** Something is due in a lane. */
  isDue(lane: Lane): void {
    this.#lanes.mark(lane);
    this.roomChanged();
  }

  /** Claims nothing more; attempts under way continue. */
  async stopClaiming(): Promise<void> {
    this.#stopped = true;
    await this.#engine.stopClaiming();
    await this.#canceller.stop();
  }

  /** Claims nothing more, and resolves when every attempt has ended and its result is stored. */
  async stop(): Promise<void> {
    await this.stopClaiming();
    await this.#engine.stop();
  }

  async #claim(begin: (delivery: ClaimedDelivery) => void): Promise<number> {
    if (this.#options.isHeldUp()) return heldUpMs;
    await this.#takeWork(begin);
    const untilWalkMs = this.#walkAt - performance.now();
    if (untilWalkMs > 0) return untilWalkMs;
    await this.#walk();
    // What the walk found is claimed at once.
    return 0;
  }

  /** One step at least, and more until the walk is due: a backlog must not hide what only the walk finds. */
  async #takeWork(begin: (delivery: ClaimedDelivery) => void): Promise<void> {
    const { pool, concurrency } = this.#options;
    for (let first = true; !this.#stopped && (first || performance.now() < this.#walkAt); first = false) {
      if (this.#fanOutWanted) await this.#fanOut(begin);
      const requests = concurrency.claimRequests(this.#lanes);
      if (requests.length === 0 && !this.#fanOutWanted) return;
      if (requests.length === 0) continue;
      const inHand = Array.from(this.#engine.working.keys(), ({ deliveryId }) => deliveryId);
      const claimed = await claimDue(pool, requests, inHand);
      const got = new Map<string, number>();
      for (const delivery of claimed) {
        const key = `${delivery.webhookId} ${delivery.isRetry}`;
        got.set(key, (got.get(key) ?? 0) + 1);
        begin(delivery);
      }
      for (const request of requests) {
        const isMoreDue = got.get(`${request.webhookId} ${request.isRetry}`) === request.limit;
        this.#lanes.served(request, isMoreDue);
      }
    }
  }

  /** One step; wanted again while there is more behind the cursor, or before it. */
  async #fanOut(begin: (delivery: ClaimedDelivery) => void): Promise<void> {
    this.#fanOutWanted = false;
    const after = this.#fanOutCursor;
    const momentsMax = this.#momentsPerStep;
    const beganAt = performance.now();
    try {
      const handOver = this.#options.concurrency.handOver(this.#lanes);
      const done = await fanOut(this.#options.pool, {
        after,
        momentsMax,
        handOver,
        expectOrdered: this.#expectOrdered,
      });
      this.#expectOrdered = done.hasOrdered;
      const isEnd = done.moments < momentsMax;
      const tookMs = performance.now() - beganAt;
      if (tookMs > momentsPerStep.slowMs) this.#momentsPerStep = Math.ceil(momentsMax / 2);
      else if (tookMs < momentsPerStep.quickMs) this.#momentsPerStep = Math.min(momentsMax * 2, momentsPerStep.max);
      this.#fanOutCursor = isEnd ? fanOutStart : done.cursor;
      if (!isEnd || after !== fanOutStart) this.#fanOutWanted = true;
      for (const delivery of done.claimed) begin(delivery);
      for (const lane of done.waiting) this.#lanes.mark(lane);
    } catch (error) {
      this.#fanOutWanted = true;
      // Perhaps it took too long.
      this.#momentsPerStep = Math.ceil(momentsMax / 2);
      throw error;
    }
  }

  async #walk(): Promise<void> {
    if (this.#lanes.full) {
      this.#walkAt = performance.now() + lookEveryMs;
      return;
    }
    if (this.#walkCursor === walkStart) {
      this.#walkBeganAt = performance.now();
      this.#nextDueInMs = lookEveryMs;
      // What is lost with a notice, or left by a process that died, is found here.
      this.#fanOutWanted = true;
    }
    const lanes = await walkLanes(this.#options.pool, this.#walkCursor, lanesPerWalk);
    for (const lane of lanes) {
      if (!lane.isActive) this.#canceller.add(lane);
      else if (lane.dueInMs <= 0) this.#lanes.mark(lane);
      else this.#nextDueInMs = Math.min(this.#nextDueInMs, lane.dueInMs);
    }
    const last = lanes.at(-1);
    if (lanes.length === lanesPerWalk && last !== undefined) {
      this.#walkCursor = last;
      return;
    }
    this.#walkCursor = walkStart;
    const tookMs = performance.now() - this.#walkBeganAt;
    this.#walkAt = performance.now() + Math.max(walkAgainMsMin, tookMs * 4, Math.ceil(this.#nextDueInMs));
  }
}
