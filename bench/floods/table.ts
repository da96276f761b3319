import type { Machine } from '../machine.ts';
import { isMet, type Measured } from '../measured.ts';

/** What the measures of the floods are called in a result. */
export const measureNames = {
  rounds: 'rounds',
  quietSeconds: 'a quiet round',
  floodedSeconds: 'a flooded round',
  unfinishedSeconds: 'a round flooded with unfinished requests',
  memory: 'process after all floods',
  of: (flood: string) => ({
    quietP50: `${flood}: payments, quiet: p50`,
    quietP99: `${flood}: payments, quiet: p99`,
    floodedP50: `${flood}: payments, flooded: p50`,
    floodedP99: `${flood}: payments, flooded: p99`,
    lateP99: `${flood}: payments, flooded: sent late, p99`,
    quietFailed: `${flood}: payments, quiet: failed`,
    floodedFailed: `${flood}: payments, flooded: failed`,
    flooderGot: `${flood}: the flooder got `,
  }),
} as const;

/** A file of bench/results. */
export interface Result {
  readonly at: string;
  readonly machine: Machine;
  readonly measured: readonly Measured[];
}

/**
 * The result that docs/security-tests.md shows: the newest one with the most rounds, so that a short run never stands in
 * the place of a complete one. Null where none has floods.
 * @param results by file name, oldest first.
 */
export function shownResult(results: ReadonlyMap<string, Result>): { name: string; result: Result } | null {
  let shown: { name: string; result: Result; rounds: number } | null = null;
  for (const [name, result] of results) {
    const rounds = result.measured.find(({ part, what }) => part === 'floods' && what === measureNames.rounds)?.value;
    if (rounds !== undefined && rounds >= (shown?.rounds ?? 0)) shown = { name, result, rounds };
  }
  return shown;
}

/** The measures of the floods as Markdown, one line for each flood. */
export function floodTable(name: string, { at, machine, measured }: Result): string {
  const floods = measured.filter(({ part }) => part === 'floods');
  const find = (what: string): Measured => {
    const found = floods.find((one) => one.what === what);
    if (found === undefined) throw new Error(`${name} has no measure called "${what}"`);
    return found;
  };
  const shown = (what: string) => find(what).value.toLocaleString('en-GB');
  const endOfName = measureNames.of('').floodedP99;
  const rows = floods
    .filter(({ what }) => what.endsWith(endOfName))
    .map(({ what }) => what.slice(0, -endOfName.length))
    .map((flood) => {
      const names = measureNames.of(flood);
      const got = floods
        .filter(({ what }) => what.startsWith(names.flooderGot))
        .map(
          ({ what, value, unit }) => `${what.slice(names.flooderGot.length)}: ${value.toLocaleString('en-GB')} ${unit}`,
        );
      const [p99, failed] = [find(names.floodedP99), find(names.floodedFailed)];
      return [
        flood,
        got.join(', '),
        `${shown(names.quietP50)} / ${shown(names.quietP99)}`,
        `${shown(names.floodedP50)} / ${shown(names.floodedP99)}`,
        (p99.target?.value ?? 0).toLocaleString('en-GB'),
        shown(names.lateP99),
        `${shown(names.quietFailed)} / ${shown(names.floodedFailed)}`,
        isMet(p99) === true && isMet(failed) === true ? 'yes' : 'NO',
      ];
    });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = [
    'flood',
    'what the flooder got',
    'quiet p50 / p99, ms',
    'flooded p50 / p99, ms',
    'flooded p99 at most, ms',
    'sent late, p99, ms',
    'failed payments, quiet / flooded',
    'met',
  ];
  return [
    `Measured on ${at.slice(0, 10)}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, fsync`,
    `${machine.fsyncMedianMs} ms, Node ${machine.node}; \`bench/results/${name}\`. Rounds: ${shown(measureNames.rounds)}; quiet`,
    `${shown(measureNames.quietSeconds)} s, flooded ${shown(measureNames.floodedSeconds)} s, or ${shown(measureNames.unfinishedSeconds)} s under unfinished requests.`,
    ...(find(measureNames.rounds).value < 5
      ? ['**A short run: it shows that the measurement works, not how fast the service is.**']
      : []),
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
    `Memory of the process after all floods: ${shown(measureNames.memory)} MiB.`,
  ].join('\n');
}
