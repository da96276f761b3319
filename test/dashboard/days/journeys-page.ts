import type { Effort } from './walker.ts';

/** What the tasks of a role took on both screens. */
export interface WalkedDay {
  readonly role: string;
  readonly tasks: readonly { readonly name: string; readonly desk: Effort; readonly phone: Effort }[];
}

/**
 * How long a practised person takes for a task by the keystroke-level model (Card, Moran and Newell, 1983), in seconds: 1.35 to decide on
 * each press, 1.1 to point, 0.1 to press, 0.28 for each character, and as long as a press for each screen that is scrolled. What the page
 * takes is added. Pure.
 */
export function practisedSeconds({ presses, characters, screens, waitedMs }: Effort): number {
  return (presses + screens) * (1.35 + 1.1 + 0.1) + characters * 0.28 + waitedMs / 1000;
}

/** The part of docs/journeys.md that is measured: a table for each role. Pure. */
export function tablesOf(days: readonly WalkedDay[]): string {
  return days.map(tableOf).join('\n\n');
}

function tableOf({ role, tasks }: WalkedDay): string {
  const rows = tasks.map(({ name, desk, phone }) => `| ${[name, ...cells(desk), ...cells(phone)].join(' | ')} |`);
  return [
    `## ${role}`,
    '',
    '| Task | Presses, 1440 px | Typed | Screens | Page, s | Person, s | Presses, 390 px | Typed | Screens | Page, s | Person, s |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}

function cells(effort: Effort): string[] {
  const { presses, characters, screens, waitedMs } = effort;
  return [
    ...[presses, characters, screens].map(String),
    (waitedMs / 1000).toFixed(1),
    practisedSeconds(effort).toFixed(0),
  ];
}

/** The presses of each task that a page says, by role and task: at the desk and on the phone. Pure. */
export function pressesOf(page: string): ReadonlyMap<string, readonly [desk: number, phone: number]> {
  const presses = new Map<string, readonly [number, number]>();
  let role = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) role = line.slice(3);
    const fields = line.split('|').map((field) => field.trim());
    if (fields.length !== 13 || !/^\d+$/.test(fields[2] ?? '')) continue;
    presses.set(`${role}: ${fields[1]}`, [Number(fields[2]), Number(fields[7])]);
  }
  return presses;
}
