import type { Guide, GuideName } from './guide.ts';

/** A section that has every word of a query. */
export interface Hit {
  readonly guide: GuideName;
  /** The title of the guide. */
  readonly of: string;
  readonly title: string;
  readonly anchor: string;
  /** The part of its text around the first word. */
  readonly excerpt: string;
}

/** A query that is longer is cut. */
export const queryCharactersMax = 100;

/** More sections than these are not returned. */
export const hitsMax = 20;
const excerptCharacters = 160;

/**
 * The sections that contain every word of a query, in their title or text, in any case and as part of longer words. Pure.
 * Sections with more of the words in their title come first, then the order of the guides.
 */
export function searchGuides(guides: readonly Guide[], query: string): Hit[] {
  const words = query.slice(0, queryCharactersMax).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return guides
    .flatMap(({ name, title: of, sections }) => sections.map((section) => ({ name, of, ...section })))
    .map((section) => ({ ...section, lowerTitle: section.title.toLowerCase(), lowerText: section.text.toLowerCase() }))
    .filter(({ lowerTitle, lowerText }) => words.every((word) => lowerTitle.includes(word) || lowerText.includes(word)))
    .map((section) => ({ section, inTitle: words.filter((word) => section.lowerTitle.includes(word)).length }))
    .toSorted((one, other) => other.inTitle - one.inTitle)
    .slice(0, hitsMax)
    .map(({ section: { name, of, title, anchor, text, lowerText } }) => ({
      guide: name,
      of,
      title,
      anchor,
      excerpt: excerptOf(text, Math.max(0, ...words.map((word) => lowerText.indexOf(word)).slice(0, 1))),
    }));
}

/** Whole words around a place in a text. */
function excerptOf(text: string, at: number): string {
  const from = at < excerptCharacters / 2 ? 0 : text.indexOf(' ', at - excerptCharacters / 2) + 1;
  const part = text.slice(from, from + excerptCharacters);
  const isWhole = from + excerptCharacters >= text.length;
  return `${from > 0 ? '… ' : ''}${isWhole ? part : `${part.slice(0, part.lastIndexOf(' '))} …`}`;
}
