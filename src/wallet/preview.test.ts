import { expect, test } from 'vitest';
import { effectOf } from './preview.ts';

test.each([
  // A payment takes the amount and the fee.
  [
    'send_money',
    106_000,
    100_000,
    500_000,
    null,
    { balance_after: 394_000, is_affordable: true, requires_approval: false },
  ],
  ['withdrawal', 500_000, 480_000, 500_000, null, { balance_after: 0, is_affordable: true, requires_approval: false }],
  [
    'withdrawal',
    500_001,
    480_000,
    500_000,
    null,
    { balance_after: null, is_affordable: false, requires_approval: false },
  ],
  // The threshold counts what leaves the wallet.
  [
    'send_money',
    106_000,
    100_000,
    500_000,
    106_000,
    { balance_after: 394_000, is_affordable: true, requires_approval: true },
  ],
  [
    'send_money',
    106_000,
    100_000,
    500_000,
    106_001,
    { balance_after: 394_000, is_affordable: true, requires_approval: false },
  ],
  // A collection brings the amount without the fee, whatever the wallet has, and nobody approves it.
  ['collection', 100_000, 95_000, 0, 1, { balance_after: 95_000, is_affordable: true, requires_approval: false }],
] as const)('%s of %d, of which %d arrive, with %d in the wallet and a threshold of %s', (...row) => {
  const [operation, total_deducted, net_amount, available, approvalThreshold, effect] = row;
  expect(effectOf({ operation, total_deducted, net_amount }, { available, approvalThreshold })).toEqual({
    balance_before: available,
    ...effect,
  });
});
