import type { Mode } from '../ledger/transaction.ts';
import type { CircuitState, Circuits } from './circuit.ts';
import type { Connectors } from './connectors.ts';
import type { FloatLevel, FloatName, KnownFloat } from './known-float.ts';

/** The state of an operator account. */
export interface OperatorState {
  readonly mode: Mode;
  readonly operator: string;
  readonly operatorAccountId: number;
  /** It moves no money: it has no floats, and its circuits never open. */
  readonly simulated: boolean;
  /** As this process judges by its own calls: each process has circuits of its own. */
  readonly circuits: Readonly<Record<'collection' | 'payout', CircuitState>>;
  /** By what the operator reported to any process, and by what all processes sent since. */
  readonly floats: Readonly<Record<FloatName, FloatState>>;
}

export interface FloatState {
  /** Shillings that it can still pay; null when that is not known. */
  readonly known: bigint | null;
  readonly level: FloatLevel;
}

const unknownFloat: FloatState = { known: null, level: 'unknown' };

/** Puts together what is known of every operator that this process can call. Pure; `nowMs` is of the circuits' clock. */
export function statesOf(
  registry: Connectors,
  circuits: Circuits,
  floats: readonly KnownFloat[],
  nowMs: number,
): readonly OperatorState[] {
  return registry.all().map(({ operatorAccountId, connector: { mode, operator, simulated } }) => {
    const circuitOf = (direction: 'collection' | 'payout') => circuits.of(operatorAccountId, direction).state(nowMs);
    const floatOf = (name: FloatName): FloatState => {
      const one = floats.find(({ float, ...of }) => float === name && of.operatorAccountId === operatorAccountId);
      return one === undefined ? unknownFloat : { known: one.known, level: one.level };
    };
    return {
      mode,
      operator,
      operatorAccountId,
      simulated,
      circuits: { collection: circuitOf('collection'), payout: circuitOf('payout') },
      floats: { collection_float: floatOf('collection_float'), disbursement_float: floatOf('disbursement_float') },
    };
  });
}

/**
 * The same for /readyz, by mode and operator. Amounts are not public: only whether a float is low. A simulated operator has
 * no floats.
 */
export function statesForReadiness(states: readonly OperatorState[]): Record<string, object> {
  return Object.fromEntries(
    states.map(({ mode, operator, simulated, circuits, floats }) => [
      `${mode} ${operator}`,
      {
        collection_circuit: circuits.collection,
        payout_circuit: circuits.payout,
        ...(simulated
          ? { simulated }
          : {
              collection_float: floats.collection_float.level,
              disbursement_float: floats.disbursement_float.level,
            }),
      },
    ]),
  );
}
