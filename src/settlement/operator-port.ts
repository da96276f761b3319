import type { OperatorCall } from '../ledger/rows/submission.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';
import { operators } from '../operators/registry.ts';
import type { OperatorPort, PreparedCall, PreparedRefund } from '../wallet/operator-port.ts';
import type { Circuits } from './circuit.ts';
import type { Connectors, RegisteredConnector } from './connectors.ts';
import { callTimeoutMs, type MoneyCalls } from './money-calls.ts';

const nameWaitMs = 1_000;
const nameCharactersMax = 120;
/** For how long after its cut an opening whose commit was in doubt may still come for its call, to hear that it is late. */
const rememberedAfterCutMs = 600_000;
/** An operator without settings does not get them within minutes. */
const withoutSettingsRetryAfterSeconds = 300;

/** What the wallet asks of operators, answered by the registered connectors. */
export class RegisteredOperators implements OperatorPort {
  readonly served = operators.map(({ name }) => name);
  readonly #registry: Connectors;
  readonly #circuits: Circuits;
  readonly #calls: MoneyCalls;
  readonly #operatorWaitMs: number;
  /** By reference: when the call that was prepared here is cut. */
  readonly #cutAtMs = new Map<string, number>();

  constructor(parts: {
    registry: Connectors;
    circuits: Circuits;
    calls: MoneyCalls;
    operatorWaitMs: number;
  }) {
    this.#registry = parts.registry;
    this.#circuits = parts.circuits;
    this.#calls = parts.calls;
    this.#operatorWaitMs = parts.operatorWaitMs;
  }

  prepare(mode: Mode, operator: string, direction: 'collection' | 'payout'): PreparedCall {
    const registered = this.#registry.serving(mode, operator);
    if (registered === undefined) {
      if (mode === 'live' && !this.served.includes(operator)) return { is: 'not_supported' };
      return { is: 'not_configured', retryAfterSeconds: withoutSettingsRetryAfterSeconds };
    }
    const nowMs = performance.now();
    const circuit = this.#circuits.of(registered.operatorAccountId, direction);
    const mayCall = circuit.mayCall(nowMs);
    if (!mayCall && direction === 'collection') {
      return { is: 'unavailable', retryAfterSeconds: Math.ceil(circuit.retryAfterMs(nowMs) / 1_000) };
    }
    return { is: 'ready', call: this.#prepareCall(registered, mayCall, nowMs) };
  }

  prepareRefund(mode: Mode, operatorAccountId: number): PreparedRefund {
    const registered = this.#registry.byAccount(operatorAccountId);
    if (registered === undefined || registered.connector.mode !== mode) {
      return { is: 'not_configured', retryAfterSeconds: withoutSettingsRetryAfterSeconds };
    }
    const nowMs = performance.now();
    const mayCall = this.#circuits.of(operatorAccountId, 'payout').mayCall(nowMs);
    const call = this.#prepareCall(registered, mayCall, nowMs);
    return { is: 'ready', call: { ...call, paidFrom: registered.connector.refundsLeave } };
  }

  async lookupName(mode: Mode, operator: string, phone: string): Promise<string | null> {
    const registered = this.#registry.serving(mode, operator);
    if (registered === undefined) return null;
    const patience = AbortSignal.timeout(nameWaitMs);
    const named = registered.connector.lookupName(phone, patience).then(shortened, () => null);
    return Promise.race([named, aborted(patience)]);
  }

  async submit(transaction: Transaction): Promise<Transaction> {
    const cutAtMs = this.#takeCut(transaction.externalReference);
    // Queued, or prepared by another process: the poller finds it due.
    if (cutAtMs === undefined || transaction.operatorAccountId === null) return transaction;
    const registered = this.#registry.byAccount(transaction.operatorAccountId);
    if (registered === undefined || registered.connector.mode !== transaction.mode) {
      throw new Error(`no connector of ${transaction.mode} mode serves transaction ${transaction.transactionId}`);
    }
    const failed = await within(this.#operatorWaitMs, this.#calls.make({ registered, transaction, sends: 1, cutAtMs }));
    return failed ?? transaction;
  }

  #prepareCall({ connector, operatorAccountId }: RegisteredConnector, mayCall: boolean, nowMs: number): OperatorCall {
    const reference = connector.newReference();
    if (mayCall) this.#remember(reference, nowMs);
    return {
      operatorAccountId,
      reference,
      sends: mayCall ? 1 : 0,
      callTimeoutMs,
      firstQueryAfterMs: connector.pollDelaysMs[0] ?? 0,
    };
  }

  /** The cut counts from before the ledger wrote `send_until`, by a clock that cannot jump, so it never comes later. */
  #remember(reference: string, nowMs: number): void {
    // Openings that were refused never come back for theirs. A Map keeps its entries in the order they came.
    for (const [old, cutAtMs] of this.#cutAtMs) {
      if (cutAtMs + rememberedAfterCutMs > nowMs) break;
      this.#cutAtMs.delete(old);
    }
    this.#cutAtMs.set(reference, nowMs + callTimeoutMs);
  }

  #takeCut(reference: string | null): number | undefined {
    if (reference === null) return undefined;
    const cutAtMs = this.#cutAtMs.get(reference);
    this.#cutAtMs.delete(reference);
    return cutAtMs;
  }
}

/** A name as long as one that a client may give; an operator's is decoration too. */
function shortened(name: string | null): string | null {
  return name === null ? null : Array.from(name).slice(0, nameCharactersMax).join('').trim();
}

/** What a promise gives within some milliseconds, and null afterwards. A bare timer, because every payment takes one. */
function within<Value>(ms: number, promise: Promise<Value | null>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, null);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
