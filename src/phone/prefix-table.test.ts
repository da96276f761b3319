import { describe, expect, test } from 'vitest';
import { msisdn } from './msisdn.ts';
import { isPrefix, PrefixTable } from './prefix-table.ts';

const operatorIn = (rows: readonly (readonly [string, string])[], text: string) => {
  const phone = msisdn(text);
  if (phone === null) throw new Error(`${text} is not valid`);
  return new PrefixTable(rows.map(([prefix, operator]) => ({ prefix, operator }))).operatorOf(phone);
};

describe('rule 14: a prefix', () => {
  test.each([
    ['256772123456', 'MTN'],
    ['256724000000', 'MTN'],
    ['256727000000', 'Other'],
    ['256751123456', 'Other'],
  ])('%s is of %s where only 25677 and 256724 are given', (text, operator) => {
    const rows = [
      ['25677', 'MTN'],
      ['256724', 'MTN'],
    ] as const;
    expect(operatorIn(rows, text)).toBe(operator);
  });

  test.each([
    ['256772123456', 'Airtel'],
    ['256772123457', 'UTL'],
    ['256772999999', 'Smile'],
    ['256771000000', 'MTN'],
  ])('that is longer wins over one that it is in, in whatever order they are given: %s is of %s', (text, operator) => {
    const rows = [
      ['25677', 'MTN'],
      ['256772123', 'Airtel'],
      ['256772', 'Smile'],
      ['256772123457', 'UTL'],
    ] as const;
    expect(operatorIn(rows, text)).toBe(operator);
    expect(operatorIn(rows.toReversed(), text)).toBe(operator);
  });

  test('belongs to nobody where there are none at all', () => {
    expect(operatorIn([], '256772123456')).toBe('Other');
  });

  test.each(['25670', '256724', '2567210', '256772123456'])('can be %s', (text) => {
    expect(isPrefix(text)).toBe(true);
  });

  test.each(['', '2567', '077', '77', '+25677', '25477', '25641', '25677a', ' 25677', '2567721234567', '２５６７７'])(
    'cannot be %j',
    (text) => expect(isPrefix(text)).toBe(false),
  );
});
