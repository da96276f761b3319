/** What can be paid from a wallet now. Amounts in shillings. */
export interface PayingPowerObject {
  readonly available: number;
  /** Frozen, nothing new leaves it. */
  readonly frozen: boolean;
}
