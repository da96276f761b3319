import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { floodTable, type Result, shownResult } from '../bench/floods/table.ts';

const checkout = fileURLToPath(new URL('..', import.meta.url));
const page = `${checkout}docs/security-tests.md`;
const results = `${checkout}bench/results/`;

describe('docs/security-tests.md', () => {
  it('shows the newest result of the floods with the most rounds (write it again with UPDATE_DOCS=1)', () => {
    const shown = shownResult(readResults());
    if (shown === null) throw new Error('bench/results has no result of the floods: npm run bench -- floods');
    const text = readFileSync(page, 'utf8');
    const made = text.replace(
      /(<!-- floods: .* -->\n).*(<!-- end of floods -->)/s,
      (_, begin, end) => `${begin}\n${floodTable(shown.name, shown.result)}\n\n${end}`,
    );
    if (process.env.UPDATE_DOCS === '1') writeFileSync(page, made);
    expect(readFileSync(page, 'utf8')).toBe(made);
    expect(made).toContain(shown.name);
  });

  it.each(['SECURITY.md', 'docs/security-tests.md'])('names tests that are there: %s', (name) => {
    const text = readFileSync(checkout + name, 'utf8');
    const files = [...text.matchAll(/`((?:src|test)\/[^`]+\.(?:test|fault)\.ts)`/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(checkout + file))).toEqual([]);
  });

  it('quotes the names of tests as they are', () => {
    const text = readFileSync(page, 'utf8');
    const quotes = [...text.matchAll(/`((?:src|test)\/[^`]+\.ts)` \(([^)]*)\)/g)];
    const wrong = quotes.flatMap(([, file = '', titles = '']) => {
      const source = readFileSync(checkout + file, 'utf8');
      return [...titles.matchAll(/"([^"]+)"/g)]
        .map(([, title]) => title)
        .filter((title) => !source.includes(`'${title}'`));
    });
    expect(quotes.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });
});

function readResults(): ReadonlyMap<string, Result> {
  const names = readdirSync(results).sort();
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(results + name, 'utf8'))]));
}
