import { distance } from 'fastest-levenshtein';
import type { StoredNameMatch } from '../ledger/rows/quote.ts';

export type NameMatchResult = StoredNameMatch['result'];

/**
 * How alike names are by result, from 0 to 100. It has no finer steps, so that nobody can approach a name that they do not know letter by
 * letter.
 */
export const scoreOfMatch: Readonly<Record<NameMatchResult, number | null>> = {
  match: 100,
  close: 70,
  different: 0,
  unknown: null,
};

/**
 * Compares the name that a payer expects with the registered name of a phone. Order, case, accents, titles and doubled letters (Ssekandi,
 * Sekandi) make no difference, and either side may leave names out. Pure.
 *
 * Where two names are registered, two must agree before anything is called a match or close, one of them perhaps only by its initial: with
 * one, names could be found one after the other. Neither the result nor the reason depends on how many letters of a name were right,
 * beyond a misspelling of one or two.
 * @param registered null where none is known.
 */
export function matchName(expected: string, registered: string | null): StoredNameMatch {
  const asked = wordsOf(expected);
  const known = wordsOf(registered ?? '');
  if (known.length === 0) return { result: 'unknown', reason: 'No name is registered for this phone number.' };
  if (!asked.some(isWhole)) return { result: 'unknown', reason: 'The expected name has no whole name to compare.' };
  if (asked.join('') === known.join('')) return { result: 'match', reason: 'The names are the same.' };
  if (asked.length === 1 && known.length > 1) {
    return {
      result: 'unknown',
      reason: 'One name is not enough to compare; give at least two names of the recipient.',
    };
  }
  // Otherwise many names could be tried in one request.
  if (asked.length > known.length + 1) return { result: 'different', reason: 'The expected name has too many names.' };
  return verdict(pairs(asked, known), asked.length, known.length);
}

/** How two names agree, from the strongest on. */
const kinds = ['same', 'short', 'similar', 'initial'] as const;
type Kind = (typeof kinds)[number];
type Agreement = Readonly<Record<Kind, number>>;

function verdict({ same, short, similar, initial }: Agreement, asked: number, known: number): StoredNameMatch {
  const shorter = Math.min(asked, known);
  const agreeing = same + short + similar + initial;
  if (known === 1) {
    if (asked === 1 && short + similar > 0) return { result: 'close', reason: reasonOf({ short, similar, initial }) };
    return same === 1 ? { result: 'close', reason: 'Only one name is registered, and it agrees.' } : different;
  }
  if (agreeing === shorter) {
    if (same === shorter && asked === known)
      return { result: 'match', reason: 'The names are the same, in another order.' };
    if (same === shorter) return { result: 'match', reason: 'The names agree; one side has further names.' };
    // With more names than are registered, several initials could be tried in one request.
    if (initial > 0 && asked > known) return different;
    if (same + short > 0 || (initial === 0 && similar > 1)) {
      return { result: 'close', reason: reasonOf({ short, similar, initial }) };
    }
    return different;
  }
  if (same > 1 && same === shorter - 1) return { result: 'close', reason: 'Two names agree, and another one differs.' };
  return different;
}

const different: StoredNameMatch = { result: 'different', reason: 'The names differ.' };

function reasonOf({ short, similar, initial }: Omit<Agreement, 'same'>): string {
  const found = [
    ...(similar > 0 ? ['a name is spelled differently'] : []),
    ...(short > 0 ? ['a name is a short form'] : []),
    ...(initial > 0 ? ['a name is only an initial'] : []),
  ];
  return `The names agree, but ${found.join(' and ')}.`;
}

/** Pairs each name of one side with at most one of the other, the strongest agreements first. */
function pairs(asked: readonly string[], known: readonly string[]): Agreement {
  const found = { same: 0, short: 0, similar: 0, initial: 0 };
  const left = [...known];
  let unpaired = asked;
  for (const kind of kinds) {
    unpaired = unpaired.filter((name) => {
      const place = left.findIndex((other) => agrees[kind](name, other));
      if (place === -1) return true;
      left.splice(place, 1);
      found[kind] += 1;
      return false;
    });
  }
  return found;
}

const agrees: Readonly<Record<Kind, (name: string, other: string) => boolean>> = {
  same: (name, other) => isWhole(name) && name === other,
  short: (name, other) => isShortFormOf(name, other) || isShortFormOf(other, name),
  similar: isMisspelling,
  initial: (name, other) => isWhole(name) !== isWhole(other) && name[0] === other[0],
};

/** Whether two names differ only by a misspelling: one letter of at least five, or two of at least eight. */
function isMisspelling(name: string, other: string): boolean {
  const shorter = Math.min(name.length, other.length);
  if (shorter < 5) return false;
  return distance(name, other) <= (shorter >= 8 ? 2 : 1);
}

function isWhole(name: string): boolean {
  return name.length > 1;
}

function isShortFormOf(name: string, full: string): boolean {
  return shortForms.get(name)?.includes(full) === true;
}

const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof eng rev fr sr hajji haji hajjat hajat sheikh pastor bishop hon'
    .split(' ')
    .map(withoutDoubles),
);

/** The names of a text in lower case, without accents, apostrophes, titles and doubled letters. */
function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ‘`´]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(withoutDoubles)
    .map((word) => spellings.get(word) ?? word);
  const names = words.filter((word) => !titles.has(word));
  return names.length > 0 ? names : words;
}

/** Luganda doubles consonants and vowels, and registers often leave one out: Ssekandi, Nnalongo, Kizza, Mukaaya. */
function withoutDoubles(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}

/** Names with several common spellings, the one that stands for them first. */
const spellings = new Map(
  [
    'stephen steven stefan',
    'katherine catherine kathryn catharine katharine',
    'sarah sara',
    'geoffrey jeffrey jeffery geofrey',
    'muhammad mohammed mohamed mohammad muhamad muhammed',
    'philip phillip',
    'joseph yosef yozefu',
    'elizabeth elisabeth erizabeth',
    'rebecca rebeka rebekah',
    'esther ester',
    'marc mark',
    'susan suzan',
    'zakaria zachariah zechariah',
    'abdallah abdullah abdala',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(withoutDoubles);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** Short forms, each with the names that it can stand for. */
const shortForms = new Map(
  Object.entries({
    alex: 'alexander alexandra',
    andy: 'andrew',
    ben: 'benjamin benedict',
    betty: 'elizabeth',
    bob: 'robert',
    charlie: 'charles',
    chris: 'christopher christine christian',
    dan: 'daniel',
    dave: 'david',
    ed: 'edward edwin',
    eddie: 'edward edwin',
    fred: 'frederick alfred',
    jim: 'james',
    joe: 'joseph',
    kate: 'katherine',
    ken: 'kenneth',
    liz: 'elizabeth',
    maggie: 'margaret',
    matt: 'matthew',
    mike: 'michael',
    moh: 'muhammad',
    nick: 'nicholas',
    pat: 'patrick patricia',
    pete: 'peter',
    phil: 'philip',
    rob: 'robert',
    ron: 'ronald',
    sam: 'samuel',
    steve: 'stephen',
    sue: 'susan',
    tom: 'thomas',
    tony: 'anthony antony',
    vicky: 'victoria',
    will: 'william',
  }).map(([short, full]): [string, readonly string[]] => [withoutDoubles(short), full.split(' ').map(withoutDoubles)]),
);
