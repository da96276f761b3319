import { hash } from 'node:crypto';
import { type Block, type Guide, type GuideName, type Inline, textOf } from './guide.ts';
import { fillSample, keyVariable, type SampleValues } from './samples.ts';
import { type Hit, queryCharactersMax } from './search-guides.ts';

/** The address of the list of guides; each guide is below it. */
export const guidesPath = '/docs/guides';

/** The page of one guide, with the samples filled in. Pure. */
export function guidePage(guides: readonly Guide[], guide: Guide, baseUrl: string): string {
  const values = { baseUrl, apiKey: keyVariable };
  const contents = guide.sections
    .filter(({ anchor }) => anchor !== '')
    .map(({ title, anchor }) => `<li><a href="#${escaped(anchor)}">${escaped(title)}</a></li>`);
  return page(guide.title, {
    guides,
    current: guide.name,
    query: '',
    main: [
      `<h1>${escaped(guide.title)}</h1>`,
      `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${contents.join('')}</ul></nav>`,
      ...guide.blocks.map((block) => blockHtml(block, values)),
    ].join('\n'),
  });
}

/** The list of guides with their sections. Pure. */
export function guideListPage(guides: readonly Guide[]): string {
  const lists = guides.map(({ name, title, sections }) => {
    const entries = sections
      .filter(({ anchor }) => anchor !== '')
      .map((section) => `<li><a href="${addressOf(name, section.anchor)}">${escaped(section.title)}</a></li>`);
    return `<section><h2><a href="${addressOf(name)}">${escaped(title)}</a></h2><ul>${entries.join('')}</ul></section>`;
  });
  return page('Guides', {
    guides,
    current: null,
    query: '',
    main: `<h1>Guides</h1>\n<p>What to know before you write a client. Every field is in the <a href="/docs/">API reference</a>.</p>\n<div class="lists">${lists.join('\n')}</div>`,
  });
}

/** What a search found. Pure. */
export function hitsPage(guides: readonly Guide[], query: string, hits: readonly Hit[]): string {
  const found = hits.map(
    ({ guide, of, title, anchor, excerpt }) =>
      `<li><a href="${addressOf(guide, anchor)}">${escaped(title)}</a>${title === of ? '' : ` <small>${escaped(of)}</small>`}<p>${escaped(excerpt)}</p></li>`,
  );
  const result =
    hits.length === 0
      ? '<p>No guide has all of these words. Try fewer words, or one of the guides above.</p>'
      : `<ol class="hits">${found.join('\n')}</ol>`;
  return page(`Search: ${query}`, { guides, current: null, query, main: `<h1>Search</h1>\n${result}` });
}

function addressOf(guide: GuideName, anchor = ''): string {
  return `${guidesPath}/${guide}${anchor === '' ? '' : `#${escaped(anchor)}`}`;
}

function blockHtml(block: Block, values: SampleValues): string {
  switch (block.kind) {
    case 'heading': {
      const level = `h${Math.min(block.level, 6)}`;
      const anchor = escaped(block.anchor);
      const link = `<a class="anchor" href="#${anchor}" aria-label="Link to ${escaped(textOf(block.content))}">#</a>`;
      return `<${level} id="${anchor}">${inlineHtml(block.content)} ${link}</${level}>`;
    }
    case 'paragraph':
      return `<p>${inlineHtml(block.content)}</p>`;
    case 'sample':
      // What scrolls must be reachable by the keyboard.
      return `<pre tabindex="0"><code>${escaped(fillSample(block.text, values))}</code></pre>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${itemHtml(item, values)}</li>`).join('\n');
      return block.start === null ? `<ul>${items}</ul>` : `<ol start="${block.start}">${items}</ol>`;
    }
    case 'table': {
      const cells = (row: readonly (readonly Inline[])[], tag: string) =>
        `<tr>${row.map((cell) => `<${tag}>${inlineHtml(cell)}</${tag}>`).join('')}</tr>`;
      const hasHeads = block.heads.some((cell) => textOf(cell) !== '');
      const heads = hasHeads ? `<thead>${cells(block.heads, 'th').replaceAll('<th></th>', '<td></td>')}</thead>` : '';
      const rows = block.rows.map((row) => cells(row, 'td')).join('\n');
      return `<div class="table" tabindex="0"><table>${heads}<tbody>${rows}</tbody></table></div>`;
    }
    case 'quote':
      return `<blockquote>${block.blocks.map((inner) => blockHtml(inner, values)).join('\n')}</blockquote>`;
    case 'details': {
      const blocks = block.blocks.map((inner) => blockHtml(inner, values)).join('\n');
      return `<details><summary>${inlineHtml(block.summary)}</summary>${blocks}</details>`;
    }
  }
}

/** An item of one paragraph has no space around it. */
function itemHtml(item: readonly Block[], values: SampleValues): string {
  const [first, ...rest] = item;
  if (first?.kind !== 'paragraph') return item.map((block) => blockHtml(block, values)).join('\n');
  return [inlineHtml(first.content), ...rest.map((block) => blockHtml(block, values))].join('\n');
}

function inlineHtml(content: readonly Inline[]): string {
  return content.map(pieceHtml).join('');
}

function pieceHtml(piece: Inline): string {
  switch (piece.kind) {
    case 'text':
      return escaped(piece.text);
    case 'code':
      return `<code>${escaped(piece.text)}</code>`;
    case 'strong':
      return `<strong>${inlineHtml(piece.content)}</strong>`;
    case 'emphasis':
      return `<em>${inlineHtml(piece.content)}</em>`;
    case 'guide':
      return `<a href="${addressOf(piece.guide, piece.anchor)}">${inlineHtml(piece.content)}</a>`;
    case 'web':
      return `<a href="${escaped(piece.href)}" rel="noreferrer">${inlineHtml(piece.content)}</a>`;
    case 'file':
      return `${inlineHtml(piece.content)} (<code>${escaped(piece.path)}</code>)`;
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const style = `
:root { color-scheme: light dark; --text: light-dark(#1a1f26, #e4e7eb); --quiet: light-dark(#5a6472, #9aa2ad); --page: light-dark(#fff, #101215);
  --sunken: light-dark(#f7f8f9, #181b20); --line: light-dark(#e5e8ec, #2a3037); --link: light-dark(#0b6b57, #4fb39b); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
header { border-bottom: 1px solid var(--line); }
header > div, main { max-width: 68rem; margin: 0 auto; padding: 0 1rem; }
main > :is(p, ul, ol, pre, blockquote) { max-width: 56rem; }
header > div { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; padding-top: .8rem; padding-bottom: .8rem; }
header nav { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; }
header nav a[aria-current] { color: inherit; font-weight: 650; text-decoration: none; }
form { display: flex; gap: .5rem; margin-left: auto; }
input, button { font: inherit; padding: .3rem .7rem; border: 1px solid light-dark(#7a8491, #6d7682); border-radius: 6px; background: var(--page); color: inherit; }
input { min-width: 0; width: 13rem; } button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main { padding-bottom: 5rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 2rem 0 1rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .8rem; } h3 { font-size: 1.05rem; margin: 2rem 0 .6rem; }
h2:target, h3:target { background: light-dark(#d5eee7, #064438); border-radius: 4px; }
.anchor { color: var(--quiet); text-decoration: none; font-weight: 400; opacity: .55; } .anchor:hover, .anchor:focus-visible { opacity: 1; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
:not(pre) > code { background: var(--sunken); border: 1px solid var(--line); border-radius: 4px; padding: .05em .3em; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; line-height: 1.5; overflow-wrap: normal; }
pre code { font-size: 1em; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; } th, td { text-align: left; vertical-align: top; padding: .45rem .7rem .45rem 0; border-bottom: 1px solid var(--line); }
td + td { min-width: 8rem; } td code { overflow-wrap: normal; }
li { margin: .3rem 0; } summary { cursor: pointer; padding: .35rem 0; }
.contents { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: 1rem 0; } .contents h2 { font-size: 1rem; margin: 0 0 .3rem; }
.contents ul { columns: 4 12rem; margin: 0; padding: 0; list-style: none; } .contents li { margin: 0; padding: .15rem 0; break-inside: avoid; }
.lists { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); gap: 0 2rem; } .lists h2 { margin-top: 1.5rem; }
.hits li { margin: 1rem 0; } .hits p { margin: .2rem 0 0; color: var(--quiet); } small { color: var(--quiet); }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--line); }
@media (max-width: 40rem) { form { margin-left: 0; width: 100%; } input { flex: 1; } table { font-size: .9rem; } }
`;

/** What the pages may load: nothing besides this one style. There is no script in them, and none could run. */
export const guidePagePolicy =
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

interface PageParts {
  readonly guides: readonly Guide[];
  readonly current: GuideName | null;
  /** The words in the field of the search. */
  readonly query: string;
  readonly main: string;
}

function page(title: string, { guides, current, query, main }: PageParts): string {
  const links = guides.map(
    (guide) =>
      `<a href="${addressOf(guide.name)}"${guide.name === current ? ' aria-current="page"' : ''}>${escaped(guide.title)}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<header><div>
<nav aria-label="Guides"><a href="${guidesPath}">Guides</a> ${links.join(' ')} <a href="/docs/">API reference</a></nav>
<form action="${guidesPath}" role="search"><input type="search" name="q" value="${escaped(query)}" maxlength="${queryCharactersMax}" aria-label="Search the guides" placeholder="Search the guides" required> <button>Search</button></form>
</div></header>
<main>
${main}
</main>
</body>
</html>
`;
}
