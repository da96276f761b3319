import { api, downloadAddress, type Query } from '../../api/api.ts';
import type { StaffContext } from '../../api/desk.ts';
import { ApiFailure, ConnectionLost } from '../../api/failure.ts';

/** How far an export is. */
export interface ExportProgress {
  readonly rows: number;
  readonly bytes: number;
  /** How many rows it will be; null until that is counted. */
  readonly expected: { readonly rows: number; readonly isExact: boolean } | null;
}

const newLine = 10;

/**
 * Saves the transactions as a file and tells how far it is. A download that breaks off is no file at all.
 * @throws ApiFailure, ConnectionLost, or the signal's reason.
 */
export async function downloadExport(
  context: StaffContext,
  query: Query,
  name: string,
  signal: AbortSignal,
  show: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  const counted = await api.get<{ rows: number; is_exact: boolean }>(context.path('/exports/transactions/count'), {
    query,
    signal,
  });
  const expected = { rows: counted.rows, isExact: counted.is_exact };
  let bytes = 0;
  let lines = 0;
  const pieces: BlobPart[] = [];
  try {
    const address = downloadAddress(context.path('/exports/transactions.csv'), query);
    const response = await fetch(address, { credentials: 'same-origin', signal });
    if (!response.ok || response.body === null) throw new ApiFailure(response.status, await response.json());
    const reader = response.body.getReader();
    let shownAt = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      bytes += piece.value.length;
      for (const byte of piece.value) if (byte === newLine) lines += 1;
      // So that showing does not take longer than saving.
      if (performance.now() - shownAt > 100) {
        show({ rows: Math.max(0, lines - 1), bytes, expected });
        shownAt = performance.now();
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiFailure) throw error;
    throw new ConnectionLost(error);
  }
  save(new Blob(pieces, { type: 'text/csv' }), name);
  return { rows: Math.max(0, lines - 1), bytes, expected };
}

/** Saves a file that the page has read. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
