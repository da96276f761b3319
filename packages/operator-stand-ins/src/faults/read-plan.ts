import { asObject } from '../http/read-request.ts';
import type { Fault, FaultGroup, KnownFaults } from './fault-list.ts';

/** A fault that was asked for by name. */
export interface NamedFault {
  readonly fault: Fault;
  readonly group: FaultGroup;
  /** How often it still happens; null is always. */
  timesLeft: number | null;
  /** How slow, or how late, in milliseconds; null is drawn from the plan's range. */
  readonly delayMs: number | null;
  /** For `refused` and `fails`: the operator's code; null is drawn. */
  readonly code: string | null;
}

export interface FaultPlan {
  readonly seed: number;
  /** The shortest and longest delay of what is slow or late, in milliseconds. */
  readonly delayRangeMs: readonly [number, number];
  readonly rates: ReadonlyMap<Fault, number>;
  /** Faults of every request. */
  readonly always: readonly NamedFault[];
  readonly numbers: ReadonlyMap<string, readonly NamedFault[]>;
  readonly references: ReadonlyMap<string, readonly NamedFault[]>;
}

export const calmPlan: FaultPlan = {
  seed: 1,
  delayRangeMs: [100, 3_000],
  rates: new Map(),
  always: [],
  numbers: new Map(),
  references: new Map(),
};

/** A plan that cannot be: the message says what is wrong with it. */
export class PlanError extends Error {}

/** Reads a plan as README.md of this package describes it. @throws PlanError */
export function readPlan(known: KnownFaults, value: unknown): FaultPlan {
  const given = objectOr('the plan', value);
  for (const key of Object.keys(given)) {
    if (!['seed', 'delayRangeMs', 'rates', 'always', 'numbers', 'references'].includes(key)) {
      throw new PlanError(`a plan has no ${key}; it has seed, delayRangeMs, rates, always, numbers and references`);
    }
  }
  return {
    seed: given.seed === undefined ? calmPlan.seed : wholeNumber('seed', given.seed),
    delayRangeMs: given.delayRangeMs === undefined ? calmPlan.delayRangeMs : rangeOf(given.delayRangeMs),
    rates: ratesOf(known, given.rates),
    always: given.always === undefined ? [] : namedFaults(known, 'always', given.always),
    numbers: namedFaultsByKey(known, 'numbers', given.numbers),
    references: namedFaultsByKey(known, 'references', given.references),
  };
}

function ratesOf(known: KnownFaults, value: unknown): ReadonlyMap<Fault, number> {
  const rates = new Map<Fault, number>();
  const sums = new Map<FaultGroup, number>();
  for (const [word, rate] of Object.entries(value === undefined ? {} : objectOr('rates', value))) {
    const group = knownGroup(known, word);
    if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
      throw new PlanError(`the rate of ${word} is a number from 0 to 1, not ${JSON.stringify(rate)}`);
    }
    const sum = (sums.get(group) ?? 0) + rate;
    // Rates are often fractions that do not add up to exactly 1 in binary.
    if (sum > 1 + 1e-9) throw new PlanError(`the rates of the group ${group} add up to more than 1`);
    sums.set(group, sum);
    rates.set(word as Fault, rate);
  }
  return rates;
}

function namedFaultsByKey(
  known: KnownFaults,
  name: string,
  value: unknown,
): ReadonlyMap<string, readonly NamedFault[]> {
  if (value === undefined) return new Map();
  return new Map(Object.entries(objectOr(name, value)).map(([key, list]) => [key, namedFaults(known, key, list)]));
}

function namedFaults(known: KnownFaults, name: string, value: unknown): readonly NamedFault[] {
  if (!Array.isArray(value)) throw new PlanError(`the faults of ${name} are a list`);
  return value.map((entry: unknown) => namedFault(known, typeof entry === 'string' ? { fault: entry } : entry));
}

function namedFault(known: KnownFaults, entry: unknown): NamedFault {
  const { fault, times, delayMs, code, ...rest } = objectOr('a fault', entry);
  if (typeof fault !== 'string') throw new PlanError('a fault is a name, or an object with its name as fault');
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw new PlanError(`a fault has fault, times, delayMs and code, not ${unknown}`);
  if (code !== undefined && typeof code !== 'string') throw new PlanError(`the code of ${fault} is a text`);
  return {
    fault: fault as Fault,
    group: knownGroup(known, fault),
    timesLeft: times === undefined ? null : wholeNumber(`times of ${fault}`, times),
    delayMs: delayMs === undefined ? null : wholeNumber(`delayMs of ${fault}`, delayMs),
    code: code ?? null,
  };
}

function knownGroup(known: KnownFaults, word: string): FaultGroup {
  const group = known.get(word);
  if (group === undefined) throw new PlanError(`this operator has no fault ${word}; GET /_faults lists them`);
  return group;
}

function rangeOf(value: unknown): readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) throw new PlanError('delayRangeMs is a list of two numbers');
  const range = [wholeNumber('delayRangeMs', value[0]), wholeNumber('delayRangeMs', value[1])] as const;
  if (range[0] > range[1]) throw new PlanError('delayRangeMs begins with the shorter delay');
  return range;
}

function wholeNumber(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new PlanError(`${name} is a whole number from 0, not ${JSON.stringify(value)}`);
  }
  return value;
}

function objectOr(name: string, value: unknown): Record<string, unknown> {
  const object = asObject(value);
  if (object === null) throw new PlanError(`${name} is a JSON object`);
  return object;
}
