import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/** A mobile number of Uganda: exactly 12 digits, 256 first. */
export type Msisdn = string & { readonly kind: 'msisdn' };

/** Numbers that were found valid before. The check is slow beside everything else that a payment does. */
const known = new Set<string>();
const knownMax = 100_000;

/** The number when it is a valid mobile number of Uganda in the one form that we take, else null. */
export function msisdn(text: string): Msisdn | null {
  if (known.has(text)) return text as Msisdn;
  if (!/^256\d{9}$/.test(text)) return null;
  if (parsePhoneNumberFromString(`+${text}`)?.isValid() !== true) return null;
  if (known.size >= knownMax) known.clear();
  known.add(text);
  return text as Msisdn;
}

/** The form of a number, for the message about one that has another form. */
export const msisdnForm =
  'must be a Uganda mobile number of exactly 12 digits that begins with 256, such as 256772123456';
