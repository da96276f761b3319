import type { Seen } from './measure.ts';

/** What one scenario showed. */
export interface Row extends Seen {
  readonly what: string;
  /** Payments that were answered for good while the scenario lasted. */
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
}

/** The table of docs/reliability.md. */
export function table(rows: readonly Row[], run: { readonly cores: number; readonly commit: string }): string {
  const number = (value: number | null) => (value === null ? 'none' : value.toFixed(1));
  return [
    `Commit ${run.commit}, ${run.cores} cores.`,
    '',
    '| What happens | Acknowledged | Lost | Duplicated | Refused | No response | First success, s | Longest pause, s |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(
      ({ what, acknowledged, lost, duplicated, refused, unanswered, firstSuccessSeconds, pauseSeconds }) =>
        `| ${[what, acknowledged, lost, duplicated, refused, unanswered, number(firstSuccessSeconds), number(pauseSeconds)].join(' | ')} |`,
    ),
    '',
  ].join('\n');
}
