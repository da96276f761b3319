import { evidenceOf, type Occasion } from '../../../packages/operator-stand-ins/src/report/evidence.ts';
import type {
  Observation,
  ObservedPayment,
  RecordedCall,
} from '../../../packages/operator-stand-ins/src/report/observation.ts';
import type { Rule } from '../../../packages/operator-stand-ins/src/report/rule.ts';

/** The report is asked for when these milliseconds have passed; a client has one second for each step. */
export const nowMs = 10_000_000;
const patienceMs = 1_000;

/** A collection of UGX 25,000 from an MTN number that was accepted at once, except for what a test changes. */
export function call(changes: Partial<RecordedCall> = {}): RecordedCall {
  const atMs = changes.atMs ?? 1_000;
  return {
    operator: 'mtn',
    kind: 'collection',
    product: 'collection',
    keyProduct: 'collection',
    tokenProduct: 'collection',
    token: 1,
    reference: 'first',
    phone: '256772000001',
    amount: 25_000,
    texts: [],
    isOurEnvironment: true,
    meaning: 'accepted',
    code: null,
    reason: null,
    outcome: null,
    reasonForm: null,
    isContradictory: false,
    balance: null,
    atMs,
    endedAtMs: atMs,
    answer: 202,
    ...changes,
  };
}

/** A status query of the same payment. */
export function query(changes: Partial<RecordedCall> = {}): RecordedCall {
  const usual = {
    kind: 'query',
    phone: null,
    amount: null,
    meaning: 'state',
    outcome: 'succeeded',
    answer: 200,
  } as const;
  return call({ atMs: 5_000, ...usual, ...changes });
}

/** The payment of `call` in the books: pending from its call on, and successful after two seconds. */
export function payment(changes: Partial<ObservedPayment> = {}): ObservedPayment {
  return {
    operator: 'mtn',
    reference: 'first',
    kind: 'collection',
    phone: '256772000001',
    amount: 25_000,
    createdAtMs: 1_000,
    turns: [
      { atMs: 1_000, outcome: 'open' },
      { atMs: 3_000, outcome: 'succeeded' },
    ],
    callbacks: [],
    ...changes,
  };
}

/** What both operators saw; `alone` leaves Airtel out. */
export interface Seen {
  readonly calls?: readonly RecordedCall[];
  readonly payments?: readonly ObservedPayment[];
  readonly alone?: boolean;
}

export function observationOf({ calls = [], payments = [], alone = false }: Seen): Observation {
  const mtn = { operator: 'mtn', queriesPerSecond: 10, tokenLifetimeMs: 3_600_000, takesUgandaNumbers: true } as const;
  const airtel = { ...mtn, operator: 'airtel', queriesPerSecond: null, tokenLifetimeMs: 180_000 } as const;
  return { nowMs, patienceMs, operators: alone ? [mtn] : [mtn, airtel], calls, payments };
}

/** What a rule finds, without its words. */
export function judge(rule: Rule, seen: Seen): readonly Occasion['is'][] {
  if (rule.judge === null) throw new Error(`rule ${rule.number} judges nothing`);
  return rule.judge(evidenceOf(observationOf(seen))).map(({ is }) => is);
}
