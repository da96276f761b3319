/** Basis points as people read them: 350 is 3.5 %. Whole numbers all the way, so that nothing is rounded. */
export function percentText(basisPoints: number): string {
  const whole = Math.trunc(basisPoints / 100);
  const rest = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return rest === '' ? `${whole} %` : `${whole}.${rest} %`;
}
