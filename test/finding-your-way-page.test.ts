import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/finding-your-way.md'), 'utf8');
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');

interface Line {
  readonly file: string;
  readonly text: string;
}

/** The sections of the page below their headings; each line of a list names a file first, and may go on below. */
const sections = page
  .split('\n## ')
  .slice(1)
  .map((section) => {
    const [heading = '', ...body] = section.split('\n');
    const lines = [...body.join('\n').matchAll(/^(?:-|\d+\.) `([^`]+)`: (.+(?:\n {2,}.+)*)$/gm)];
    return { heading, lines: lines.map(([, file = '', text = '']): Line => ({ file, text })) };
  });
const questions = sections.filter(({ heading }) => heading.endsWith('?'));
const amount = sections.find(({ heading }) => heading === 'Follow an amount')?.lines ?? [];

/** What stands in backquotes and is not a path. */
function identifiersIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
  return quoted.filter((name) => !name.includes('/') && !/\.(?:ts|md|sql)$/.test(name));
}

/** What handles an amount and is not a name of it. */
const functions = new Set(['amountOf', 'request.amount']);

describe('docs/finding-your-way.md', () => {
  it('answers thirteen questions', () => {
    expect(questions).toHaveLength(13);
  });

  it.each(questions)('answers "$heading" by one to four files', ({ lines }) => {
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines.map(({ file }) => file)).size).toBe(lines.length);
    expect(lines.length).toBeLessThanOrEqual(4);
  });

  it('names files that exist', () => {
    const named = [...page.matchAll(/`((?:src|test|packages|docs|migrations)\/[^`]+)`/g)].map(([, file]) => file ?? '');
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(40);
  });

  it('names only what its file contains', () => {
    const lines = sections.flatMap((section) => section.lines);
    const missing = lines.flatMap(({ file, text }) => {
      const source = readFileSync(join(root, file), 'utf8');
      return identifiersIn(text)
        .filter((name) => !source.includes(name))
        .map((name) => `${name} in ${file}`);
    });
    expect(missing).toEqual([]);
  });

  it('follows an amount by names that the glossary explains', () => {
    const [, names = ''] = glossary.split('\n## Names of an amount\n');
    const used = amount
      .flatMap(({ text }) => identifiersIn(text))
      .filter((name) => /^(?:gross|fee|net|.*amount.*|.*fee.*)$/i.test(name));
    expect(amount.length).toBeGreaterThan(5);
    expect(used).toContain('net_amount_to_receive');
    expect([...new Set(used)].filter((name) => !functions.has(name) && !names.includes(`\`${name}\``))).toEqual([]);
  });
});
