import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitmentOf, type Field, fieldSalt, leafOf, leafOfFields } from './leaf.ts';

const salt16 = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));
const field = fc.tuple(fc.stringMatching(/^[a-z_]{1,30}$/), fc.option(fc.string({ unit: 'grapheme' })));

describe('the salt of a field', () => {
  it('is the beginning of HMAC-SHA-256 of its name under the salt of its record', () => {
    fc.assert(
      fc.property(salt16, fc.stringMatching(/^[a-z_]{1,64}$/), (salt, name) => {
        expect(fieldSalt(salt, name)).toEqual(createHmac('sha256', salt).update(name).digest().subarray(0, 16));
      }),
    );
  });

  it('is refused for a name that the format does not have', () => {
    expect(() => fieldSalt(randomBytes(16), 'n'.repeat(65))).toThrow(RangeError);
  });
});

describe('a commitment', () => {
  it('is the hash of prefix, salt, name and value, byte by byte', () => {
    const salt = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    const bytes = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    const hashOf = (value: Buffer) => createHash('sha256').update(value).digest('hex');
    expect(commitmentOf(salt, ['amount', '500']).toString('hex')).toBe(
      hashOf(bytes('nsimbi:field:1', '\0', salt, 'amount', '\0', '\x01', '500')),
    );
    expect(commitmentOf(salt, ['amount', null]).toString('hex')).toBe(
      hashOf(bytes('nsimbi:field:1', '\0', salt, 'amount', '\0', '\0')),
    );
  });

  it('differs where salt, name or value differ, and between no value and an empty one', () => {
    fc.assert(
      fc.property(salt16, field, salt16, field, (salt, one, otherSalt, other) => {
        const same = salt.equals(otherSalt) && one[0] === other[0] && one[1] === other[1];
        expect(commitmentOf(salt, one).equals(commitmentOf(otherSalt, other))).toBe(same);
      }),
    );
    const salt = randomBytes(16);
    expect(commitmentOf(salt, ['a', null])).not.toEqual(commitmentOf(salt, ['a', '']));
  });
});

describe('a leaf', () => {
  it('of values is that of the commitments to them, in their order', () => {
    fc.assert(
      fc.property(salt16, fc.array(field, { minLength: 1, maxLength: 12 }), (salt, fields: Field[]) => {
        const commitments = fields.map((one) => commitmentOf(fieldSalt(salt, one[0]), one));
        expect(leafOfFields('transfer', salt, fields)).toEqual(leafOf('transfer', commitments));
      }),
    );
  });

  it('is the hash of its kind and the commitments, and another kind gives another leaf', () => {
    const commitments = [randomBytes(32), randomBytes(32)];
    const hashed = createHash('sha256').update('\0nsimbi:event:1\0').update(Buffer.concat(commitments)).digest();
    expect(leafOf('event', commitments)).toEqual(hashed);
    expect(leafOf('transfer', commitments)).not.toEqual(hashed);
    expect(leafOf('event', commitments.toReversed())).not.toEqual(hashed);
  });
});
