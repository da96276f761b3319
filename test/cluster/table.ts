import type { MeasuredStore } from './measure-store.ts';

/** The table of docs/history.md. */
export function table(
  measured: readonly MeasuredStore[],
  run: { readonly commit: string; readonly transactions: number; readonly wallets: number },
): string {
  const lines: readonly (readonly [string, (one: MeasuredStore) => string])[] = [
    ['First page before the move, p99, ms', (one) => one.before.first.toFixed(1)],
    ['Tenth page before the move, p99, ms', (one) => one.before.tenth.toFixed(1)],
    ['First page after it, p99, ms', (one) => one.after.first.toFixed(1)],
    ['Tenth page after it, p99, ms', (one) => one.after.tenth.toFixed(1)],
    ['Rows moved', (one) => count(one.rows)],
    ['Rows moved and verified per second', (one) => count(Math.round(one.rows / one.seconds))],
    ['Primary before, MB', (one) => count(Math.round(one.bytesBefore / 1e6))],
    ['Primary after, MB', (one) => count(Math.round(one.bytesAfter / 1e6))],
    ['Rows of transaction per server', (one) => one.rowsPerServer.map(count).join(', ')],
    ['Payments during the move', (one) => count(one.payments.answered)],
    ['of them not answered 200', (one) => count(one.payments.failed)],
    ['Payments during the move, p99, ms', (one) => one.payments.p99Ms.toFixed(1)],
    ['Old pages while a server is lost: 200, 503', (one) => `${one.lost.shown}, ${one.lost.refused}`],
  ];
  return [
    `Commit ${run.commit}, ${count(run.transactions)} transactions of ${run.wallets} wallets, pages of 100.`,
    '',
    `| | ${measured.map(({ name }) => name).join(' | ')} |`,
    `| --- | ${measured.map(() => '---:').join(' | ')} |`,
    ...lines.map(([what, of]) => `| ${what} | ${measured.map(of).join(' | ')} |`),
    '',
  ].join('\n');
}

function count(value: number): string {
  return value.toLocaleString('en-GB');
}
