import type { Msisdn } from './msisdn.ts';

/**
 * Ranges of the national number and who runs them, longest prefix first where they nest.
 * Source: libphonenumber 9.0.35 carrier/en/256.txt and metadata/256/ranges.csv; see docs/glossary.md, "prefix table".
 */
const ranges: readonly (readonly [prefix: string, operator: string])[] = [
  ['7210', 'Savanna'],
  ['7240', 'Hamilton'],
  ['7280', 'Talkio'],
  ['720', 'Smile'],
  ['721', 'Lycamobile'],
  ['724', 'MTN'],
  ['726', 'Lycamobile'],
  ['727', 'Lycamobile'],
  ['730', 'Airtel'],
  ['731', 'Airtel'],
  ['736', 'Hamilton'],
  ['737', 'MTN'],
  ['790', 'MTN'],
  ['791', 'MTN'],
  ['792', 'MTN'],
  ['793', 'MTN'],
  ['794', 'MTN'],
  ['795', 'Airtel'],
  ['798', 'Africell'],
  ['799', 'Africell'],
  ['70', 'Airtel'],
  ['71', 'UTL'],
  ['74', 'Airtel'],
  ['75', 'Airtel'],
  ['76', 'MTN'],
  ['77', 'MTN'],
  ['78', 'MTN'],
];

/** The operator that a number's range belongs to; `Other` where the table has no row. */
export function operatorOf(phone: Msisdn): string {
  const national = phone.slice(3);
  return ranges.find(([prefix]) => national.startsWith(prefix))?.[1] ?? 'Other';
}
