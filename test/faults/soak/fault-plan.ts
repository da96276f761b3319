import type { StandInProcess } from '../../service/stand-in-process.ts';

/** How often something of a group goes wrong, shared evenly by the faults of the group. */
const shares: Readonly<Record<string, number>> = {
  call: 0.25,
  query: 0.2,
  lookup: 0.3,
  token: 0.1,
  outcome: 0.25,
  callback: 0.6,
  callback_method: 0.6,
  reason: 1,
  numbers: 0.8,
  difference: 0.04,
  trap: 0.2,
  person: 0.4,
};

/** How late a late thing is, at most. */
export const delayMaxMs = 6_000;

/** Switches every fault of an operator on, at random. @throws when the operator has a group that nobody gave a share. */
export async function switchFaultsOn(standIn: StandInProcess, seed: number): Promise<void> {
  const { faults } = await standIn.admin<{ faults: Record<string, string[]> }>('GET', '/_faults');
  const rates: Record<string, number> = {};
  for (const [group, names] of Object.entries(faults)) {
    const share = shares[group];
    if (share === undefined) throw new Error(`how often does a fault of the group ${group} happen?`);
    for (const name of names) rates[name] = share / names.length;
  }
  await standIn.admin('PUT', '/_faults', { seed, delayRangeMs: [100, delayMaxMs], rates });
}

/** Switches every fault off. @returns how often each one happened. */
export async function switchFaultsOff(standIn: StandInProcess): Promise<Readonly<Record<string, number>>> {
  const { happened } = await standIn.admin<{ happened: Record<string, number> }>('GET', '/_faults');
  await standIn.admin('DELETE', '/_faults');
  return happened;
}
