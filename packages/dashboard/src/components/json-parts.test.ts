import { expect, test } from 'vitest';
import { jsonParts } from './json-parts.ts';

test('JSON is cut into names, strings, numbers and words', () => {
  const parts = jsonParts('{"a": "x \\" y", "n": -1.5, "ok": true}').filter(({ kind }) => kind !== 'plain');
  expect(parts).toEqual([
    { kind: 'name', text: '"a"' },
    { kind: 'string', text: '"x \\" y"' },
    { kind: 'name', text: '"n"' },
    { kind: 'number', text: '-1.5' },
    { kind: 'name', text: '"ok"' },
    { kind: 'word', text: 'true' },
  ]);
});

test.each(['{"phone": "256772000001", "list": [1, null]}', 'no JSON at all: true 1 "x"', ''])(
  'the parts of %s are the whole text',
  (text) => {
    const joined = jsonParts(text)
      .map((part) => part.text)
      .join('');
    expect(joined).toBe(text);
  },
);
