import { describe, expect, test } from 'vitest';
import { readVectors } from './testing/vectors.ts';
import { type SignatureScheme, verifyWebhook, WebhookVerificationError } from './webhook-signature.ts';

interface SignatureCase {
  readonly name: string;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly tolerance_seconds?: number;
  readonly schemes?: readonly SignatureScheme[];
  readonly brand?: string;
  readonly result: string;
}

const vectors = readVectors<{ now: number; event_id: string; cases: SignatureCase[] }>('webhook-signatures.json');
const now = new Date(vectors.now * 1_000);

const inputOf = ({ payload, headers, secrets, tolerance_seconds, schemes, brand }: SignatureCase) => ({
  payload,
  headers,
  secrets,
  now,
  toleranceSeconds: tolerance_seconds,
  schemes,
  brand,
});

describe('packages/vectors/webhook-signatures.json', () => {
  test.each(vectors.cases)('$name: $result', (one) => {
    const forms = [
      inputOf(one),
      { ...inputOf(one), payload: Buffer.from(one.payload) },
      { ...inputOf(one), headers: new Headers({ ...one.headers }) },
    ];
    for (const form of forms) {
      if (one.result === 'valid') {
        expect(verifyWebhook(form).id).toBe(vectors.event_id);
      } else {
        expect(reasonOf(() => verifyWebhook(form))).toBe(one.result);
      }
    }
  });
});

describe('a receiver', () => {
  const valid = inputOf(vectors.cases[0]!);

  test('gives one secret as a text', () => {
    expect(verifyWebhook({ ...valid, secrets: valid.secrets[0]! })).toMatchObject({ data: { amount: 50_000 } });
  });

  test('that gives a parsed body, or a secret that is missing, is told so: it is not the fault of the request', () => {
    expect(() => verifyWebhook({ ...valid, payload: JSON.parse(valid.payload) })).toThrow(TypeError);
    for (const secrets of ['', [], [''], ['secret'], [undefined as unknown as string]]) {
      expect(() => verifyWebhook({ ...valid, secrets })).toThrow(TypeError);
    }
  });

  test('may have headers as lists, and refuses a delivery with two times', () => {
    const lists = Object.fromEntries(Object.entries(valid.headers).map(([name, value]) => [name, [value]]));
    expect(verifyWebhook({ ...valid, headers: lists }).id).toBe(vectors.event_id);
    const time = valid.headers['webhook-timestamp'] ?? '';
    const headers = { ...valid.headers, 'webhook-timestamp': [time, time] };
    expect(reasonOf(() => verifyWebhook({ ...valid, headers }))).toBe('bad_timestamp');
  });
});

function reasonOf(verify: () => unknown): string {
  try {
    verify();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
  return 'valid';
}
