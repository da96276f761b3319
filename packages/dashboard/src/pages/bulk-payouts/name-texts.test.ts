import { expect, test } from 'vitest';
import { nameTexts } from './name-texts.ts';

const inFile = (name: string | null, registered_name: string | null = null) => ({ name, registered_name });

test.each([
  ['no name at all', inFile(null), undefined, { name: null, note: null, isWarning: false }],
  [
    'a name in the file only',
    inFile('Jane Akello'),
    { registered_name: null, name_match: 'unknown' },
    { name: 'Jane Akello', note: 'No registered name', isWarning: false },
  ],
  [
    'a name in the file that is not looked up',
    inFile('Jane Akello'),
    undefined,
    { name: 'Jane Akello', note: null, isWarning: false },
  ],
  [
    'no name, looked up',
    inFile(null),
    { registered_name: null, name_match: null },
    { name: null, note: null, isWarning: false },
  ],
  [
    'a registered name only',
    inFile(null),
    { registered_name: 'Jane Akello', name_match: null },
    { name: 'Jane Akello', note: null, isWarning: false },
  ],
  [
    'the same name on both sides',
    inFile('Jane Akello'),
    { registered_name: 'Jane Akello', name_match: 'match' },
    { name: 'Jane Akello', note: null, isWarning: false },
  ],
  [
    'a name that is close',
    inFile('Jane Akelo'),
    { registered_name: 'Jane Akello', name_match: 'close' },
    { name: 'Jane Akelo', note: 'Registered as Jane Akello', isWarning: false },
  ],
  [
    'the name of somebody else',
    inFile('Moses Okello'),
    { registered_name: 'Jane Akello', name_match: 'different' },
    { name: 'Moses Okello', note: 'Differs: registered as Jane Akello', isWarning: true },
  ],
  [
    'the name that the payment recorded',
    inFile('Moses Okello', 'Jane Akello'),
    undefined,
    { name: 'Moses Okello', note: 'Registered as Jane Akello', isWarning: false },
  ],
] as const)('a row with %s', (_what, row, lookedUp, texts) => {
  expect(nameTexts(row, lookedUp)).toEqual(texts);
});
