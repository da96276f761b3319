import type { FailureCode } from '../../ledger/transaction.ts';
import { operators } from '../registry.ts';

/** The response of the simulated operator to a money call. */
export type SimulatedResponse =
  | { readonly is: 'accepted' }
  /** The payment is taken, yet the call gets no answer until it is cut. */
  | { readonly is: 'silent' }
  | { readonly is: 'not_reached' }
  | { readonly is: 'refused'; readonly by: 'payment' | 'configuration'; readonly code: FailureCode };

/** The state of a payment that was taken. */
export type SimulatedState =
  | { readonly is: 'pending' }
  | { readonly is: 'succeeded' }
  | { readonly is: 'failed'; readonly code: FailureCode };

/** From `afterMs` after a payment was taken its state is `state`; so many callbacks report it. */
export interface StateChange {
  readonly afterMs: number;
  readonly state: SimulatedState;
  readonly callbacks: number;
}

/** What happens to payments of a number: the response to the call, and their states later. */
export interface Behaviour {
  readonly response: SimulatedResponse;
  readonly changes: readonly StateChange[];
  /** Waits for the virtual handset: the state that follows each decision, or none in time. */
  readonly handset?: {
    readonly windowMs: number;
    readonly approve: SimulatedState;
    readonly decline: SimulatedState;
    readonly unanswered: SimulatedState;
  };
}

const succeeded: SimulatedState = { is: 'succeeded' };
const failed = (code: FailureCode): SimulatedState => ({ is: 'failed', code });
const change = (afterMs: number, state: SimulatedState, callbacks = 1): StateChange => ({ afterMs, state, callbacks });
const accepted: SimulatedResponse = { is: 'accepted' };
const promptWindowMs = 300_000;

type Numbers = Readonly<Record<string, { readonly collection: Behaviour; readonly payout: Behaviour }>>;

/** The fixed numbers by their last four digits, as interface-decisions.md section 8 lists them. */
const fixedNumbers = (usualDelayMs: number): Numbers => ({
  '0001': {
    collection: { response: accepted, changes: [change(1_000, succeeded)] },
    payout: { response: accepted, changes: [change(1_000, succeeded)] },
  },
  '0002': {
    collection: { response: accepted, changes: [change(1_000, failed('customer_refused'))] },
    payout: { response: { is: 'refused', by: 'payment', code: 'recipient_not_found' }, changes: [] },
  },
  '0003': {
    collection: { response: accepted, changes: [change(1_000, failed('customer_insufficient_funds'))] },
    payout: { response: { is: 'refused', by: 'configuration', code: 'operator_float_too_low' }, changes: [] },
  },
  '0004': {
    collection: { response: accepted, changes: [change(5_000, failed('prompt_expired'))] },
    payout: { response: { is: 'silent' }, changes: [change(5_000, succeeded)] },
  },
  '0005': {
    collection: { response: accepted, changes: [] },
    payout: { response: accepted, changes: [] },
  },
  '0006': {
    collection: { response: { is: 'not_reached' }, changes: [] },
    payout: { response: { is: 'not_reached' }, changes: [] },
  },
  '0007': {
    collection: { response: accepted, changes: [change(usualDelayMs, succeeded, 2)] },
    payout: { response: accepted, changes: [change(usualDelayMs, succeeded, 2)] },
  },
  // Polls find the failure, long enough before the late success; only the success is called back.
  '0008': {
    collection: { response: accepted, changes: [change(1_000, failed('prompt_expired'), 0), change(6_000, succeeded)] },
    payout: { response: accepted, changes: [change(1_000, failed('operator_failed'), 0), change(6_000, succeeded)] },
  },
  '0009': {
    collection: {
      response: accepted,
      changes: [],
      handset: {
        windowMs: promptWindowMs,
        approve: succeeded,
        decline: failed('customer_refused'),
        unanswered: failed('prompt_expired'),
      },
    },
    payout: {
      response: accepted,
      changes: [],
      handset: {
        windowMs: promptWindowMs,
        approve: succeeded,
        decline: failed('recipient_cannot_receive'),
        unanswered: failed('prompt_expired'),
      },
    },
  },
});

/** The numbers with a fixed behaviour: 25677000____, for example. */
const fixedNumberForm = new RegExp(`^(?:${operators.map((one) => one.testNumberPrefix).join('|')})(\\d{4})$`);

/**
 * How the simulated operators treat payments of a phone. Every number without a fixed behaviour is approved, or paid,
 * after `usualDelayMs` (NSIMBI_SIMULATOR_DELAY).
 */
export function behaviourOf(phone: string, direction: 'collection' | 'payout', usualDelayMs: number): Behaviour {
  const lastFour = fixedNumberForm.exec(phone)?.[1];
  const fixed = lastFour === undefined ? undefined : fixedNumbers(usualDelayMs)[lastFour];
  if (fixed !== undefined) return fixed[direction];
  return { response: accepted, changes: [change(usualDelayMs, succeeded)] };
}
