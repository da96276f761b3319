import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { Deadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a deadline needs of a reply whose request was read. */
function replyTo(name: string, answered: string[]): FastifyReply {
  const reply = { deadline: null, dueAtMs: 0, deadlineSlot: 0, sent: false, request: { principal: null } };
  const send = () => answered.push(name);
  return { ...reply, send } as unknown as FastifyReply;
}

test('each request is answered when its time is up, also where a later one took the place of one that ended', () => {
  const answered: string[] = [];
  const deadline = new Deadline(1_000, () => new Refusal('database_unavailable', 'Try again.'));
  const ended = replyTo('ended', answered);
  const slow = replyTo('slow', answered);
  const later = replyTo('later', answered);
  deadline.start(ended);
  deadline.start(slow);
  deadline.end(ended);
  vi.advanceTimersByTime(500);
  deadline.start(later);
  vi.advanceTimersByTime(600);
  expect(answered).toEqual(['slow']);
  vi.advanceTimersByTime(500);
  expect(answered).toEqual(['slow', 'later']);
  deadline.close();
});
