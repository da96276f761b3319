import { createPrivateKey, generateKeyPairSync, verify } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Nsimbi } from './client.ts';
import { RequestSigner } from './request-signing.ts';
import { readVectors } from './testing/vectors.ts';

interface Vectors {
  readonly keys: readonly { readonly key_id: string; readonly private_pem: string; readonly public_pem: string }[];
  readonly rfc_9421_b_2_6: Readonly<Record<'public_pem' | 'signature_base' | 'signature', string>>;
  readonly signed: readonly {
    readonly name: string;
    readonly method: string;
    readonly target: string;
    readonly api_key: string;
    readonly body: string | null;
    readonly idempotency_key: string | null;
    readonly created: number;
    readonly nonce: string;
    readonly content_digest: string | null;
    readonly signature_input: string;
    readonly signature: string;
  }[];
}

const vectors = readVectors<Vectors>('signed-requests.json');
const [pair] = vectors.keys;
if (pair === undefined) throw new Error('the vectors have no key');
const signingKey = { keyId: pair.key_id, privateKey: pair.private_pem };

test.each(vectors.signed)('signs as the vectors say: $name', (one) => {
  const headers: Record<string, string> = { authorization: `Bearer ${one.api_key}` };
  if (one.idempotency_key !== null) headers['idempotency-key'] = one.idempotency_key;
  const body = one.body ?? undefined;
  const request = { method: one.method, target: one.target, headers, body };
  expect(new RequestSigner(signingKey).headersOf(request, one.created, one.nonce)).toEqual({
    ...(one.content_digest === null ? {} : { 'content-digest': one.content_digest }),
    'signature-input': one.signature_input,
    signature: one.signature,
  });
});

test('the example of RFC 9421, appendix B.2.6, is verified by the function that the vectors were made for', () => {
  const { public_pem: pem, signature_base: base, signature } = vectors.rfc_9421_b_2_6;
  expect(verify(null, Buffer.from(base), pem, Buffer.from(signature, 'base64'))).toBe(true);
});

test('every attempt is signed anew, with its own nonce, and public operations are not signed', async () => {
  const requests: Headers[] = [];
  const answers = [
    new Response('{"success":false,"code":"database_unavailable","message":"later"}', { status: 503 }),
    Response.json({ success: true, message: '', data: { transaction_id: 1 } }),
    Response.json({ ready: true }),
  ];
  const nsimbi = new Nsimbi({
    apiKey: 'nsk_test_abcdefghijkl.secret',
    baseUrl: 'https://pay.example.ug',
    signingKey,
    fetch: async (_url, init) => {
      requests.push(new Headers(init?.headers));
      return answers.shift() ?? Response.error();
    },
  });
  await nsimbi.wallet.sendMoney({ recipient_phone: '256772000001', amount: 1_000 });
  await nsimbi.health.ready();
  const nonces = requests.map((headers) => /nonce="([^"]+)"/.exec(headers.get('signature-input') ?? '')?.[1]);
  expect(nonces).toEqual([expect.stringMatching(/^[\x21-\x7e]{16,}$/), expect.anything(), undefined]);
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(requests[0]?.get('idempotency-key')).toBe(requests[1]?.get('idempotency-key'));
  expect(requests[2]?.has('signature')).toBe(false);
  expect(inspect(nsimbi, { depth: 9 })).not.toContain('PRIVATE');
});

test('the path of a base address, under which a proxy has the service, is not signed', async () => {
  const requests: { url: string; headers: Headers }[] = [];
  const options = {
    apiKey: 'nsk_test_abcdefghijkl.secret',
    signingKey,
    fetch: async (url: string | URL | Request, init?: RequestInit) => {
      requests.push({ url: String(url), headers: new Headers(init?.headers) });
      return Response.json({
        success: true,
        message: '',
        data: [],
        pagination: { next_cursor: null, has_more: false },
      });
    },
  };
  const nsimbi = new Nsimbi({ ...options, baseUrl: 'https://example.ug/pay/' });
  await nsimbi.wallet.transactions.list({ from: new Date(0), reference: "it's ü" });
  const [sent] = requests;
  expect(sent?.url).toMatch('https://example.ug/pay/api/v1/wallet/transactions?');
  const parameters = (sent?.headers.get('signature-input') ?? '').replace('sig1=', '');
  const base = [
    '"@method": GET',
    '"@path": /api/v1/wallet/transactions',
    `"@query": ${new URL(sent?.url ?? '').search}`,
    '"authorization": Bearer nsk_test_abcdefghijkl.secret',
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = Buffer.from((sent?.headers.get('signature') ?? '').slice('sig1=:'.length), 'base64');
  expect(verify(null, Buffer.from(base), pair.public_pem, signature)).toBe(true);
});

test.each([
  ['no fingerprint', { keyId: 'sig1', privateKey: pair.private_pem }],
  ['a public key', { keyId: pair.key_id, privateKey: pair.public_pem }],
  ['no PEM', { keyId: pair.key_id, privateKey: 'secret' }],
  ['another kind of key', { keyId: pair.key_id, privateKey: generateKeyPairSync('x25519').privateKey }],
])('a client is not made with %s', (_what, wrong) => {
  const options = { apiKey: 'nsk_test_abcdefghijkl.secret', baseUrl: 'https://pay.example.ug' };
  expect(() => new Nsimbi({ ...options, signingKey: wrong })).toThrow(TypeError);
});

test('a KeyObject is taken as well as PEM', () => {
  const request = { method: 'GET', target: '/', headers: { authorization: 'Bearer x' } };
  const sign = (privateKey: string | ReturnType<typeof createPrivateKey>) =>
    new RequestSigner({ keyId: pair.key_id, privateKey }).headersOf(request, 1, 'n'.repeat(16));
  expect(sign(createPrivateKey(pair.private_pem))).toEqual(sign(pair.private_pem));
});
