import type { Msisdn } from './msisdn.ts';

/** A range of numbers, and who runs it. */
export interface OperatorPrefix {
  /** The digits that its numbers begin with, country code first: `25677`. */
  readonly prefix: string;
  readonly operator: string;
}

/** Which operator a number belongs to by its prefix; the longest one wins where they nest. */
export class PrefixTable {
  readonly #operators: ReadonlyMap<string, string>;
  /** Lengths of the prefixes, longest first. */
  readonly #lengths: readonly number[];

  constructor(prefixes: readonly OperatorPrefix[]) {
    this.#operators = new Map(prefixes.map(({ prefix, operator }) => [prefix, operator]));
    this.#lengths = [...new Set(prefixes.map(({ prefix }) => prefix.length))].sort((one, other) => other - one);
  }

  /** `Other` where the table has no row. */
  operatorOf(phone: Msisdn): string {
    for (const length of this.#lengths) {
      const operator = this.#operators.get(phone.slice(0, length));
      if (operator !== undefined) return operator;
    }
    return 'Other';
  }
}

/** The form of a prefix, for the message about one that has another form. */
export const prefixForm = 'a prefix is 5 to 12 digits that begin with 2567, such as 25679';

/** Whether a text is a prefix of mobile numbers. A shorter one would be most of the country. */
export function isPrefix(text: string): boolean {
  return /^2567\d{1,8}$/.test(text);
}
