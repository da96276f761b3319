const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** An amount in shillings on an axis: UGX 1.5M. */
export function axisText(amount: number): string {
  return amount === 0 ? '0' : `UGX ${short.format(amount)}`;
}

const steps = [1, 2, 2.5, 5, 10];
/** Spaces between the ticks of an axis. */
const spacesMax = 4;

/**
 * The ticks of an axis that begins at 0 and has room for the largest amount, in shillings: three to five round ones with equal spaces.
 * A tick is a whole shilling.
 */
export function ticksUpTo(largest: number): number[] {
  const space = Math.max(1, largest / spacesMax);
  const power = 10 ** Math.floor(Math.log10(space));
  const step = Math.ceil((steps.find((one) => one * power >= space) ?? 10) * power);
  const count = Math.max(2, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
