import type { FailureCode } from '../../ledger/transaction.ts';
import { operators } from '../registry.ts';

/** How the simulated operator answers a money call. */
export type SimulatedFirstWord =
  | { readonly is: 'accepted' }
  /** The payment is taken, yet the call gets no answer until it is cut. */
  | { readonly is: 'silent' }
  | { readonly is: 'not_reached' }
  | { readonly is: 'refused'; readonly by: 'payment' | 'configuration'; readonly code: FailureCode };

/** What is true of a payment that was taken. */
export type SimulatedTruth =
  | { readonly is: 'pending' }
  | { readonly is: 'succeeded' }
  | { readonly is: 'failed'; readonly code: FailureCode };

/** From `afterMs` after it was taken a payment's truth is `truth`, told by so many callbacks. */
export interface Turn {
  readonly afterMs: number;
  readonly truth: SimulatedTruth;
  readonly callbacks: number;
}

/** What happens to payments of a number: their first word, and what becomes true when. */
export interface Behaviour {
  readonly firstWord: SimulatedFirstWord;
  readonly turns: readonly Turn[];
  /** Waits for the virtual handset: the turn that each decision, or none in time, leads to. */
  readonly handset?: {
    readonly windowMs: number;
    readonly approve: SimulatedTruth;
    readonly decline: SimulatedTruth;
    readonly unanswered: SimulatedTruth;
  };
}

const succeeded: SimulatedTruth = { is: 'succeeded' };
const failed = (code: FailureCode): SimulatedTruth => ({ is: 'failed', code });
const turn = (afterMs: number, truth: SimulatedTruth, callbacks = 1): Turn => ({ afterMs, truth, callbacks });
const accepted: SimulatedFirstWord = { is: 'accepted' };
const promptWindowMs = 300_000;

type Numbers = Readonly<Record<string, { readonly collection: Behaviour; readonly payout: Behaviour }>>;

/** The fixed numbers by their last four digits, as interface-decisions.md section 8 lists them. */
const fixedNumbers = (usualDelayMs: number): Numbers => ({
  '0001': {
    collection: { firstWord: accepted, turns: [turn(1_000, succeeded)] },
    payout: { firstWord: accepted, turns: [turn(1_000, succeeded)] },
  },
  '0002': {
    collection: { firstWord: accepted, turns: [turn(1_000, failed('customer_refused'))] },
    payout: { firstWord: { is: 'refused', by: 'payment', code: 'recipient_not_found' }, turns: [] },
  },
  '0003': {
    collection: { firstWord: accepted, turns: [turn(1_000, failed('customer_insufficient_funds'))] },
    payout: { firstWord: { is: 'refused', by: 'configuration', code: 'operator_float_too_low' }, turns: [] },
  },
  '0004': {
    collection: { firstWord: accepted, turns: [turn(5_000, failed('prompt_expired'))] },
    payout: { firstWord: { is: 'silent' }, turns: [turn(5_000, succeeded)] },
  },
  '0005': {
    collection: { firstWord: accepted, turns: [] },
    payout: { firstWord: accepted, turns: [] },
  },
  '0006': {
    collection: { firstWord: { is: 'not_reached' }, turns: [] },
    payout: { firstWord: { is: 'not_reached' }, turns: [] },
  },
  '0007': {
    collection: { firstWord: accepted, turns: [turn(usualDelayMs, succeeded, 2)] },
    payout: { firstWord: accepted, turns: [turn(usualDelayMs, succeeded, 2)] },
  },
  // Polls find the failure, long enough before the late success; only the success is called back.
  '0008': {
    collection: { firstWord: accepted, turns: [turn(1_000, failed('prompt_expired'), 0), turn(6_000, succeeded)] },
    payout: { firstWord: accepted, turns: [turn(1_000, failed('operator_failed'), 0), turn(6_000, succeeded)] },
  },
  '0009': {
    collection: {
      firstWord: accepted,
      turns: [],
      handset: {
        windowMs: promptWindowMs,
        approve: succeeded,
        decline: failed('customer_refused'),
        unanswered: failed('prompt_expired'),
      },
    },
    payout: {
      firstWord: accepted,
      turns: [],
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
  return { firstWord: accepted, turns: [turn(usualDelayMs, succeeded)] };
}
