import type { CampaignRecord, FaultRecord, Problem } from './records.ts';

/** What a campaign was asked for. */
export interface CampaignOptions {
  readonly operations: number;
  readonly processes: number;
  readonly seed: number;
  readonly clients: number;
  /** Faults that do not happen, because somebody left them out. */
  readonly without: readonly string[];
  /** The version of the program, as git names it. */
  readonly commit: string;
}

/** What came of a campaign. Times in milliseconds. */
export interface Report extends CampaignOptions {
  readonly endedAt: string;
  /** Operations that ended, by kind and outcome. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly requests: number;
  /** While operations were sent, in all sittings. */
  readonly operationsPerSecond: number;
  /** Faults of the surroundings, of the operators, and what was done with callbacks. */
  readonly faults: Readonly<Record<'surroundings' | 'operators' | 'callbacks', Readonly<Record<string, number>>>>;
  /** Faults that this machine cannot cause, each with the reason. */
  readonly impossible: Readonly<Record<string, string>>;
  /** From the first request of an operation until its final status was known, by the fault that happened meanwhile. */
  readonly finalAfterMs: readonly FinalTimes[];
  /** Payments that ended with a person: the operator's answer is missing or contradicts. How many, by reason. */
  readonly withAPerson: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

export interface FinalTimes {
  readonly during: string;
  readonly route: 'between wallets' | 'with an operator';
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Collects from the record of a campaign what a report says. */
export async function summarize(records: AsyncIterable<CampaignRecord>): Promise<
  Pick<Report, 'outcomes' | 'requests' | 'operationsPerSecond' | 'finalAfterMs'> & {
    surroundings: Record<string, number>;
  }
> {
  const kinds = new Map<number, string>();
  const firstMs = new Map<number, number>();
  const finalMs = new Map<number, number>();
  const faults: FaultRecord[] = [];
  const outcomes: Record<string, Record<string, number>> = {};
  const seconds = new Set<number>();
  let requests = 0;
  let ended = 0;
  for await (const record of records) {
    if (record.is === 'begun') kinds.set(record.n, record.kind);
    else if (record.is === 'attempt') {
      requests += 1;
      seconds.add(Math.floor(record.atMs / 1_000));
      if (!firstMs.has(record.n)) firstMs.set(record.n, record.atMs);
    } else if (record.is === 'final' && !finalMs.has(record.n)) finalMs.set(record.n, record.atMs);
    else if (record.is === 'fault') faults.push(record);
    else if (record.is === 'ended') {
      ended += 1;
      const kind = kinds.get(record.n) ?? 'unknown';
      const ofKind = outcomes[kind] ?? {};
      outcomes[kind] = ofKind;
      ofKind[record.outcome] = (ofKind[record.outcome] ?? 0) + 1;
    }
  }
  const surroundings: Record<string, number> = {};
  for (const { kind } of faults) surroundings[kind] = (surroundings[kind] ?? 0) + 1;
  return {
    outcomes,
    requests,
    // Seconds in which nothing was asked, such as those between two sittings, are no time of the campaign.
    operationsPerSecond: Math.round((10 * ended) / Math.max(1, seconds.size)) / 10,
    finalAfterMs: finalTimes({ kinds, firstMs, finalMs }, faults),
    surroundings,
  };
}

function finalTimes(
  {
    kinds,
    firstMs,
    finalMs,
  }: Record<'firstMs' | 'finalMs', ReadonlyMap<number, number>> & { kinds: ReadonlyMap<number, string> },
  faults: readonly FaultRecord[],
): FinalTimes[] {
  const samples = new Map<string, number[]>();
  const sorted = [...faults].sort((one, other) => one.fromMs - other.fromMs);
  for (const [n, untilMs] of finalMs) {
    const fromMs = firstMs.get(n);
    if (fromMs === undefined) continue;
    const route = kinds.get(n) === 'payment' ? 'between wallets' : 'with an operator';
    const met = new Set(
      sorted.filter((fault) => fault.fromMs <= untilMs && fault.untilMs >= fromMs).map(({ kind }) => kind),
    );
    for (const during of met.size === 0 ? ['no fault'] : met) {
      const name = `${during}|${route}`;
      const list = samples.get(name) ?? [];
      samples.set(name, list);
      list.push(untilMs - fromMs);
    }
  }
  return [...samples.keys()].sort().map((name): FinalTimes => {
    const [during = '', route] = name.split('|');
    const times = (samples.get(name) ?? []).sort((one, other) => one - other);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
    return {
      during,
      route: route === 'between wallets' ? route : 'with an operator',
      count: times.length,
      p50: at(0.5),
      p99: at(0.99),
      max: times.at(-1) ?? 0,
    };
  });
}

/** The section of a report for docs/reliability.md. */
export function asMarkdown(report: Report): string {
  const outcomeNames = [...new Set(Object.values(report.outcomes).flatMap((ofKind) => Object.keys(ofKind)))].sort();
  const faultRows = Object.entries(report.faults).flatMap(([where, counts]) =>
    Object.entries(counts).map(([kind, count]) => `| ${where} | ${kind} | ${count} |`),
  );
  const lines = [
    `### Seed ${report.seed}, ${report.operations} operations, ${report.processes} processes, commit ${report.commit}`,
    '',
    `Ended at ${report.endedAt}; ${report.requests} requests, ${report.operationsPerSecond} operations a second.`,
    ...(report.without.length > 0 ? [`Left out: ${report.without.join(', ')}.`] : []),
    ...Object.values(report.impossible),
    '',
    `| Operation | ${outcomeNames.join(' | ')} |`,
    `| --- | ${outcomeNames.map(() => '---:').join(' | ')} |`,
    ...Object.entries(report.outcomes).map(
      ([kind, ofKind]) => `| ${kind} | ${outcomeNames.map((name) => ofKind[name] ?? 0).join(' | ')} |`,
    ),
    '',
    '| Where | Fault | Times |',
    '| --- | --- | ---: |',
    ...faultRows,
    '',
    '| Until the final status is known, during | Route | Operations | Median | 99 % | Longest |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...report.finalAfterMs.map(
      ({ during, route, count, p50, p99, max }) =>
        `| ${during} | ${route} | ${count} | ${inSeconds(p50)} | ${inSeconds(p99)} | ${inSeconds(max)} |`,
    ),
    '',
    ...Object.entries(report.withAPerson).map(([why, count]) => `- With a person: ${count}, ${why}.`),
    report.problems.length === 0 ? 'Problems: none.' : `Problems: ${report.problems.length}.`,
    ...report.problems.slice(0, 50).map(({ rule, detail }) => `- \`${rule}\`: ${detail}`),
  ];
  return `${lines.join('\n')}\n`;
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`;
}
