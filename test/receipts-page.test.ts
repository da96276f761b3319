import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const docs = join(import.meta.dirname, '../docs');

test.each(['verify.mjs', 'verify.py'])('docs/receipts.md has the program %s as it is in docs/receipts', (file) => {
  const page = readFileSync(join(docs, 'receipts.md'), 'utf8');
  const [, block] = page.split(`<code>docs/receipts/${file}</code></summary>\n\n`);
  const code = /^```[a-z]+\n(.*?)^```$/ms.exec(block ?? '')?.[1];
  expect(code).toBe(readFileSync(join(docs, 'receipts', file), 'utf8'));
});
