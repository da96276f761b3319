import { csvLine, csvStart } from '../../../../../../src/statements/csv-line.ts';
import { ApiFailure, ConnectionLost } from '../../../api/failure.ts';

/** One row that is not simply right. */
export interface Entry {
  readonly outcome: string;
  readonly line: number | null;
  readonly receipt: string | null;
  readonly reference: string | null;
  readonly transaction: string | null;
  readonly amount_there: number | null;
  readonly amount_here: number | null;
  readonly review_case: number | null;
  readonly why: string | null;
}

export interface Summary {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly differences: number;
  readonly cases_opened: number;
}

export type ReportLine =
  | { readonly progress: { readonly share: number; readonly rows: number } }
  | { readonly entry: Entry }
  | { readonly summary: Summary }
  | { readonly failed: { readonly message: string; readonly code: string } };

/**
 * Sends a statement and gives the lines of its report as they come.
 * @throws ApiFailure when the service refuses, ConnectionLost when it went away before the end.
 */
export async function* compareStatement(path: string, file: File, signal: AbortSignal): AsyncGenerator<ReportLine> {
  const response = await fetch(`/dashboard/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', Accept: 'application/json' },
    credentials: 'same-origin',
    body: file,
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new ConnectionLost(error);
  });
  if (!response.ok || response.body === null) {
    const refusal = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    throw new ApiFailure(response.status, {
      ...refusal,
      message: String(refusal.message ?? 'The statement was not accepted.'),
      code: String(refusal.code ?? 'unknown'),
    });
  }
  let ended = false;
  for await (const line of linesOf(response.body, signal)) {
    const read = JSON.parse(line) as ReportLine;
    ended ||= 'summary' in read || 'failed' in read;
    yield read;
  }
  if (!ended) throw new ConnectionLost();
}

async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : new ConnectionLost(error);
    });
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

const columns = [
  'outcome',
  'line',
  'receipt',
  'reference',
  'transaction',
  'amount_there',
  'amount_here',
  'review_case',
  'why',
] as const;

/** The rows as a CSV file for a spreadsheet. */
export function entriesAsCsv(entries: readonly Entry[]): string {
  const lines = entries.map((entry) =>
    csvLine(
      columns.map((name) => entry[name]),
      'spreadsheet',
    ),
  );
  return `${csvStart('spreadsheet')}${csvLine(columns, 'spreadsheet')}${lines.join('')}`;
}
