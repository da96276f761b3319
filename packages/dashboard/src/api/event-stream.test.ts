import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEvents } from './event-stream.ts';

/** A stream as the browser gives it, which opens and fails when a test says so. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Stream[] = [];
  readyState = 0;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  hear(name: string): void {
    this.dispatchEvent(new Event(name));
  }
  refuse(): void {
    this.close();
    this.hear('error');
  }
}

let page: EventTarget & { visibilityState: string };
let newsCount: number;
let isLive: boolean | undefined;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('EventSource', Stream);
  Stream.opened.length = 0;
  newsCount = 0;
  isLive = undefined;
  end = followEvents({
    address: '/stream',
    names: ['transaction.created', 'transaction.completed'],
    togetherMs: 250,
    onNews: () => {
      newsCount += 1;
    },
    onLive: (live) => {
      isLive = live;
    },
  });
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function lookAt(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

const last = () => Stream.opened.at(-1)!;

/** How many times news are told once everything waiting has been. */
function newsAfter(act: () => void): number {
  newsCount = 0;
  act();
  vi.advanceTimersByTime(250);
  return newsCount;
}

test('what was missed before it opened is read, and news at once are told once', () => {
  expect(newsAfter(() => last().hear('open'))).toBe(1);
  expect(isLive).toBe(true);
  const both = () => ['transaction.created', 'transaction.completed'].map((name) => last().hear(name));
  expect(newsAfter(both)).toBe(1);
});

test('a stream that is refused is asked for again, and one that the browser takes up is not', () => {
  last().hear('open');
  last().hear('error');
  expect(isLive).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(Stream.opened).toHaveLength(1);
  last().refuse();
  vi.advanceTimersByTime(10_000);
  expect(Stream.opened).toHaveLength(2);
  last().refuse();
  vi.advanceTimersByTime(10_000);
  expect(Stream.opened).toHaveLength(3);
  expect(newsAfter(() => last().hear('open'))).toBe(1);
  expect(isLive).toBe(true);
});

test('a page that is hidden gives its connection back, and catches up when it is looked at again', () => {
  last().hear('open');
  vi.advanceTimersByTime(250);
  lookAt('hidden');
  expect(last().readyState).toBe(Stream.CLOSED);
  expect(isLive).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(Stream.opened).toHaveLength(1);
  expect(newsAfter(() => lookAt('visible'))).toBe(1);
  expect(newsAfter(() => last().hear('open'))).toBe(1);
  expect(isLive).toBe(true);
});

test('a stream that was refused and hidden is not asked for until it is looked at', () => {
  last().refuse();
  lookAt('hidden');
  vi.advanceTimersByTime(60_000);
  expect(Stream.opened).toHaveLength(1);
});
