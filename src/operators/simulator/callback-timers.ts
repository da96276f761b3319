import type { CallbackRequest } from '../contract.ts';

export type DeliverCallback = (operator: string, callback: CallbackRequest) => void;

/**
 * The callbacks that the simulated operators are about to send. They live in this process only and are lost with it,
 * as a real operator's are lost while we are down.
 */
export class CallbackTimers {
  readonly #timers = new Set<NodeJS.Timeout>();
  #deliver: DeliverCallback = () => {};

  /** Where callbacks are delivered from now on. */
  deliverTo(deliver: DeliverCallback): void {
    this.#deliver = deliver;
  }

  /** Sends `times` equal callbacks about a reference after `afterMs`. */
  send(operator: string, reference: string, afterMs: number, times: number): void {
    if (times === 0) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      for (let sent = 0; sent < times; sent += 1) this.#deliver(operator, callbackAbout(operator, reference));
    }, afterMs);
    timer.unref();
    this.#timers.add(timer);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** The callback of a simulated operator about a reference. */
export function callbackAbout(operator: string, reference: string): CallbackRequest {
  return {
    path: `/simulator/${operator.toLowerCase()}`,
    body: Buffer.from(JSON.stringify({ reference })),
  };
}
