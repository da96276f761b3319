import type { EventName } from '../event-names.ts';
import { type CopiedTable, copyStatement, type Send } from './statement.ts';

/** The events of one wallet and moment. */
export interface EventRow {
  readonly walletId: number;
  readonly firstSequence: number;
  readonly transactionId: number;
  readonly firstEventNo: number;
  readonly names: readonly EventName[];
  readonly apiKeyId: number | null;
  /** The transaction object as JSON; null for a transaction that was completed when it was opened. */
  readonly snapshot: string | null;
}

export const eventTable: CopiedTable<EventRow> = {
  columns: `event (
    wallet_id, first_sequence, transaction_id, first_event_no, names, api_key_id, snapshot, created_at)`,
  write: (fields, row, at) =>
    fields
      .number(row.walletId)
      .number(row.firstSequence)
      .number(row.transactionId)
      .number(row.firstEventNo)
      // Event names are plain words, so their array needs no quotes.
      .text(`{${row.names.join(',')}}`)
      .number(row.apiKeyId)
      .text(row.snapshot)
      .text(at),
};

export function insertEvents(events: readonly EventRow[], atMs: number): Send[] {
  return copyStatement(eventTable, events, atMs);
}
