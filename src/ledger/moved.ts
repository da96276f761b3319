/**
 * What a completed transaction brings to its wallet (net, after our fee) or takes from it (gross, with our fee), in shillings.
 * A hold moves nothing until its transaction is completed. The home page, statements and lists of events count by this.
 */
export function movedAmount<Amount>(completed: {
  readonly direction: string;
  readonly amount: Amount;
  readonly netAmount: Amount;
}): Amount {
  return completed.direction === 'in' ? completed.netAmount : completed.amount;
}

/** The same of a row of `transaction`. */
export const movedAmountSql = "CASE direction WHEN 'in' THEN net_amount ELSE amount END";
