import type { KnownFaults } from './fault-list.ts';
import type { Faults } from './faults.ts';
import type { NamedFault } from './read-plan.ts';

/** The plan in force, how often each fault happened, and every fault by its group, for the admin path. */
export function showPlan(faults: Faults, known: KnownFaults): Record<string, unknown> {
  const { seed, delayRangeMs, rates, always, numbers, references } = faults.plan;
  const byGroup: Record<string, string[]> = {};
  for (const [fault, group] of known) {
    byGroup[group] ??= [];
    byGroup[group].push(fault);
  }
  return {
    plan: {
      seed,
      delayRangeMs,
      rates: Object.fromEntries(rates),
      always: always.map(showNamed),
      numbers: Object.fromEntries([...numbers].map(([key, list]) => [key, list.map(showNamed)])),
      references: Object.fromEntries([...references].map(([key, list]) => [key, list.map(showNamed)])),
    },
    happened: Object.fromEntries(faults.happened),
    faults: byGroup,
  };
}

function showNamed({ fault, timesLeft, delayMs, code }: NamedFault): Record<string, unknown> {
  return {
    fault,
    ...(timesLeft === null ? {} : { times: timesLeft }),
    ...(delayMs === null ? {} : { delayMs }),
    ...(code === null ? {} : { code }),
  };
}
