/** The ledger could not write in time, and nothing happened: the command may be sent again. */
export class NothingWritten extends Error {
  override readonly name = 'NothingWritten';

  constructor(why: string, cause?: unknown) {
    super(`nothing was written: ${why}`, { cause });
  }
}

/** Each commit of the command by itself failed: to send it again will not help. */
export class CannotBeWritten extends NothingWritten {
  constructor(cause: unknown) {
    super('no commit of it went through', cause);
  }
}

/** The command was being written when its time ran out; the writer goes on until it knows. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  /** The transaction number that was taken, when one was. */
  readonly transactionId: number | null;
  readonly reference: string | null;

  constructor(transactionId: number | null, reference: string | null) {
    super('the outcome is not known yet');
    this.transactionId = transactionId;
    this.reference = reference;
  }
}
