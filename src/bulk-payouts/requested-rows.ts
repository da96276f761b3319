import type { BulkFile, BulkFileRow, BulkProblem } from './bulk-file.ts';

/** A payment as a program lists it in a bulk payout. */
export interface RequestedRow {
  /** 256 and nine digits. */
  readonly recipient_phone: string;
  /** Shillings that the recipient gets. */
  readonly amount: number;
  readonly description?: string;
  readonly client_reference?: string;
}

/** The payments that a program lists, as a file has them: the number of a row, from 1, is its line. */
export function requestedRows(rows: readonly RequestedRow[]): BulkFile {
  const read: BulkFileRow[] = [];
  const problems: BulkProblem[] = [];
  for (const [index, row] of rows.entries()) {
    const line = index + 1;
    const texts = [row.description, row.client_reference].filter((text) => text !== undefined);
    if (texts.every((text) => text.isWellFormed())) {
      read.push({
        line,
        phone: row.recipient_phone,
        amount: row.amount,
        name: null,
        description: row.description ?? null,
        clientReference: row.client_reference ?? null,
      });
    } else problems.push({ line, reason: 'The description or the client_reference is not valid Unicode.' });
  }
  return { rows: read, problems };
}
