import type { Mode } from '../../../ledger/transaction.ts';
import { operators } from '../../../operators/registry.ts';
import type { OperatorState } from '../../../settlement/operator-states.ts';
import type { OperatorSetup } from '../schemas/operator-setup.ts';

/** Which operators payments of a mode can use, by those that this process has settings for. Pure. */
export function operatorSetupOf(
  mode: Mode,
  states: readonly Pick<OperatorState, 'mode' | 'operator'>[],
  liveAllowed: boolean,
): OperatorSetup {
  const connected = states.filter((state) => state.mode === mode).map(({ operator }) => operator);
  if (mode === 'test') return { connected, missing: [], is_copy: false };
  const missing = operators.map(({ name }) => name).filter((name) => !connected.includes(name));
  return { connected, missing, is_copy: !liveAllowed };
}
