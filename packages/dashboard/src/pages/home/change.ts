import { moneyText } from '../../components/money-text.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** How a figure changed, with a sign and a word, so that nothing depends on a colour. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly text: string;
}

/** The change of an amount in shillings. Null is a figure that is not known. */
export function amountChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null;
  if (before === 0) return { direction: now > 0 ? 'up' : 'same', text: 'No payments before' };
  const direction = now > before ? 'up' : now < before ? 'down' : 'same';
  if (direction === 'same') return { direction, text: `The same as before, ${moneyText(before)}` };
  return { direction, text: `${signed(percent, (now - before) / before)}, ${direction} from ${moneyText(before)}` };
}

/** The share of payments that completed; null where none ended. */
export function rateOf({ completed, failed }: { readonly completed: number; readonly failed: number }): number | null {
  return completed + failed === 0 ? null : completed / (completed + failed);
}

export function rateText(rate: number | null): string {
  return rate === null ? '–' : percent.format(rate);
}

/** The change of a share, in percentage points. */
export function rateChange(now: number | null, before: number | null): Change | null {
  if (now === null) return null;
  if (before === null) return { direction: 'same', text: 'No payments before' };
  const change = (now - before) * 100;
  const direction = Math.abs(change) < 0.05 ? 'same' : change > 0 ? 'up' : 'down';
  if (direction === 'same') return { direction, text: `The same as before, ${rateText(before)}` };
  return { direction, text: `${signed(points, change)} points, ${direction} from ${rateText(before)}` };
}

function signed(format: Intl.NumberFormat, value: number): string {
  return `${value < 0 ? '−' : '+'}${format.format(Math.abs(value))}`;
}
