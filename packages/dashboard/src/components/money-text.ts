const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** An amount in whole shillings as people read it: UGX 1,250,000. A negative amount has a minus sign before it. */
export function moneyText(amount: number | bigint): string {
  const size = amount < 0 ? -amount : amount;
  return `${amount < 0 ? '−' : ''}UGX ${digits.format(size)}`;
}

/** A count as people read it: 10,000. */
export function countText(count: number | bigint): string {
  return digits.format(count);
}
