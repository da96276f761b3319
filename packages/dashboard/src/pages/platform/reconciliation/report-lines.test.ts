import { afterEach, expect, test, vi } from 'vitest';
import { ConnectionLost } from '../../../api/failure.ts';
import { compareStatement, type ReportLine } from './report-lines.ts';

afterEach(() => vi.unstubAllGlobals());

const progress = JSON.stringify({ progress: { share: 0.5, rows: 10 } });

/** Answers with these lines, and breaks off after them where an error is given. */
function answers(text: string, broken?: Error): void {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => (broken === undefined ? controller.close() : controller.error(broken)),
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
}

async function linesUntilEnd(lines: ReportLine[] = []): Promise<ReportLine[]> {
  const statement = new File(['x'], 'statement.csv');
  for await (const line of compareStatement('/x', statement, new AbortController().signal)) lines.push(line);
  return lines;
}

test('a report has its lines in order', async () => {
  answers(`${progress}\n{"failed":{"message":"No.","code":"columns_unknown"}}\n`);
  expect(await linesUntilEnd()).toEqual([
    JSON.parse(progress),
    { failed: { message: 'No.', code: 'columns_unknown' } },
  ]);
});

test.each([
  ['breaks off', new TypeError('network error')],
  ['ends too early', undefined],
])('a report that %s is a lost connection, after the lines that came', async (_, broken) => {
  answers(`${progress}\n`, broken);
  const lines: ReportLine[] = [];
  await expect(linesUntilEnd(lines)).rejects.toBeInstanceOf(ConnectionLost);
  if (broken === undefined) expect(lines).toEqual([JSON.parse(progress)]);
});
