import type { Mode } from '../../../ledger/transaction.ts';
import { type OperatorState, servedInLiveMode } from '../../../settlement/operator-states.ts';
import type { OperatorSetup } from '../schemas/operator-setup.ts';

/** Which operators payments of a mode can use, by those that this process has settings for. Pure. */
export function operatorSetupOf(
  mode: Mode,
  states: readonly Pick<OperatorState, 'mode' | 'operator'>[],
  liveAllowed: boolean,
): OperatorSetup {
  const connected = states.filter((state) => state.mode === mode).map(({ operator }) => operator);
  if (mode === 'test') return { connected, missing: [], is_copy: false };
  return { connected, missing: servedInLiveMode.filter((one) => !connected.includes(one)), is_copy: !liveAllowed };
}
