import type { Mode } from '../../ledger/transaction.ts';
import { operators } from '../../operators/registry.ts';
import type { LiveRefusal } from '../../postgres/installation.ts';
import type { OperatorState } from '../../settlement/operator-states.ts';

/** Which operators a client's live payments can use; in test mode the simulator plays them all, and nothing is missing. */
export interface OperatorSetup {
  readonly connected: readonly string[];
  /** Served by this program, without credentials here. */
  readonly missing: readonly string[];
  /** Why live payments are off as a whole; null when they are not. */
  readonly live_refused: LiveRefusal | null;
}

/** Which operators payments of a mode can use, by those that this process has settings for. Pure. */
export function operatorSetupOf(
  mode: Mode,
  states: readonly Pick<OperatorState, 'mode' | 'operator'>[],
  liveRefusal: LiveRefusal | null,
): OperatorSetup {
  const connected = states.filter((state) => state.mode === mode).map(({ operator }) => operator);
  if (mode === 'test') return { connected, missing: [], live_refused: null };
  const missing = operators.map(({ name }) => name).filter((name) => !connected.includes(name));
  return { connected, missing, live_refused: liveRefusal };
}
