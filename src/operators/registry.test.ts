import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { networkNamed, operators, readOperatorSettings } from './registry.ts';

test.each([
  ['AIRTEL', 'Airtel'],
  ['mtn', 'MTN'],
  ['Other', 'Other'],
  ['Airtell', null],
  ['', null],
])('%j names the network %s', (text, network) => {
  expect(networkNamed(text)).toBe(network);
});

test.each(['name', 'key', 'callbackPath', 'testNumberPrefix'] as const)(
  'no two operators have the same %s',
  (field) => {
    const values = operators.map((operator) => operator[field]);
    expect(new Set(values).size).toBe(values.length);
  },
);

test.each(operators)('the key of $name, $key, can stand in a command, a path and a column', ({ key }) => {
  expect(key).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
});

test.each<[settings: Record<string, string>, ...trials: (string | null)[]]>([
  [{}, null, null],
  [{ NSIMBI_MTN_TARGET_ENVIRONMENT: 'sandbox' }, 'NSIMBI_MTN_TARGET_ENVIRONMENT is sandbox', null],
  [{ NSIMBI_MTN_CURRENCY: 'EUR' }, 'NSIMBI_MTN_CURRENCY is EUR', null],
  [{ NSIMBI_MTN_BASE_URL: 'https://sandbox.momodeveloper.mtn.com' }, 'NSIMBI_MTN_BASE_URL names its sandbox', null],
  [{ NSIMBI_AIRTEL_BASE_URL: 'https://openapiuat.airtel.ug' }, null, 'NSIMBI_AIRTEL_BASE_URL names its staging'],
  [{ NSIMBI_AIRTEL_PATH_PREFIX: '/simulate' }, null, 'NSIMBI_AIRTEL_PATH_PREFIX is /simulate'],
])('with %j the settings move real money, or the sentence says why not', (settings, ...trials) => {
  const values = readOperatorSettings(settings);
  expect(operators.map((operator) => operator.findTrial(values[operator.name] as never))).toEqual(trials);
});

test.each(operators)('the example of a callback of $name is at its path', ({ callbackPath, callbackExample }) => {
  expect(callbackExample === callbackPath || callbackExample.startsWith(`${callbackPath}/`)).toBe(true);
});

describe('outside of its folder no file of src names an operator', () => {
  const src = join(import.meta.dirname, '..');
  const folders = /^operators\/(?:mtn-momo|airtel-money)\//;
  /** What may name one: the registry's own lines, and the examples of the API's contract. */
  const exceptions = [
    /^operators\/registry\.ts: (?:import \{ \w+ \} from '\.\/[a-z-]+\/operator\.ts';| {2}\w+,.*)$/,
    /^http\/.*: .*examples: \['MTN'\]/,
    /^http\/.*: +(?:provider|operator): '(?:MTN|Airtel)',$/,
  ];
  const lines = globSync('**/*.ts', { cwd: src })
    .filter((path) => !folders.test(path) && !/\.test\.ts$/.test(path))
    .flatMap((path) => {
      const content = readFileSync(join(src, path), 'utf8').split('\n');
      return content.flatMap((line) => (/mtn|airtel/i.test(line) ? [`${path}: ${line}`] : []));
    });

  test('except where the contract shows an example', () => {
    expect(lines.filter((line) => !exceptions.some((exception) => exception.test(line)))).toEqual([]);
  });

  test.each(exceptions)('and lines like %s are there', (exception) => {
    expect(lines.some((line) => exception.test(line))).toBe(true);
  });
});
