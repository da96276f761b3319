/** Which operators a client's live payments can use; in test mode the simulator plays them all, and nothing is missing. */
export interface OperatorSetup {
  readonly connected: readonly string[];
  /** Served by this program, without credentials here. */
  readonly missing: readonly string[];
  /** Whether live payments are off because the database belongs to another installation. */
  readonly is_copy: boolean;
}
