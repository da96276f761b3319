import type { BulkNameObject, BulkRowObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';

/** How a row names its recipient. */
export interface NameTexts {
  /** Null where neither the file nor the operator has one. */
  readonly name: string | null;
  /** What the operator says besides, or that it has no name; null where it adds nothing. */
  readonly note: string | null;
  /** Whether the two names are those of different people. */
  readonly isWarning: boolean;
}

/**
 * The name in the file and the registered one, in words: as the payment recorded it, or as it was looked up before. Pure.
 * @param lookedUp undefined where no name was looked up.
 */
export function nameTexts(
  { name, registered_name: recorded }: Pick<BulkRowObject, 'name' | 'registered_name'>,
  lookedUp: Pick<BulkNameObject, 'registered_name' | 'name_match'> | undefined,
): NameTexts {
  const registered = recorded ?? lookedUp?.registered_name ?? null;
  if (name === null) return { name: registered, note: null, isWarning: false };
  if (registered === name) return { name, note: null, isWarning: false };
  if (registered === null) {
    return { name, note: lookedUp === undefined ? null : 'No registered name', isWarning: false };
  }
  const isWarning = recorded === null && lookedUp?.name_match === 'different';
  return { name, note: `${isWarning ? 'Differs: registered' : 'Registered'} as ${registered}`, isWarning };
}
