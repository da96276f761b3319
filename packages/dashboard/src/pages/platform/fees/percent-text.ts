/** 100 %. */
const basisPointsMax = 10_000;

/** Basis points as people read them: 350 is 3.5 %. Whole numbers all the way, so that nothing is rounded. */
export function percentText(basisPoints: number): string {
  const whole = Math.trunc(basisPoints / 100);
  const rest = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return rest === '' ? `${whole} %` : `${whole}.${rest} %`;
}

/** At most two decimals: a basis point is a hundredth of a percent. */
const percentage = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/;

/** The basis points of a percentage as people type it: 3.5 is 350, nothing is 0. Null when it is none. */
export function basisPointsOf(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const [, whole, decimals = ''] = percentage.exec(trimmed) ?? [];
  if (whole === undefined) return null;
  const basisPoints = Number(whole + decimals.padEnd(2, '0'));
  return basisPoints <= basisPointsMax ? basisPoints : null;
}

/** What is wrong with a percentage, for the `validate` of a form; null when it can be read. */
export function percentProblem(text: string): string | null {
  return basisPointsOf(text) === null
    ? 'Enter a percentage from 0 to 100 with at most two decimals, such as 3.5.'
    : null;
}
