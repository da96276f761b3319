import { expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import type { OperatorState } from '../settlement/operator-states.ts';
import { liveFloats } from './watched.ts';

test('floats are watched of operators that move live money, not of the simulator and not of test mode', () => {
  const state = (changes: Partial<OperatorState>): OperatorState => ({
    mode: 'live',
    operator: 'MTN',
    operatorAccountId: 1,
    simulated: false,
    circuits: { collection: 'closed', payout: 'closed' },
    floats: {
      collection_float: { known: null, level: 'unknown' },
      disbursement_float: { known: ugx(90_000), level: 'low' },
    },
    ...changes,
  });
  expect(liveFloats([state({}), state({ operator: 'Airtel', simulated: true }), state({ mode: 'test' })])).toEqual([
    { operator: 'MTN', float: 'collection', level: 'unknown', known: null },
    { operator: 'MTN', float: 'disbursement', level: 'low', known: 90_000 },
  ]);
});
