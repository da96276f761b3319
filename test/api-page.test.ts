import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusOfCode } from '../src/http/response.ts';
import { failureSentences } from '../src/settlement/failure-sentences.ts';

const root = join(import.meta.dirname, '..');

test('docs/api.md lists every machine code under the HTTP status that it is answered with', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');
  const documented = page
    .split('\n')
    .filter((line) => /^\| \d{3} \|/.test(line))
    .flatMap((row) => {
      const [, status, codes] = row.split('|');
      return [...(codes ?? '').matchAll(/`([a-z_]+)`/g)].map(([, code]) => `${Number(status)} ${code}`);
    });
  const answered = Object.entries(statusOfCode).map(([code, status]) => `${status} ${code}`);
  expect(documented.toSorted()).toEqual(answered.toSorted());
});

test('docs/api.md lists every failure_code with the sentence that a client reads', () => {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const [, table = ''] = page.split('| `failure_code` | What it means, and what to do |\n| --- | --- |\n');
  const [rows = ''] = table.split('\n\n');
  expect(rows.split('\n')).toEqual(
    Object.entries(failureSentences).map(([code, sentence]) => `| \`${code}\` | ${sentence} |`),
  );
});

test('every JSON example of the documentation has money that adds up, and the times of its status', () => {
  const pages = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const shown = pages.flatMap((page) => examplesOf(readFileSync(join(root, page), 'utf8')).flatMap(everyObjectIn));
  const transactions = shown.filter((one) => 'net_amount' in one && 'amount' in one);
  const answers = shown.filter((one) => 'total_deducted' in one && 'amount_sent' in one);
  expect(Math.min(transactions.length, answers.length)).toBeGreaterThan(0);
  for (const { amount, net_amount, fee_amount } of transactions) expect(amount).toBe(net_amount + fee_amount);
  for (const { total_deducted, amount_sent, fee_amount } of answers)
    expect(total_deducted).toBe(amount_sent + fee_amount);
  for (const one of shown.filter((each) => 'completed_at' in each)) {
    expect(one.completed_at !== null).toBe(one.status === 'completed');
    if ('failed_at' in one) expect(one.failed_at !== null).toBe(one.status === 'failed');
  }
});

type Json = ReturnType<JSON['parse']>;

/** The JSON objects among the lines of a page, each on one line or from a line of `{` to one of `}`. */
function examplesOf(page: string): Json[] {
  return [...page.matchAll(/^\{.*\}$|^\{\n(?:.*\n)*?\}$/gm)].flatMap(([text]) => {
    try {
      return [JSON.parse(text)];
    } catch {
      // Part of a program or of a sketch with an ellipsis.
      return [];
    }
  });
}

function everyObjectIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(everyObjectIn)];
}
