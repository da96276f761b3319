import { describe, expect, test } from 'vitest';
import { transactionSchema } from '../http/schemas/transaction.ts';
import { Refusal } from '../refusal.ts';
import { clientDataOfRequest, metadataPair } from './client-data.ts';

function errorsOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? error.errors : error;
  }
  throw new Error('nothing was refused');
}

test('a request without notes stores nothing, and empty notes are the same', () => {
  expect(clientDataOfRequest({})).toEqual({});
  expect(clientDataOfRequest({ client_reference: 'a' })).toEqual({ clientData: { reference: 'a', metadata: null } });
  expect(clientDataOfRequest({ metadata: { 'Branch no. 3': '' } })).toEqual({
    clientData: { reference: null, metadata: { 'Branch no. 3': '' } },
  });
});

describe('a name of the metadata is refused', () => {
  test.each([
    ['without a character', ''],
    ['of more than 40', 'x'.repeat(41)],
    ['with a colon', 'branch:no'],
    ['with a control character', 'branch\u0000'],
    ['with half of a character', '\ud800'],
    ['that is kept for the service', 'nsimbi_id'],
  ])('%s', (_, name) => {
    expect(errorsOf(() => clientDataOfRequest({ metadata: { [name]: 'a' } }))).toHaveProperty('metadata');
  });

  test.each(Object.keys(transactionSchema.properties.metadata.properties))(
    'that the service shows itself: %s',
    (name) => {
      expect(errorsOf(() => clientDataOfRequest({ metadata: { [name]: 'a' } }))).toEqual({
        metadata: [expect.stringContaining(`the name ${name}`)],
      });
    },
  );
});

test('text that PostgreSQL cannot store is refused', () => {
  expect(errorsOf(() => clientDataOfRequest({ metadata: { note: '\udfff' } }))).toHaveProperty('metadata');
});

test('a filter is a name and a value with a colon between them; the value may have colons', () => {
  expect(metadataPair('time:12:30')).toEqual({ time: '12:30' });
  expect(metadataPair('note:')).toEqual({ note: '' });
  for (const wrong of ['branch', ':Kampala', ''])
    expect(errorsOf(() => metadataPair(wrong))).toHaveProperty('metadata');
});
