import { numberOfReference } from '../ledger/reference.ts';

/** What a search text can stand for. */
export interface SearchTerms {
  /** As it was typed, without control characters, quotes around all of it, and spaces at its ends. */
  readonly text: string;
  /** The number of a transaction: an id, or what our reference holds. */
  readonly transactionId: number | null;
  /** Our whole reference; null for an id alone. */
  readonly reference: string | null;
  /** Of the form 256 and nine digits. */
  readonly phone: string | null;
  /** In shillings. */
  readonly amount: number | null;
  /** What an operator knows a payment under, or its receipt; empty where nothing was typed. */
  readonly operatorText: string;
  /** In lower case: each must be in the name or the note of a payment. Empty where the text is no name and no note. */
  readonly phrases: readonly string[];
}

/** With a shorter phrase, a look through names and notes would find nearly every payment. */
const phraseCharactersMin = 2;
const phrasesMax = 8;

/**
 * Reads a search text as people write it. Spaces within numbers do not matter, `#42` is an id, `UGX 25,000` is an amount, and quotes keep
 * the words of a name or a note together. A number without more can be an id, an amount and a part of a note. Pure.
 */
export function parseSearchText(typed: string): SearchTerms {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and nothing that is searched has such characters.
  const text = typed.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();
  const quoted = /^["“”]([^"“”]*)["“”]?$/.exec(text)?.[1]?.trim();
  if (quoted !== undefined) return { ...nothing, text: quoted, phrases: longEnough([quoted]) };

  const compact = text.replace(/\s+/g, '');
  const common = { text, operatorText: compact };
  const reference = compact.toUpperCase();
  const ofReference = numberOfReference(reference);
  if (ofReference !== null) return { ...nothing, ...common, transactionId: idOf(ofReference), reference };

  const hashed = /^#([1-9]\d{0,14})$/.exec(compact)?.[1];
  if (hashed !== undefined) return { ...nothing, ...common, transactionId: Number(hashed) };

  const phone = /^(?:\+?256|0)?(7\d{8})$/.exec(compact.replace(/[()-]/g, ''))?.[1];
  const number = /^[1-9]\d{0,14}$/.test(compact) ? Number(compact) : null;
  if (phone !== undefined) {
    return { ...nothing, ...common, transactionId: number, phone: `256${phone}`, phrases: [phone] };
  }
  const { amount, isNamed } = amountIn(text);
  // Who writes the currency means nothing else.
  if (isNamed) return { ...nothing, ...common, amount };
  const phrases = amount === null ? phrasesOf(text) : longEnough([text]);
  return { ...nothing, ...common, transactionId: number, amount, phrases };
}

const nothing = {
  transactionId: null,
  reference: null,
  phone: null,
  amount: null,
  operatorText: '',
  phrases: [],
} as const satisfies Partial<SearchTerms>;

/** A transaction has no id 0. */
function idOf(number: number): number | null {
  return number === 0 ? null : number;
}

const amountForm = /^(ugx|ush|shs?)?\.?\s*([1-9]\d{0,2}(?:[, ]\d{3}){1,4}|[1-9]\d{0,12})\s*(ugx|ush|shs?|\/[=-])?$/i;

/** An amount of whole shillings, with the currency or without. */
function amountIn(text: string): { readonly amount: number | null; readonly isNamed: boolean } {
  const found = amountForm.exec(text);
  if (found?.[2] === undefined) return { amount: null, isNamed: false };
  const isNamed = found[1] !== undefined || found[3] !== undefined;
  return { amount: Number(found[2].replace(/[, ]/g, '')), isNamed };
}

/**
 * Words, and what stands between quotes, in lower case; a quote without an end lasts until the end of the text. Empty where none has at
 * least two characters. Pure.
 */
export function phrasesOf(text: string): readonly string[] {
  return longEnough(
    [...text.matchAll(/["“”]([^"“”]*)["“”]?|[^\s"“”]+/g)].map(([word, inQuotes]) => (inQuotes ?? word).trim()),
  );
}

function longEnough(phrases: readonly string[]): readonly string[] {
  const found = phrases.filter((phrase) => phrase !== '').map((phrase) => phrase.toLowerCase());
  return found.some((phrase) => phrase.length >= phraseCharactersMin) ? found.slice(0, phrasesMax) : [];
}
