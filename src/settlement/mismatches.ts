import type { ReportedDetails } from '../operators/contract.ts';

/** A detail of a payment that the operator reports otherwise than we requested it. */
export interface Mismatch {
  readonly what: keyof ReportedDetails;
  readonly ours: string;
  /** As the operator reported it. Stored with review cases under this name. */
  readonly told: string;
}

/**
 * What an operator reports of a paid payment otherwise than our records (providers.md section 4, rule 11). Pure. What it
 * does not report cannot differ; the amount is compared by the ledger, which has to book it.
 */
export function findMismatches(
  reported: ReportedDetails | undefined,
  ours: Readonly<Record<keyof ReportedDetails, string>>,
): Mismatch[] {
  if (reported === undefined) return [];
  const mismatches: Mismatch[] = [];
  for (const what of ['currency', 'phone', 'reference'] as const) {
    const value = reported[what];
    if (value !== null && value !== ours[what]) mismatches.push({ what, ours: ours[what], told: value });
  }
  return mismatches;
}

/** Identifies what was reported: the same mismatches are one review case, and others another. */
export function claimOf(mismatches: readonly Mismatch[]): string {
  return mismatches.map(({ what, told }) => `${what} ${told}`).join(', ');
}

/** The mismatches as a log may have them: of a phone the first five and the last two characters. */
export function mismatchesForLog(mismatches: readonly Mismatch[]): Mismatch[] {
  return mismatches.map((one) =>
    one.what === 'phone' ? { ...one, ours: maskedPhone(one.ours), told: maskedPhone(one.told) } : one,
  );
}

function maskedPhone(phone: string): string {
  return phone.length <= 7
    ? '*'.repeat(phone.length)
    : phone.slice(0, 5) + '*'.repeat(phone.length - 7) + phone.slice(-2);
}
