import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AttemptWindow,
  ConcurrencyWindow,
  firstWindow,
  type Strength,
  windowAfter,
} from './concurrency-window.ts';
import { DueLanes, type Lane } from './due-lanes.ts';

const lane = (webhookId: number, isRetry = false): Lane => ({ walletId: 1, webhookId, isRetry });

function lanes(...marked: Lane[]): DueLanes {
  const due = new DueLanes();
  for (const one of marked) due.mark(one);
  return due;
}

/** Asks for what is due, begins all of it, and gives how much that was per webhook. */
function take(concurrency: ConcurrencyWindow, due: DueLanes): Map<number, number> {
  const taken = new Map<number, number>();
  for (let requests = concurrency.claimRequests(due); requests.length > 0; requests = concurrency.claimRequests(due)) {
    for (const request of requests) {
      for (let one = 0; one < request.limit; one += 1) concurrency.begin(request);
      taken.set(request.webhookId, (taken.get(request.webhookId) ?? 0) + request.limit);
      due.served(request, true);
    }
  }
  return taken;
}

/** An endpoint that has answered, with nothing in flight. */
function prove(concurrency: ConcurrencyWindow, webhookId: number): void {
  concurrency.begin(lane(webhookId));
  concurrency.ended(webhookId, 'delivered');
  concurrency.stored(lane(webhookId));
}

describe('the room for attempts', () => {
  test('an endpoint that nothing is known of gets four attempts, both its lanes together', () => {
    const concurrency = new ConcurrencyWindow(100);
    expect(take(concurrency, lanes(lane(7), lane(7, true)))).toEqual(new Map([[7, 4]]));
  });

  test('an attempt that ended makes room at its endpoint, and gives its slot back when it is stored', () => {
    const concurrency = new ConcurrencyWindow(4);
    prove(concurrency, 7);
    take(concurrency, lanes(lane(7)));
    concurrency.ended(7, 'delivered');
    expect(concurrency.claimRequests(lanes(lane(7)))).toEqual([]);
    concurrency.stored(lane(7));
    expect(concurrency.claimRequests(lanes(lane(7)))).toEqual([{ ...lane(7), limit: 1 }]);
  });

  test('any number of endpoints that do not answer leave half of the slots to those that do', () => {
    const concurrency = new ConcurrencyWindow(100);
    prove(concurrency, 999);
    const hanging = Array.from({ length: 60 }, (_, index) => lane(index + 1));
    const taken = take(concurrency, lanes(...hanging));
    expect([...taken.values()].reduce((sum, one) => sum + one, 0)).toBe(50);
    expect(concurrency.claimRequests(lanes(...hanging, lane(999)))).toEqual([{ ...lane(999), limit: 4 }]);
  });

  test('an endpoint that stops answering counts among those with all that it has in flight', () => {
    const concurrency = new ConcurrencyWindow(8);
    prove(concurrency, 1);
    take(concurrency, lanes(lane(1)));
    concurrency.ended(1, 'unanswered');
    concurrency.stored(lane(1));
    expect(take(concurrency, lanes(lane(2)))).toEqual(new Map([[2, 1]]));
  });

  test('retries leave a quarter of the slots to first attempts', () => {
    const concurrency = new ConcurrencyWindow(16);
    for (let id = 1; id <= 8; id += 1) prove(concurrency, id);
    const retries = Array.from({ length: 8 }, (_, index) => lane(index + 1, true));
    expect([...take(concurrency, lanes(...retries)).values()].reduce((sum, one) => sum + one, 0)).toBe(12);
    expect(take(concurrency, lanes(lane(4), lane(5)))).toEqual(new Map([[4, 4]]));
  });

  test('many lanes share what is free, and those that got nothing come first the next time', () => {
    const concurrency = new ConcurrencyWindow(40);
    const due = new DueLanes();
    for (let id = 1; id <= 30; id += 1) {
      prove(concurrency, id);
      due.mark(lane(id));
    }
    expect(concurrency.claimRequests(due).map((request) => request.webhookId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const request of concurrency.claimRequests(due)) due.served(request, true);
    expect(concurrency.claimRequests(due)[0]?.webhookId).toBe(11);
  });

  test('a fan-out may keep what goes to endpoints that answer and have nothing older waiting', () => {
    const concurrency = new ConcurrencyWindow(100);
    for (const id of [1, 2, 3]) prove(concurrency, id);
    concurrency.begin(lane(3));
    concurrency.ended(3, 'unanswered');
    concurrency.begin(lane(1));
    expect(concurrency.handOver(lanes(lane(2)))).toEqual({ total: 98, limits: { 1: 3 } });
    expect(concurrency.handOver(lanes(lane(2, true))).limits).toEqual({ 1: 3, 2: 4 });
  });

  test('endpoints in flight are remembered when thousands of others come', () => {
    const concurrency = new ConcurrencyWindow(100_000);
    prove(concurrency, 1);
    concurrency.begin(lane(1));
    for (let id = 2; id < 12_000; id += 1) prove(concurrency, id);
    expect(concurrency.claimRequests(lanes(lane(1)))).toEqual([{ ...lane(1), limit: 3 }]);
  });
});

describe('the window of attempts in flight to one endpoint', () => {
  test('doubles with each round of answers while it is used up, to 64', () => {
    const sizes = [];
    let window = firstWindow;
    for (let round = 0; round < 6; round += 1) {
      sizes.push(Math.floor(window.size));
      const inFlight = Math.floor(window.size);
      for (let answer = 0; answer < inFlight; answer += 1) window = windowAfter(window, 'delivered', 1_000);
    }
    expect(sizes).toEqual([4, 8, 16, 32, 64, 64]);
  });

  test('does not grow while it is not used up', () => {
    let window = firstWindow;
    for (let answer = 0; answer < 1_000; answer += 1) window = windowAfter(window, 'delivered', 3);
    expect(window).toEqual(firstWindow);
  });

  test('falls to one attempt when a window of attempts is not answered', () => {
    let window: AttemptWindow = { size: 64, threshold: 64 };
    for (let attempt = 0; attempt < 8; attempt += 1) window = windowAfter(window, 'unanswered', 8);
    expect(Math.floor(window.size)).toBe(1);
  });

  test('grows slowly beyond the size at which answers stayed away', () => {
    let window = windowAfter({ size: 32, threshold: 64 }, 'unanswered', 32);
    expect(window.size).toBe(16);
    for (let answer = 0; answer < 16; answer += 1) window = windowAfter(window, 'delivered', 16);
    expect(Math.floor(window.size)).toBe(16);
    for (let answer = 0; answer < 2; answer += 1) window = windowAfter(window, 'delivered', 17);
    expect(Math.floor(window.size)).toBe(17);
  });

  test('stays as it is when the endpoint answers with an error', () => {
    expect(windowAfter(firstWindow, 'answered', 4)).toBe(firstWindow);
  });

  test('stays between 1 and 64 whatever happens', () => {
    const strength = fc.constantFrom<Strength>('delivered', 'answered', 'unanswered');
    fc.assert(
      fc.property(fc.array(fc.tuple(strength, fc.integer({ min: 1, max: 64 })), { maxLength: 500 }), (attempts) => {
        let window = firstWindow;
        for (const [what, inFlight] of attempts) {
          window = windowAfter(window, what, inFlight);
          expect(window.size).toBeGreaterThanOrEqual(1);
          expect(window.size).toBeLessThanOrEqual(64);
        }
      }),
    );
  });
});
