import { CannotBeWritten, NothingWritten, OutcomeUnknown } from '../ledger/writer/errors.ts';

/** Whether the ledger had no time or no database: an error that says nothing about the transaction. */
export function isLedgerBusy(error: unknown): boolean {
  if (error instanceof CannotBeWritten) return false;
  return error instanceof NothingWritten || error instanceof OutcomeUnknown;
}
