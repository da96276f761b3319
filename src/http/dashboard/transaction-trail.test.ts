import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../ledger/transaction.ts';
import type { OperatorCall } from '../../wallet/transaction-trail.ts';
import { mayChange, type OperatorWork, stepsOf, type Trail } from './transaction-trail.ts';

const startMs = Date.parse('2026-11-20T08:00:00Z');
const transaction = { createdAtMs: startMs, completedAtMs: null, failedAtMs: null, provider: 'MTN' } as Transaction;
const work: OperatorWork = {
  sends: 1,
  queries: 0,
  inReview: false,
  waitsFor: null,
  firstSentAtMs: startMs + 10,
  callEndedAtMs: startMs + 50,
  dueAtMs: startMs + 5_000,
};
const collect: OperatorCall = {
  at: new Date(startMs + 20).toISOString(),
  operator: 'MTN',
  simulated: false,
  call: 'collect',
  send_no: 1,
  method: 'POST',
  path: '/collection/v1_0/requesttopay',
  outcome: 'answered',
  status: 202,
  duration_ms: 47.6,
  request_body: '{}',
  request_bytes: 2,
  answer_body: null,
  answer_bytes: 0,
};
const query: OperatorCall = {
  ...collect,
  call: 'query',
  send_no: null,
  method: 'GET',
  status: 200,
  request_body: null,
  answer_body: '{"amount":"5","status":"PENDING"}',
};

const told = (changes: Partial<Trail>) =>
  stepsOf({
    transaction,
    events: [],
    work,
    calls: [],
    callsLeftOut: 0,
    seesBodies: true,
    cases: [],
    deliveries: [],
    ...changes,
  })
    .slice(1)
    .map(({ title, detail }) => (detail === null ? title : `${title}: ${detail}`));

describe('the steps of an open transaction', () => {
  it('say of a call that the log lost, or has not yet, what is still owed', () => {
    expect(told({})).toEqual(['Called MTN', 'MTN responded to the call: Its final result is pending.']);
    expect(told({ work: { ...work, callEndedAtMs: null } })).toEqual(['Called MTN']);
  });

  it('name a kept call once', () => {
    expect(told({ calls: [collect] })).toEqual([
      'Collection request to MTN: HTTP 202 · 48 ms',
      'Waiting for the final result of MTN',
    ]);
    expect(told({ calls: [collect], work: null })).toEqual(['Collection request to MTN: HTTP 202 · 48 ms']);
  });

  it('name a second call whose row was lost beside the first that was kept', () => {
    expect(told({ calls: [collect], work: { ...work, sends: 2, queries: 3 } })).toEqual([
      'Collection request to MTN: HTTP 202 · 48 ms',
      'MTN responded to the call: Its final result is pending. It was queried 3 times.',
    ]);
  });
});

describe('a call', () => {
  it.each<[Partial<OperatorCall>, string]>([
    [{ call: 'pay_out', send_no: 2 }, 'Payout request to MTN again: HTTP 202 · 48 ms'],
    [
      { call: 'refund', outcome: 'unknown', status: null },
      'Refund request to MTN: No response, result unknown · 48 ms',
    ],
    [{ outcome: 'not_reached', status: null, duration_ms: 2 }, 'Collection request to MTN: Nothing was sent · 2 ms'],
    [query, 'Status query to MTN: PENDING · HTTP 200 · 48 ms'],
    [
      { ...query, status: 404, answer_body: '{"code":"RESOURCE_NOT_FOUND"}' },
      'Status query to MTN: RESOURCE_NOT_FOUND · HTTP 404 · 48 ms',
    ],
    [
      { simulated: true, status: null, answer_body: '{"status":"accepted"}' },
      'Collection request to MTN: Simulated · accepted · 48 ms',
    ],
    [
      { call: 'callback', outcome: 'received', send_no: null, duration_ms: null, request_body: '{"status_code":"TS"}' },
      'Callback from MTN: TS',
    ],
  ])('is told with how it ended: %#', (changes, expected) => {
    expect(told({ work: null, calls: [{ ...collect, ...changes }] })).toEqual([expected]);
  });

  it('opens to its bodies for those who may see them alone', () => {
    const of = (seesBodies: boolean) =>
      stepsOf({
        transaction,
        events: [],
        work: null,
        calls: [collect],
        callsLeftOut: 0,
        seesBodies,
        cases: [],
        deliveries: [],
      })[1];
    expect(of(true)?.call).toEqual({
      outcome: 'answered',
      method: 'POST',
      path: '/collection/v1_0/requesttopay',
      request_body: '{}',
      request_bytes: 2,
      answer_body: null,
      answer_bytes: 0,
    });
    expect(of(false)?.call).toBeNull();
  });

  it('in the middle of very many is left out, and said to be', () => {
    expect(told({ work: null, calls: [collect, query], callsLeftOut: 620 })).toEqual([
      'Collection request to MTN: HTTP 202 · 48 ms',
      '620 more calls are not shown',
      'Status query to MTN: PENDING · HTTP 200 · 48 ms',
    ]);
  });
});

it('a transaction may change until its end, and for the seconds that logs come after it', () => {
  const ended = { ...transaction, completedAtMs: startMs };
  expect(mayChange(transaction, startMs + 86_400_000)).toBe(true);
  expect(mayChange(ended, startMs + 5_000)).toBe(true);
  expect(mayChange(ended, startMs + 10_000)).toBe(false);
});
