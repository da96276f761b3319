/** Money of a stand-in, in hundredths: the MTN sandbox knows euros with decimals. */
export type Hundredths = bigint & { readonly unit: 'hundredths' };

export const noMoney = 0n as Hundredths;

/** `5000` and `5.0` as hundredths; null when it is not digits with at most two decimals. */
export function hundredthsOf(text: string): Hundredths | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) return null;
  return (BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))) as Hundredths;
}

/** The shortest text: `5.0` comes back as `5` (providers.md 1.4). */
export function shortText(amount: Hundredths): string {
  const sign = amount < 0n ? '-' : '';
  const absolute = amount < 0n ? -amount : amount;
  const rest = (absolute % 100n).toString().padStart(2, '0').replace(/0+$/, '');
  return `${sign}${absolute / 100n}${rest === '' ? '' : `.${rest}`}`;
}

/** `37,600.00`, as Airtel writes a balance (providers.md 2.7). */
export function groupedText(amount: Hundredths): string {
  const sign = amount < 0n ? '-' : '';
  const absolute = amount < 0n ? -amount : amount;
  const whole = (absolute / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${whole}.${(absolute % 100n).toString().padStart(2, '0')}`;
}

export function plus(a: Hundredths, b: bigint): Hundredths {
  return (a + b) as Hundredths;
}

/** @throws RangeError when it is no amount. */
export function openingBalanceOf(balance: number): Hundredths {
  const hundredths = hundredthsOf(String(balance));
  if (hundredths === null) throw new RangeError(`an opening balance is a number from 0, not ${balance}`);
  return hundredths;
}
