import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusOfCode } from '../src/http/status-of-code.ts';

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
