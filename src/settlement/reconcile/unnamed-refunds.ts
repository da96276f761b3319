import type { OurPayment } from './match.ts';
import type { StatementRow } from './statement-row.ts';

/**
 * Which refund each row may be: of the same amount, each refund once, the one whose beginning is nearest to the row's time.
 * No name shows it, so that it is a guess; but who booked such a row would book the refund twice. Pure.
 * @param rows money that went out under no name of ours. @param refunds those that no row names.
 * @returns for each row its refund; null where none is left.
 */
export function refundsByAmount(
  rows: readonly StatementRow[],
  refunds: readonly OurPayment[],
): readonly (OurPayment | null)[] {
  const left = Map.groupBy(refunds, ({ amount }) => amount);
  return rows.map(({ amount, atMs }) => {
    const candidates = left.get(amount) ?? [];
    const awayMs = ({ createdAtMs }: OurPayment) => (atMs === null ? 0 : Math.abs(createdAtMs - atMs));
    const nearest = candidates.toSorted((a, b) => awayMs(a) - awayMs(b))[0] ?? null;
    left.set(
      amount,
      candidates.filter((one) => one !== nearest),
    );
    return nearest;
  });
}
