/**
 * The guides: pages of `docs/` that a developer of an API client needs, as trees of plain data. The service writes them as HTML
 * and the dashboard as elements of its own, so neither ever takes HTML from a page.
 */

/** The pages that are served, in the order in which they are listed: `docs/<name>.md`. */
export const guideNames = ['api', 'webhooks', 'signed-requests', 'receipts', 'statements'] as const;
export type GuideName = (typeof guideNames)[number];

/** A piece of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  /** To a heading of a guide that is served; the top of the guide where `anchor` is empty. */
  | { readonly kind: 'guide'; readonly guide: GuideName; readonly anchor: string; readonly content: readonly Inline[] }
  /** To an address of http or https. */
  | { readonly kind: 'web'; readonly href: string; readonly content: readonly Inline[] }
  /** Names a file of the repository that is not served; `path` is from the root of the repository. */
  | { readonly kind: 'file'; readonly path: string; readonly content: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly anchor: string; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'sample'; readonly language: string; readonly text: string }
  | {
      readonly kind: 'list';
      /** The number of the first item; null for a list with bullets. */
      readonly start: number | null;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: 'table';
      /** Empty cells where the table has no heads. */
      readonly heads: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  /** Blocks that a reader opens by their summary. */
  | { readonly kind: 'details'; readonly summary: readonly Inline[]; readonly blocks: readonly Block[] };

/** A heading of a guide with the text below it, for the list of contents and for the search. */
export interface Section {
  readonly title: string;
  /** Empty for what stands before the first heading of the second level. */
  readonly anchor: string;
  /** The text without marks, lines joined by spaces. Samples are part of it. */
  readonly text: string;
}

export interface Guide {
  readonly name: GuideName;
  readonly title: string;
  /** What follows the title. */
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
}

/** The text of inline pieces without their marks. */
export function textOf(content: readonly Inline[]): string {
  return content.map((piece) => ('text' in piece ? piece.text : textOf(piece.content))).join('');
}
