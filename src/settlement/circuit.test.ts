import { describe, expect, test } from 'vitest';
import { Circuit, Circuits } from './circuit.ts';

function noteMany(circuit: Circuit, calls: readonly boolean[], atMs: number): void {
  for (const answered of calls) circuit.note(answered, atMs);
}
const unanswered = (count: number): boolean[] => Array(count).fill(false);
const answered = (count: number): boolean[] => Array(count).fill(true);

describe('rule 23: the circuit of an operator', () => {
  test.each([
    { calls: unanswered(19), open: false, why: 'fewer than 20 calls say nothing' },
    { calls: unanswered(20), open: true, why: 'all of 20 were not answered' },
    { calls: [...answered(10), ...unanswered(10)], open: true, why: 'half of 20 is enough' },
    { calls: [...answered(11), ...unanswered(10)], open: false, why: '10 of 21 is less than half' },
    { calls: answered(1_000), open: false, why: 'answers, refusals included, are no failures' },
  ])('after $calls.length calls is open: $open, because $why', ({ calls, open }) => {
    const circuit = new Circuit();
    noteMany(circuit, calls, 1_000);
    expect(circuit.isOpen()).toBe(open);
    expect(circuit.mayCall(1_001)).toBe(!open);
  });

  test('forgets calls that are older than a minute', () => {
    const circuit = new Circuit();
    noteMany(circuit, unanswered(19), 1_000);
    noteMany(circuit, unanswered(19), 61_000);
    expect(circuit.isOpen()).toBe(false);
  });

  test('lets one probe through after 30 s, and closes when it is answered', () => {
    const circuit = new Circuit();
    noteMany(circuit, unanswered(20), 0);
    expect(circuit.mayCall(29_999)).toBe(false);
    expect(circuit.state(29_999)).toBe('open');
    expect(circuit.retryAfterMs(10_000)).toBe(20_000);
    expect(circuit.mayCall(30_000)).toBe(true);
    circuit.begin(30_000);
    expect(circuit.mayCall(30_001)).toBe(false);
    expect(circuit.state(30_001)).toBe('half_open');
    circuit.note(true, 30_500);
    expect(circuit.state(30_500)).toBe('closed');
    expect(circuit.isOpen()).toBe(false);
    expect(circuit.mayCall(30_501)).toBe(true);
    noteMany(circuit, unanswered(19), 30_600);
    expect(circuit.isOpen()).toBe(false);
  });

  test('opens for another 30 s when the probe is not answered', () => {
    const circuit = new Circuit();
    noteMany(circuit, unanswered(20), 0);
    circuit.begin(30_000);
    circuit.note(false, 40_000);
    expect(circuit.mayCall(69_999)).toBe(false);
    expect(circuit.mayCall(70_000)).toBe(true);
  });

  test('is not closed by a call that began before it opened', () => {
    const circuit = new Circuit();
    circuit.begin(0);
    noteMany(circuit, unanswered(20), 0);
    circuit.note(true, 5_000);
    expect(circuit.isOpen()).toBe(true);
  });

  test('is not half-open before its time, whatever still begins', () => {
    const circuit = new Circuit();
    noteMany(circuit, unanswered(20), 0);
    circuit.begin(29_999);
    circuit.note(true, 29_999);
    expect(circuit.isOpen()).toBe(true);
  });

  test('a check alone takes no probe', () => {
    const circuit = new Circuit();
    noteMany(circuit, unanswered(20), 0);
    for (let looks = 0; looks < 3; looks += 1) expect(circuit.mayCall(30_000)).toBe(true);
  });

  test('judges payouts and collections of an operator account apart', () => {
    const circuits = new Circuits();
    noteMany(circuits.of(7, 'payout'), unanswered(20), 0);
    expect([...circuits.states()]).toEqual([
      { operatorAccountId: 7, direction: 'collection', open: false },
      { operatorAccountId: 7, direction: 'payout', open: true },
    ]);
    expect(circuits.of(8, 'payout').isOpen()).toBe(false);
  });
});
