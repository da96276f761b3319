import { verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSigningKey, signingKeyFrom } from '../access/signing-keys.ts';
import { Refusal } from '../refusal.ts';
import { type ReceivedRequest, refusalOfDigest, verifySignature } from './request-signature.ts';

interface Case {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  readonly result: 'valid' | 'signature_required' | 'signature_invalid';
  readonly says?: string;
}

/** Signed by Python's cryptography, from the words of docs/signed-requests.md. */
const vectors: {
  readonly keys: readonly { readonly key_id: string; readonly public_pem: string; readonly public_base64url: string }[];
  readonly rfc_9421_b_2_6: Readonly<Record<'public_pem' | 'signature_base' | 'signature', string>>;
  readonly created: number;
  readonly nonce: string;
  readonly requests: readonly Case[];
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../packages/vectors/signed-requests.json'), 'utf8'));

const keys = vectors.keys.map(({ public_pem: pem }) => signingKeyFrom(readSigningKey(pem)));

const received = ({ method, target, headers }: Pick<Case, 'method' | 'target' | 'headers'>): ReceivedRequest => ({
  method,
  target,
  rawHeaders: headers.flat(),
});

/** The refusal of a request, of its headers or then of its body; null where both are right. */
function refusalOf(one: Case): Refusal | null {
  try {
    return refusalOfDigest(verifySignature(received(one), keys), Buffer.from(one.body ?? ''));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

test.each(vectors.requests.filter(({ result }) => result === 'valid'))('is valid: $name', (one) => {
  expect(refusalOf(one)?.message).toBeUndefined();
  expect(verifySignature(received(one), keys)).toMatchObject({
    createdSeconds: vectors.created,
    nonce: vectors.nonce,
  });
});

test.each(vectors.requests.filter(({ result }) => result !== 'valid'))('is refused: $name', (one) => {
  const refusal = refusalOf(one);
  expect([refusal?.code, refusal?.message]).toEqual([one.result, expect.stringContaining(one.says ?? '')]);
});

test('a key of the vectors has the fingerprint that they give it', () => {
  expect(keys.map(({ keyId }) => keyId)).toEqual(vectors.keys.map(({ key_id: keyId }) => keyId));
  expect(vectors.keys.map(({ public_pem: pem }) => readSigningKey(pem))).toEqual(
    vectors.keys.map(({ public_base64url: text }) => text),
  );
});

test('the example of RFC 9421, appendix B.2.6, verifies with its key, and not when a letter is changed', () => {
  const { public_pem: pem, signature_base: base, signature } = vectors.rfc_9421_b_2_6;
  const { publicKey } = signingKeyFrom(readSigningKey(pem));
  const isSigned = (text: string) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
  expect([isSigned(base), isSigned(base.replace('POST', 'PUT'))]).toEqual([true, false]);
});

describe('a request with one byte of its signature headers changed', () => {
  const [valid] = vectors.requests;
  if (valid === undefined) throw new Error('the vectors have no request');
  const places = valid.headers.flatMap(([name, value], index) =>
    name.startsWith('Signature') || name === 'Content-Digest'
      ? Array.from({ length: value.length }, (_, at) => ({ index, at }))
      : [],
  );

  test.each(['', '"', ';', '\\', ':', ',', '(', ')', 'A', '0', ' ', '\u00ff', '%', '@', '?', '='])(
    'to %j is never let in for another one, and never an error of ours',
    (character) => {
      for (const { index, at } of places) {
        const headers = valid.headers.map(([name, value], place) =>
          place === index
            ? ([name, value.slice(0, at) + character + value.slice(at + 1)] as const)
            : ([name, value] as const),
        );
        const refusal = refusalOf({ ...valid, headers });
        if (refusal === null) expect(isSameSignature(headers)).toBe(true);
        else expect(refusal.code).toBe('signature_invalid');
      }
    },
  );

  /** Whether the changed headers still say the same: spaces around members and the last bits of base64 say nothing. */
  function isSameSignature(headers: Case['headers']): boolean {
    return headers.every(([name, value], index) => {
      const was = valid?.headers[index]?.[1] ?? '';
      if (name !== 'Signature' && name !== 'Content-Digest') return value.replace(/ /g, '') === was.replace(/ /g, '');
      return Buffer.from(value, 'base64').equals(Buffer.from(was, 'base64')) || value.trim() === was;
    });
  }
});
