import { describe, expect, test } from 'vitest';
import { faultKinds, planFault } from './faults.ts';
import { approvalThreshold, planOperation } from './plan.ts';

const operations = Array.from({ length: 3_000 }, (_, n) => planOperation(7, n, 12));

describe('the plan of a campaign', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(operations).toEqual(Array.from({ length: 3_000 }, (_, n) => planOperation(7, n, 12)));
    expect(planOperation(8, 1, 12)).not.toEqual(planOperation(7, 1, 12));
  });

  test('has every kind of operation, every conduct of a client and every decision of a person', () => {
    const kinds = new Set(operations.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'adjustment',
      'approval',
      'bulk_payout',
      'collection',
      'key_roll',
      'payment',
      'refund',
      'review',
      'send',
      'withdrawal',
    ]);
    const money = operations.filter((operation) => 'conduct' in operation);
    expect(new Set(money.map(({ conduct }) => conduct)).size).toBe(6);
    const approvals = money.filter(({ kind }) => kind === 'approval');
    expect(new Set(approvals.map(({ decision }) => decision)).size).toBe(3);
    expect(approvals.every(({ amount }) => amount >= approvalThreshold)).toBe(true);
  });

  test('never pays a client from its own wallet', () => {
    for (const operation of operations) {
      const targets = 'to' in operation ? [operation.to] : operation.rows.map(({ to }) => to);
      for (const to of targets) expect(to).not.toEqual({ client: operation.client });
    }
  });

  test('has every fault that was not left out', () => {
    const kinds = faultKinds.filter((kind) => kind !== 'clock');
    const drawn = Array.from({ length: 2_000 }, (_, k) => planFault(7, k, kinds).kind);
    expect(new Set(drawn)).toEqual(new Set(kinds));
  });
});
