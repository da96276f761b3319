import type { Told } from '../providers/provider.ts';

/** A detail of a payment that an operator tells otherwise than we asked for. */
export interface Difference {
  readonly what: keyof Told;
  readonly ours: string;
  readonly told: string;
}

/**
 * What an operator tells of a paid payment otherwise than our records (providers.md section 4, rule 11). Pure. What it
 * does not tell cannot differ; the amount is compared by the ledger, which has to book it.
 */
export function differencesOf(told: Told | undefined, ours: Readonly<Record<keyof Told, string>>): Difference[] {
  if (told === undefined) return [];
  const differences: Difference[] = [];
  for (const what of ['currency', 'phone', 'reference'] as const) {
    const value = told[what];
    if (value !== null && value !== ours[what]) differences.push({ what, ours: ours[what], told: value });
  }
  return differences;
}

/** Names what is told, so that the same story is one review case and another story another. */
export function claimOf(differences: readonly Difference[]): string {
  return differences.map(({ what, told }) => `${what} ${told}`).join(', ');
}

/** The differences as a log may have them: of a phone the first five and the last two characters. */
export function differencesForLog(differences: readonly Difference[]): Difference[] {
  return differences.map((one) =>
    one.what === 'phone' ? { ...one, ours: maskedPhone(one.ours), told: maskedPhone(one.told) } : one,
  );
}

function maskedPhone(phone: string): string {
  return phone.length <= 7
    ? '*'.repeat(phone.length)
    : phone.slice(0, 5) + '*'.repeat(phone.length - 7) + phone.slice(-2);
}
