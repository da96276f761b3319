import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UnreadableReceiptError, verifyReceipt } from './receipt-verification.ts';

interface Vector {
  readonly name: string;
  readonly input: object | string;
  readonly result: string;
  readonly altered?: readonly string[];
}

const file = join(import.meta.dirname, '../../receipt-verifier/vectors/vectors.json');
const { trusted_keys: trustedKeys, vectors }: { trusted_keys: string[]; vectors: Vector[] } = JSON.parse(
  readFileSync(file, 'utf8'),
);

describe('the vectors of packages/receipt-verifier', () => {
  test.each(vectors)('$name', ({ input, result, altered }) => {
    if (result === 'unreadable') {
      expect(() => verifyReceipt(input, trustedKeys)).toThrow(UnreadableReceiptError);
      return;
    }
    expect(verifyReceipt(input, trustedKeys)).toMatchObject(altered === undefined ? { result } : { result, altered });
  });
});

test('a receipt is read from its JSON, and from the response of the API', () => {
  const { input } = vectors[0]!;
  const { result } = verifyReceipt(JSON.stringify(input), trustedKeys);
  expect(result).toBe('valid');
  expect(verifyReceipt({ success: true, message: 'Receipt.', data: input }, trustedKeys).result).toBe('valid');
});

test('a valid receipt gives the values of its open fields and its round', () => {
  const receipt = vectors[0]!.input as { transaction: object; round: { number: number; installation_id: string } };
  expect(verifyReceipt(receipt, trustedKeys)).toMatchObject({
    values: receipt.transaction,
    round: { number: receipt.round.number, installation_id: receipt.round.installation_id },
  });
});

test('a value that only the prototype of an object has is no committed field', () => {
  const receipt = structuredClone(vectors[0]!.input) as { transaction: object };
  Object.assign(receipt.transaction, { constructor: null });
  expect(verifyReceipt(receipt, trustedKeys)).toEqual({ result: 'altered', altered: ['transaction.constructor'] });
});

test.each([
  ['nothing', null],
  ['a list', []],
  ['another text', 'hello'],
  ['digits that are no QR code', '12345678901234567'],
])('%s is unreadable', (_, input) => {
  expect(() => verifyReceipt(input as object, trustedKeys)).toThrow(UnreadableReceiptError);
});
