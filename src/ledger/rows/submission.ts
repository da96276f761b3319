/** The money call that follows an opening, prepared before it is written. */
export interface OperatorCall {
  readonly operatorAccountId: number;
  /** Our reference at the operator. */
  readonly reference: string;
  /** 1: the process that writes this makes the call now. 0: queued, the circuit is open. */
  readonly sends: 0 | 1;
  /** Milliseconds after acceptance at which the call is cut. */
  readonly callTimeoutMs: number;
  /** Milliseconds after acceptance until the operator is first asked how it went. */
  readonly firstQueryAfterMs: number;
}
