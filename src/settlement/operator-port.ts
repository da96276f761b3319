import type { OperatorCall } from '../ledger/rows/submission.ts';
import { operators } from '../operators/registry.ts';
import type { OperatorPort } from '../wallet/operator-port.ts';
import type { Circuits } from './circuit.ts';
import type { Connectors, RegisteredConnector } from './connectors.ts';
import { callInProgressMs, callTimeoutMs, type MoneyCalls } from './money-calls.ts';

const nameWaitMs = 1_000;
const nameCharactersMax = 120;
/** An operator without settings does not get them within minutes. */
const withoutSettingsRetryAfterSeconds = 300;

/** What the wallet needs of operators, done by the registered connectors. */
export function createOperatorPort(parts: {
  registry: Connectors;
  circuits: Circuits;
  calls: MoneyCalls;
  operatorWaitMs: number;
}): OperatorPort {
  const { registry, circuits, calls, operatorWaitMs } = parts;
  const served = operators.map(({ name }) => name);
  return {
    served,

    prepare(mode, operator, direction) {
      const registered = registry.serving(mode, operator);
      if (registered === undefined) {
        if (mode === 'live' && !served.includes(operator)) return { is: 'not_supported' };
        return { is: 'not_configured', retryAfterSeconds: withoutSettingsRetryAfterSeconds };
      }
      const nowMs = performance.now();
      const circuit = circuits.of(registered.operatorAccountId, direction);
      const mayCall = circuit.mayCall(nowMs);
      if (!mayCall && direction === 'collection') {
        return { is: 'unavailable', retryAfterSeconds: Math.ceil(circuit.retryAfterMs(nowMs) / 1_000) };
      }
      return { is: 'ready', call: prepareCall(registered, mayCall, nowMs) };
    },

    prepareRefund(mode, operatorAccountId) {
      const registered = registry.byAccount(operatorAccountId);
      if (registered === undefined || registered.connector.mode !== mode) {
        return { is: 'not_configured', retryAfterSeconds: withoutSettingsRetryAfterSeconds };
      }
      const nowMs = performance.now();
      const mayCall = circuits.of(operatorAccountId, 'payout').mayCall(nowMs);
      const call = prepareCall(registered, mayCall, nowMs);
      const { refundsLeave: paidFrom, refundsInPart: inPart } = registered.connector;
      return { is: 'ready', call: { ...call, paidFrom, inPart } };
    },

    async lookupName(mode, operator, phone) {
      const registered = registry.serving(mode, operator);
      if (registered === undefined) return null;
      const patience = AbortSignal.timeout(nameWaitMs);
      const named = registered.connector.lookupName(phone, patience).then(shortened, () => null);
      return Promise.race([named, aborted(patience)]);
    },

    async submit(transaction, { reference, cutAtMs }) {
      // Queued, or the transaction of another request with the same Idempotency-Key: the poller finds it due.
      if (cutAtMs === undefined || transaction.externalReference !== reference) return transaction;
      if (transaction.operatorAccountId === null) return transaction;
      const registered = registry.byAccount(transaction.operatorAccountId);
      if (registered === undefined || registered.connector.mode !== transaction.mode) {
        throw new Error(`no connector of ${transaction.mode} mode serves transaction ${transaction.transactionId}`);
      }
      const failed = await within(operatorWaitMs, calls.make({ registered, transaction, sends: 1, cutAtMs }));
      return failed ?? transaction;
    },
  };
}

/** The cut counts from before the ledger writes `send_until`, by a clock that cannot jump, so it never comes later. */
function prepareCall(
  { connector, operatorAccountId }: RegisteredConnector,
  mayCall: boolean,
  nowMs: number,
): OperatorCall {
  return {
    operatorAccountId,
    reference: connector.newReference(),
    sends: mayCall ? 1 : 0,
    callTimeoutMs: callInProgressMs,
    firstQueryAfterMs: connector.pollDelaysMs[0] ?? 0,
    ...(mayCall ? { cutAtMs: nowMs + callTimeoutMs } : {}),
  };
}

/** A name as long as one that a client may give; an operator's is decoration too. */
function shortened(name: string | null): string | null {
  return name === null ? null : Array.from(name).slice(0, nameCharactersMax).join('').trim();
}

/** The value of a promise within some milliseconds, and null afterwards. A bare timer, because every payment takes one. */
function within<Value>(ms: number, promise: Promise<Value | null>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, null);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
