/** The ledger could not write in time, and nothing happened: the command may be submitted again. */
export class NothingWritten extends Error {
  override readonly name = 'NothingWritten';

  constructor(why: string, cause?: unknown) {
    super(`nothing was written: ${why}`, { cause });
  }
}

/** Too many commands wait already. */
export class QueueFull extends NothingWritten {
  constructor() {
    super('too many commands are waiting');
  }
}

/** Live money moves only where a synchronous standby has every commit, and commits wait for none now. */
export class StandbyMissing extends NothingWritten {
  constructor() {
    super('commits wait for no synchronous standby (NSIMBI_REQUIRE_STANDBY)');
  }
}

/** Each commit of the command alone failed: submitting it again will not help. */
export class CannotBeWritten extends NothingWritten {
  constructor(cause: unknown) {
    super('each commit of it failed', cause);
  }
}

/** The command was being written when its time ran out; the writer continues until the outcome is known. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  /** The transaction number that was taken, when one was. */
  readonly transactionId: number | null;
  readonly reference: string | null;

  constructor(transactionId: number | null, reference: string | null) {
    super('the outcome is unknown');
    this.transactionId = transactionId;
    this.reference = reference;
  }
}

/** Whether the ledger had no time or no database: an error that says nothing about the transaction. */
export function isLedgerBusy(error: unknown): boolean {
  if (error instanceof CannotBeWritten) return false;
  return error instanceof NothingWritten || error instanceof OutcomeUnknown;
}
