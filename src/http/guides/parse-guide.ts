import { posix } from 'node:path';
import { Lexer, type Token, type Tokens } from 'marked';
import { type Block, type Guide, type GuideName, guideNames, type Inline, type Section, textOf } from './guide.ts';

/**
 * Reads a page of `docs/` in GitHub's Markdown. Pure. HTML in the page stays text, except the one form that the pages use:
 * `<details>` with a `<summary>` on lines of their own.
 * @throws Error when the page does not begin with a heading of the first level, or has something that guides do not.
 */
export function parseGuide(name: GuideName, markdown: string): Guide {
  const reader = new GuideReader(name);
  const [title, ...blocks] = reader.readBlocks(new Lexer({ gfm: true }).lex(markdown));
  if (title?.kind !== 'heading' || title.level !== 1) throw new Error(`docs/${name}.md does not begin with its title`);
  return { name, title: textOf(title.content), blocks, sections: sectionsOf(textOf(title.content), blocks) };
}

/** The summary of an opening `<details>`. */
const detailsForm = /^<details>\s*<summary>(.*)<\/summary>\s*$/;

class GuideReader {
  readonly #name: GuideName;
  readonly #anchors = new Map<string, number>();

  constructor(name: GuideName) {
    this.#name = name;
  }

  readBlocks(tokens: readonly Token[]): Block[] {
    const blocks: Block[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as Token;
      const summary = token.type === 'html' ? detailsForm.exec(token.raw)?.[1] : undefined;
      if (summary === undefined) {
        blocks.push(...this.#readBlock(token));
        continue;
      }
      const end = tokens.findIndex(
        ({ type, raw }, index) => index > at && type === 'html' && raw.trim() === '</details>',
      );
      if (end < 0) throw new Error(`docs/${this.#name}.md has <details> without an end`);
      blocks.push({
        kind: 'details',
        summary: summaryOf(summary),
        blocks: this.readBlocks(tokens.slice(at + 1, end)),
      });
      at = end;
    }
    return blocks;
  }

  #readBlock(anyToken: Token): Block[] {
    // The library's own type lets an extension's token have any name; without extensions the name decides.
    const token = anyToken as MarkedBlock;
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading': {
        const content = this.#readInline(token.tokens);
        return [{ kind: 'heading', level: token.depth, anchor: this.#anchorOf(textOf(content)), content }];
      }
      case 'paragraph':
        return [{ kind: 'paragraph', content: this.#readInline(token.tokens) }];
      case 'text':
        return [{ kind: 'paragraph', content: this.#readInline(token.tokens ?? [token]) }];
      case 'html':
        return [{ kind: 'paragraph', content: [{ kind: 'text', text: token.text.trim() }] }];
      case 'code':
        return [{ kind: 'sample', language: token.lang ?? '', text: token.text }];
      case 'list':
        return [
          {
            kind: 'list',
            start: token.ordered ? Number(token.start) : null,
            items: token.items.map((item) => this.readBlocks(item.tokens)),
          },
        ];
      case 'table':
        return [
          {
            kind: 'table',
            heads: token.header.map((cell) => this.#readInline(cell.tokens)),
            rows: token.rows.map((row) => row.map((cell) => this.#readInline(cell.tokens))),
          },
        ];
      case 'blockquote':
        return [{ kind: 'quote', blocks: this.readBlocks(token.tokens) }];
      default:
        throw new Error(`docs/${this.#name}.md has a block that guides do not: ${anyToken.type}`);
    }
  }

  #readInline(tokens: readonly Token[]): Inline[] {
    return tokens.map((anyToken): Inline => {
      const token = anyToken as MarkedInline;
      switch (token.type) {
        case 'text':
        case 'escape':
        case 'html':
          return { kind: 'text', text: withoutEntities(token.text) };
        case 'codespan':
          return { kind: 'code', text: token.text };
        case 'br':
          return { kind: 'text', text: '\n' };
        case 'strong':
          return { kind: 'strong', content: this.#readInline(token.tokens) };
        case 'em':
          return { kind: 'emphasis', content: this.#readInline(token.tokens) };
        case 'link':
          // An address in running text is an example, such as one that is refused; pages write links as links.
          if (token.raw === token.text) return { kind: 'text', text: token.text };
          return resolveLink(this.#name, token.href, this.#readInline(token.tokens));
        default:
          throw new Error(`docs/${this.#name}.md has something in a line that guides do not: ${anyToken.type}`);
      }
    });
  }

  /** The anchor that GitHub gives a heading, so that links between pages work in both places. */
  #anchorOf(title: string): string {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const before = this.#anchors.get(anchor) ?? 0;
    this.#anchors.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  }
}

type MarkedBlock =
  | Tokens.Space
  | Tokens.Def
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.HTML
  | Tokens.Code
  | Tokens.List
  | Tokens.Table
  | Tokens.Blockquote;

type MarkedInline =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Tag
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Link;

/**
 * Where a link of a page of `docs/` leads when the page is served. Pure. A page that is served is linked, another file of the
 * repository is named, and an address that is not http or https is left out.
 */
export function resolveLink(from: GuideName, href: string, content: readonly Inline[]): Inline {
  if (/^https?:\/\//.test(href)) return { kind: 'web', href, content };
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(href)) return { kind: 'emphasis', content };
  const [file = '', anchor = ''] = href.split('#', 2);
  if (file === '') return { kind: 'guide', guide: from, anchor, content };
  const path = posix.normalize(`docs/${file}`);
  const guide = guideNames.find((name) => path === `docs/${name}.md`);
  return guide === undefined ? { kind: 'file', path, content } : { kind: 'guide', guide, anchor, content };
}

/** A summary has text and `<code>`. */
function summaryOf(html: string): Inline[] {
  return html
    .split(/<code>(.*?)<\/code>/)
    .map((text, index): Inline => ({ kind: index % 2 === 1 ? 'code' : 'text', text: withoutEntities(text) }))
    .filter((piece) => textOf([piece]) !== '');
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&amp;': '&',
};

function withoutEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => entities[entity] ?? entity);
}

function sectionsOf(title: string, blocks: readonly Block[]): Section[] {
  const sections = [{ title, anchor: '', texts: [] as string[] }];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ title: textOf(block.content), anchor: block.anchor, texts: [] });
    else sections.at(-1)?.texts.push(...textsOf(block));
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ').replace(/\s+/g, ' ') }));
}

function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [textOf(block.content)];
    case 'sample':
      return [block.text];
    case 'list':
      return block.items.flatMap((item) => item.flatMap(textsOf));
    case 'table':
      return [block.heads, ...block.rows].map((cells) => cells.map(textOf).filter(Boolean).join(' · '));
    case 'quote':
      return block.blocks.flatMap(textsOf);
    case 'details':
      return [textOf(block.summary), ...block.blocks.flatMap(textsOf)];
  }
}
