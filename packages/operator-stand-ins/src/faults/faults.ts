import { type Fault, type FaultGroup, type FaultOf, faultGroups } from './fault-list.ts';
import { calmPlan, type FaultPlan, type NamedFault } from './read-plan.ts';
import { uniform } from './uniform.ts';

/** A fault that happens now. */
export interface Happening<Group extends FaultGroup = FaultGroup> {
  readonly fault: FaultOf<Group>;
  /** How slow, or how late, in milliseconds. */
  readonly delayMs: number;
  /** The age of a payment, in milliseconds, from which a fault of its beginning is over; endless when it was asked for by
   *  name without a delay. */
  readonly untilAgeMs: number;
  readonly code: string | null;
  /** From 0 up to 1, for whatever else has to be drawn. */
  readonly draw: number;
}

/** Whom a moment is about. */
export interface Whom {
  readonly phone: string;
  readonly reference?: string;
  /** For what is drawn once per payment; requests are counted instead. */
  readonly ordinal?: number;
}

/** Decides which faults happen, and counts those that did. */
export class Faults {
  #plan: FaultPlan = calmPlan;
  readonly #drawn = new Map<string, number>();
  readonly #happened = new Map<Fault, number>();

  get plan(): FaultPlan {
    return this.#plan;
  }

  /** Begins a plan anew: nothing is drawn yet, so the same requests meet the same faults again. */
  follow(plan: FaultPlan): void {
    this.#plan = plan;
    this.#drawn.clear();
  }

  /** How often each fault happened since the stand-in started. */
  get happened(): ReadonlyMap<Fault, number> {
    return this.#happened;
  }

  /** The fault of a group that happens to someone now, or null. A reference's own come first, then a number's, then
   *  those of everyone, then chance. */
  choose<Group extends FaultGroup>(group: Group, whom: Whom): Happening<Group> | null {
    const named = this.#named(group, whom);
    const nth = `${group}|${whom.phone}`;
    const draw = (what: string, count: number) => uniform(this.#plan.seed, what, group, whom.phone, count);
    let fault: Fault | undefined = named?.fault;
    let count = whom.ordinal ?? 0;
    if (fault === undefined) {
      if (!this.#hasRates(group)) return null;
      if (whom.ordinal === undefined) {
        count = this.#drawn.get(nth) ?? 0;
        this.#drawn.set(nth, count + 1);
      }
      fault = this.#byChance(group, draw('which', count));
      if (fault === undefined) return null;
    }
    this.#happened.set(fault, (this.#happened.get(fault) ?? 0) + 1);
    const [shortest, longest] = this.#plan.delayRangeMs;
    const drawnMs = Math.round(shortest + draw('delay', count) * (longest - shortest));
    return {
      fault: fault as FaultOf<Group>,
      delayMs: named?.delayMs ?? drawnMs,
      untilAgeMs: named === undefined ? drawnMs : (named.delayMs ?? Number.POSITIVE_INFINITY),
      code: named?.code ?? null,
      draw: draw('other', count),
    };
  }

  #named(group: FaultGroup, { phone, reference }: Whom): NamedFault | undefined {
    const { references, numbers, always } = this.#plan;
    if (references.size + numbers.size + always.length === 0) return undefined;
    const lists = [reference === undefined ? undefined : references.get(reference), numbers.get(phone), always];
    for (const list of lists) {
      for (const named of list ?? []) {
        if (named.group !== group || named.timesLeft === 0) continue;
        if (named.timesLeft !== null) named.timesLeft -= 1;
        return named;
      }
    }
    return undefined;
  }

  #hasRates(group: FaultGroup): boolean {
    const { rates } = this.#plan;
    return rates.size > 0 && faultGroups[group].some((fault) => (rates.get(fault) ?? 0) > 0);
  }

  #byChance(group: FaultGroup, draw: number): Fault | undefined {
    let sum = 0;
    for (const fault of faultGroups[group]) {
      sum += this.#plan.rates.get(fault) ?? 0;
      if (draw < sum) return fault;
    }
    return undefined;
  }
}

/** One of a list, by a draw from 0 up to 1. */
export function pick<T>(list: readonly [T, ...T[]], draw: number): T {
  return list[Math.floor(draw * list.length)] ?? list[0];
}
