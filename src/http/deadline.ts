import type { FastifyReply } from 'fastify';
import type { Refusal } from '../refusal.ts';
import { Slots } from '../slots.ts';

const sweepEveryMs = 100;

/**
 * Refuses requests that take too long. One coarse timer checks all open requests, which are few beside those that come
 * and go between two looks, and so a request costs next to nothing.
 */
export class Deadline {
  readonly #afterMs: number;
  readonly #refusal: (reply: FastifyReply) => Refusal;
  readonly #open = new Slots<FastifyReply>();
  #timer: NodeJS.Timeout | null = null;

  /** @param afterMs how long a request may take, in milliseconds; the answer may come a tenth of a second later. */
  constructor(afterMs: number, refusal: (reply: FastifyReply) => Refusal) {
    this.#afterMs = afterMs;
    this.#refusal = refusal;
  }

  /** From now on this deadline is the reply's, and no earlier one. */
  start(reply: FastifyReply): void {
    reply.deadline?.end(reply);
    reply.deadline = this;
    reply.dueAtMs = performance.now() + this.#afterMs;
    reply.deadlineSlot = this.#open.add(reply);
    this.#timer ??= setInterval(() => this.#sweep(), sweepEveryMs).unref();
  }

  end(reply: FastifyReply): void {
    reply.deadline = null;
    this.#open.remove(reply.deadlineSlot);
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #sweep(): void {
    const nowMs = performance.now();
    for (const reply of this.#open) {
      if (reply.dueAtMs > nowMs) continue;
      this.end(reply);
      if (reply.sent) continue;
      if (waitsForItsBody(reply)) this.start(reply);
      else reply.send(this.#refusal(reply));
    }
  }
}

/**
 * Whether the client was let in and is still sending its body. Then the slowness is not ours: the server's own limit
 * for a whole request ends it, and the deadline begins anew.
 */
function waitsForItsBody({ request }: FastifyReply): boolean {
  return request.principal !== null && request.raw.complete === false;
}

/** The time that a request has: short while nothing can have happened, longer once something may be under way. */
export interface Deadlines {
  readonly reading: Deadline;
  /** For what changes standing data. */
  readonly changing: Deadline;
  /** For what waits for a receiver's answer. */
  readonly attempting: Deadline;
  /** For what adds up a long part of the history. */
  readonly reporting: Deadline;
  readonly moving: Deadline;
}
