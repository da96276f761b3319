import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readAirtelCallback } from './callback.ts';
import { newAirtelReference } from './texts.ts';

const key = 'private-key-of-the-portal';
const reference = newAirtelReference();
const transaction = {
  id: reference,
  message: 'Paid UGX 50,000 to {Kampala} Café',
  status_code: 'TS',
  airtel_money_id: 'MP210603.1234.L06941',
};

const hashOf = (content: string, withKey = key) => createHmac('sha256', withKey).update(content).digest('base64');
const read = (body: string, withKey: string | null = key) => readAirtelCallback(Buffer.from(body), withKey);
const compact = JSON.stringify({ transaction });

describe('a callback of Airtel', () => {
  test('without a key in the settings names its payment, and is only a hint', () => {
    expect(read(compact, null)).toEqual({ reference, hashForm: null });
    expect(read(JSON.stringify({ transaction, hash: 'anything' }), null)).toEqual({ reference, hashForm: null });
  });

  test('rule 7: its hash is taken over the compact transaction, as most clients have it', () => {
    const hash = hashOf(JSON.stringify(transaction));
    expect(read(JSON.stringify({ transaction, hash }))).toEqual({ reference, hashForm: 'transaction' });
    expect(read(JSON.stringify({ hash, transaction }, null, 2))).toEqual({ reference, hashForm: 'transaction' });
  });

  test('rule 7: its hash is taken over the body without the hash', () => {
    const hash = hashOf(compact);
    expect(read(JSON.stringify({ transaction, hash }))).toEqual({ reference, hashForm: 'body without hash' });
    expect(read(JSON.stringify({ hash, transaction }))).toEqual({ reference, hashForm: 'body without hash' });
  });

  test('rule 7: bytes that another writer of JSON spaces and escapes in its own way are taken as they came', () => {
    const spaced = `{ "id": "${reference}", "message": "Paid to {Kam\\u0070ala}}", "status_code": "TS" }`;
    expect(read(`{"transaction": ${spaced}, "hash": "${hashOf(spaced)}"}`)).toEqual({
      reference,
      hashForm: 'transaction as sent',
    });
    const body = `{"transaction": ${spaced}}`;
    for (const written of [
      `{"transaction": ${spaced}, "hash":"${hashOf(body)}"}`,
      `{"hash": "${hashOf(body)}", "transaction": ${spaced}}`,
    ]) {
      expect(read(written)).toEqual({ reference, hashForm: 'body without hash as sent' });
    }
  });

  const right = hashOf(JSON.stringify(transaction));
  test.each([
    ['no hash', compact],
    ['a hash of another key', JSON.stringify({ transaction, hash: hashOf(JSON.stringify(transaction), 'other') })],
    [
      'a hash of another payment',
      JSON.stringify({ transaction: { ...transaction, id: newAirtelReference() }, hash: right }),
    ],
    ['a hash of another status', JSON.stringify({ transaction: { ...transaction, status_code: 'TF' }, hash: right })],
    ['a hash cut short', JSON.stringify({ transaction, hash: right.slice(0, 20) })],
    ['an empty hash', JSON.stringify({ transaction, hash: '' })],
    ['a hash that is a number', JSON.stringify({ transaction, hash: 5 })],
  ])('rule 7: %s is not genuine', (_what, body) => {
    expect(read(body)).toEqual({ reference: null, hashForm: null });
  });

  test.each(['', '{', 'null', '[]', '{}', '"x"', '{"transaction":5}', '{"transaction":{"id":5}}'])(
    '%j is nobody’s',
    (body) => {
      expect(read(body, null).reference).toBeNull();
    },
  );

  test('rule 21: an id that is not of our form, another environment’s for example, is nobody’s', () => {
    for (const id of ['ABC123', crypto.randomUUID(), reference.toUpperCase(), '']) {
      expect(read(JSON.stringify({ transaction: { ...transaction, id } }), null).reference).toBeNull();
    }
  });

  test('the work that a body of many braces makes is bounded: its own spelling is then not looked for', () => {
    const spelt = (braces: number) => `{"id": "${reference}", "message": "${'}'.repeat(braces)}"}`;
    const body = (braces: number) => `{"transaction":${spelt(braces)},"hash":"${hashOf(spelt(braces))}"}`;
    expect(read(body(19)).hashForm).toBe('transaction as sent');
    expect(read(body(20)).hashForm).toBeNull();
  });
});
