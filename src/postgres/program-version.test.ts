import { expect, it } from 'vitest';
import { isOlder, programVersion } from './program-version.ts';

it.each([
  ['0.2.0', '0.2.1'],
  ['0.2.9', '0.10.0'],
  ['0.10.10', '1.0.0'],
])('%s is older than %s', (older, newer) => {
  expect([isOlder(older, newer), isOlder(newer, older)]).toEqual([true, false]);
});

it('no version is older than itself, and this program has one', () => {
  expect(isOlder(programVersion, programVersion)).toBe(false);
});

it.each(['0.2', '0.2.0-rc.1', 'v0.2.0'])('%s has no order', (version) => {
  expect(() => isOlder(version, '0.2.0')).toThrow(version);
});
