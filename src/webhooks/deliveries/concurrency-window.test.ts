import { describe, expect, test } from 'vitest';
import { ConcurrencyWindow } from './concurrency-window.ts';
import { DueLanes, type Lane } from './due-lanes.ts';

const lane = (webhookId: number, isRetry = false): Lane => ({ walletId: 1, webhookId, isRetry });

function lanes(...marked: Lane[]): DueLanes {
  const due = new DueLanes();
  for (const one of marked) due.mark(one);
  return due;
}

/** Asks for what is due, begins all of it, and gives how much that was per webhook. */
function take(room: ConcurrencyWindow, due: DueLanes): Map<number, number> {
  const taken = new Map<number, number>();
  for (let asks = room.asks(due); asks.length > 0; asks = room.asks(due)) {
    for (const ask of asks) {
      for (let one = 0; one < ask.room; one += 1) room.begin(ask);
      taken.set(ask.webhookId, (taken.get(ask.webhookId) ?? 0) + ask.room);
      due.served(ask, true);
    }
  }
  return taken;
}

/** An endpoint that has answered, with nothing in flight. */
function prove(room: ConcurrencyWindow, webhookId: number): void {
  room.begin(lane(webhookId));
  room.ended(webhookId, 'delivered');
  room.stored(lane(webhookId));
}

describe('the room for attempts', () => {
  test('an endpoint that nothing is known of gets four attempts, both its lanes together', () => {
    const room = new ConcurrencyWindow(100);
    expect(take(room, lanes(lane(7), lane(7, true)))).toEqual(new Map([[7, 4]]));
  });

  test('an attempt that ended makes room at its endpoint, and gives its slot back when it is stored', () => {
    const room = new ConcurrencyWindow(4);
    prove(room, 7);
    take(room, lanes(lane(7)));
    room.ended(7, 'delivered');
    expect(room.asks(lanes(lane(7)))).toEqual([]);
    room.stored(lane(7));
    expect(room.asks(lanes(lane(7)))).toEqual([{ ...lane(7), room: 1 }]);
  });

  test('any number of endpoints that do not answer leave half of the slots to those that do', () => {
    const room = new ConcurrencyWindow(100);
    prove(room, 999);
    const hanging = Array.from({ length: 60 }, (_, index) => lane(index + 1));
    const taken = take(room, lanes(...hanging));
    expect([...taken.values()].reduce((sum, one) => sum + one, 0)).toBe(50);
    expect(room.asks(lanes(...hanging, lane(999)))).toEqual([{ ...lane(999), room: 4 }]);
  });

  test('an endpoint that stops answering counts among those with all that it has in flight', () => {
    const room = new ConcurrencyWindow(8);
    prove(room, 1);
    take(room, lanes(lane(1)));
    room.ended(1, 'unanswered');
    room.stored(lane(1));
    expect(take(room, lanes(lane(2)))).toEqual(new Map([[2, 1]]));
  });

  test('retries leave a quarter of the slots to first attempts', () => {
    const room = new ConcurrencyWindow(16);
    for (let id = 1; id <= 8; id += 1) prove(room, id);
    const retries = Array.from({ length: 8 }, (_, index) => lane(index + 1, true));
    expect([...take(room, lanes(...retries)).values()].reduce((sum, one) => sum + one, 0)).toBe(12);
    expect(take(room, lanes(lane(4), lane(5)))).toEqual(new Map([[4, 4]]));
  });

  test('many lanes share what is free, and those that got nothing come first the next time', () => {
    const room = new ConcurrencyWindow(40);
    const due = new DueLanes();
    for (let id = 1; id <= 30; id += 1) {
      prove(room, id);
      due.mark(lane(id));
    }
    expect(room.asks(due).map((ask) => ask.webhookId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const ask of room.asks(due)) due.served(ask, true);
    expect(room.asks(due)[0]?.webhookId).toBe(11);
  });

  test('a fan-out may keep what goes to endpoints that answer and have nothing older waiting', () => {
    const room = new ConcurrencyWindow(100);
    for (const id of [1, 2, 3]) prove(room, id);
    room.begin(lane(3));
    room.ended(3, 'unanswered');
    room.begin(lane(1));
    expect(room.handOver(lanes(lane(2)))).toEqual({ total: 98, rooms: { 1: 3 } });
    expect(room.handOver(lanes(lane(2, true))).rooms).toEqual({ 1: 3, 2: 4 });
  });

  test('endpoints in flight are remembered when thousands of others come', () => {
    const room = new ConcurrencyWindow(100_000);
    prove(room, 1);
    room.begin(lane(1));
    for (let id = 2; id < 12_000; id += 1) prove(room, id);
    expect(room.asks(lanes(lane(1)))).toEqual([{ ...lane(1), room: 3 }]);
  });
});
