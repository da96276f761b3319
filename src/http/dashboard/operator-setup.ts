import type { Mode } from '../../ledger/transaction.ts';
import { operators } from '../../operators/registry.ts';
import type { OperatorState } from '../../settlement/operator-states.ts';

/** Which operators a client's live payments can use; in test mode the simulator plays them all, and nothing is missing. */
export interface OperatorSetup {
  readonly connected: readonly string[];
  /** Served by this program, without credentials here. */
  readonly missing: readonly string[];
  /** Whether live payments are off because the database belongs to another installation. */
  readonly is_copy: boolean;
}

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
