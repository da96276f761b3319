import { describe, expect, it } from 'vitest';
import type { Block, Guide } from './guide.ts';
import { guidePage } from './guide-page.ts';
import { parseGuide, resolveLink } from './parse-guide.ts';
import { fillSample, keyVariable } from './samples.ts';
import { searchGuides } from './search-guides.ts';

const blocksOf = (markdown: string): readonly Block[] => parseGuide('api', `# Title\n\n${markdown}`).blocks;
const htmlOf = (markdown: string): string => {
  const guide = parseGuide('api', `# Title\n\n${markdown}`);
  return /<\/nav>\n(?!<form)(.*)<\/main>/s.exec(guidePage([guide], guide, 'https://pay.example.ug'))?.[1] ?? '';
};

describe('HTML in a page', () => {
  it.each([
    ['<script>alert(1)</script>', 'a script'],
    ['Text <img src=x onerror=alert(1)> text', 'an image in a line'],
    ['`<b onclick=alert(1)>`', 'code'],
    ['```\n</code></pre><script>alert(1)</script>\n```', 'a sample'],
    ['| <i>a</i> |\n| --- |\n| <svg onload=alert(1)> |', 'a table'],
    ['<details>\n<summary><script>alert(1)</script></summary>\n\ntext\n\n</details>', 'a summary'],
    ['## <script>alert(1)</script>', 'a heading'],
    ['[<b>x</b>](https://example.ug/"onclick="alert(1))', 'a link'],
  ])('%s stays text', (markdown) => {
    const html = htmlOf(markdown);
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
    expect(tags.map(([, name]) => name)).not.toEqual(expect.arrayContaining(['script']));
    for (const [, name, attributes] of tags) {
      expect(['img', 'svg', 'b', 'i', 'script']).not.toContain(name);
      expect(attributes).not.toMatch(/\son[a-z]+=/);
    }
  });

  it('is shown once as it was written', () => {
    expect(blocksOf('a &amp; b &lt;c&gt; `&amp;` \\*d\\*')).toEqual([
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'a & b <c> ' },
          { kind: 'code', text: '&amp;' },
          { kind: 'text', text: ' ' },
          { kind: 'text', text: '*' },
          { kind: 'text', text: 'd' },
          { kind: 'text', text: '*' },
        ],
      },
    ]);
  });
});

it('a part that a reader opens has its summary and its blocks', () => {
  expect(
    blocksOf('<details>\n<summary>Go: <code>a.go</code></summary>\n\n```go\nx\n```\n\n</details>\n\nAfter it.'),
  ).toEqual([
    {
      kind: 'details',
      summary: [
        { kind: 'text', text: 'Go: ' },
        { kind: 'code', text: 'a.go' },
      ],
      blocks: [{ kind: 'sample', language: 'go', text: 'x' }],
    },
    { kind: 'paragraph', content: [{ kind: 'text', text: 'After it.' }] },
  ]);
});

it('headings with the same text get different anchors', () => {
  const anchors = blocksOf('## Limits & `429`\n\n## Limits & 429').flatMap((block) =>
    block.kind === 'heading' ? [block.anchor] : [],
  );
  expect(anchors).toEqual(['limits--429', 'limits--429-1']);
});

describe('a link', () => {
  const content = [{ kind: 'text', text: 'it' }] as const;

  it.each([
    ['#code', { kind: 'guide', guide: 'webhooks', anchor: 'code' }],
    ['api.md', { kind: 'guide', guide: 'api', anchor: '' }],
    ['api.md#test-mode', { kind: 'guide', guide: 'api', anchor: 'test-mode' }],
    ['settings.md#a', { kind: 'file', path: 'docs/settings.md' }],
    ['../README.md', { kind: 'file', path: 'README.md' }],
    ['receipts/verify.mjs', { kind: 'file', path: 'docs/receipts/verify.mjs' }],
    ['https://example.ug/a#b', { kind: 'web', href: 'https://example.ug/a#b' }],
    ['javascript:alert(1)', { kind: 'emphasis' }],
    ['JavaScript:alert(1)', { kind: 'emphasis' }],
    ['data:text/html,x', { kind: 'emphasis' }],
    ['//example.ug/a', { kind: 'emphasis' }],
  ])('to %s', (href, expected) => {
    expect(resolveLink('webhooks', href, content)).toEqual({ ...expected, content });
  });
});

it('an address in running text is not a link', () => {
  expect(blocksOf('Such as https://example.com/hooks here.')).toEqual([
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: 'Such as ' },
        { kind: 'text', text: 'https://example.com/hooks' },
        { kind: 'text', text: ' here.' },
      ],
    },
  ]);
});

it('a page without a title, or with an image, is refused', () => {
  expect(() => parseGuide('api', 'Text')).toThrow('does not begin with its title');
  expect(() => parseGuide('api', '# A\n\n![a](b.png)')).toThrow('something in a line that guides do not: image');
});

it.each([
  ['curl http://127.0.0.1:4500/api/v1/events', 'curl https://pay.example.ug/api/v1/events'],
  ['--url https://pay.example.com --key nsk_test_…', '--url https://pay.example.ug --key nsk_test_abc.d$&e'],
  ['KEY=$(node -p "require(\'./data/credentials.json\').api_key")', 'KEY=nsk_test_abc.d$&e'],
  ['-H "Authorization: Bearer $NSIMBI_KEY"', '-H "Authorization: Bearer nsk_test_abc.d$&e"'],
  ['http://127.0.0.1:3000/hooks', 'http://127.0.0.1:3000/hooks'],
])('the sample %s is filled in', (written, filled) => {
  expect(fillSample(written, { baseUrl: 'https://pay.example.ug', apiKey: 'nsk_test_abc.d$&e' })).toBe(filled);
});

it('a sample without a key has the variable', () => {
  const values = { baseUrl: 'https://pay.example.ug', apiKey: keyVariable };
  expect(fillSample('KEY=$(node -p "require(\'./data/credentials.json\').api_key")', values)).toBe('KEY=$NSIMBI_KEY');
});

describe('the search', () => {
  const guide: Guide = parseGuide(
    'api',
    `# Using the API\n\nThe money of a wallet.\n\n## Limits\n\n${'Some words. '.repeat(30)}A Rate_Limited request waits. ${'More words. '.repeat(30)}\n\n## Money\n\nNothing here.`,
  );

  it('wants every word, in any case', () => {
    expect(searchGuides([guide], 'RATE_limited waits').map(({ anchor }) => anchor)).toEqual(['limits']);
    expect(searchGuides([guide], 'rate_limited nothing')).toEqual([]);
    expect(searchGuides([guide], '  ')).toEqual([]);
  });

  it('has titles first', () => {
    expect(searchGuides([guide], 'money').map(({ title }) => title)).toEqual(['Money', 'Using the API']);
  });

  it('shows whole words around the place', () => {
    const [hit] = searchGuides([guide], 'rate_limited');
    expect(hit?.excerpt).toMatch(/^… \S.* A Rate_Limited request waits\. .*\S …$/);
    expect(hit?.excerpt.length).toBeLessThan(175);
  });
});
