import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { fingerprintOf } from '../../src/access/signing-keys.ts';

/** A key pair as a client has one. */
export interface ClientKeyPair {
  readonly privateKey: KeyObject;
  /** PEM, as a person pastes it. */
  readonly pem: string;
  /** The public key in base64url. */
  readonly x: string;
  readonly keyId: string;
}

export function drawKeyPair(): ClientKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, pem, x, keyId: fingerprintOf(x) };
}

export interface ToSign {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly apiKey: string;
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface SigningOptions {
  /** Seconds since 1970; now when left out. */
  readonly created?: number;
  readonly expires?: number;
  readonly nonce?: string;
  readonly digest?: 'sha-256' | 'sha-512';
}

/** The headers of a signed request, with those that it covers. Written from docs/signed-requests.md, without code of the service. */
export function signedHeaders(
  { method, target, apiKey, body, idempotencyKey }: ToSign,
  pair: ClientKeyPair,
  options: SigningOptions = {},
): Record<string, string> {
  const { created = Math.floor(Date.now() / 1_000), expires, nonce = randomBytes(16).toString('hex') } = options;
  const { digest = 'sha-256' } = options;
  const [path = '', query = ''] = target.split('?');
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
  if (body !== undefined) {
    const hashed = createHash(digest.replace('-', '')).update(body).digest('base64');
    headers['content-digest'] = `${digest}=:${hashed}:`;
  }
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const covered = new Map([['@method', method], ['@path', path], ['@query', `?${query}`], ...Object.entries(headers)]);
  const components = [...covered.keys()].map((name) => `"${name}"`).join(' ');
  const until = expires === undefined ? '' : `;expires=${expires}`;
  const parameters = `(${components});created=${created}${until};nonce="${nonce}";keyid="${pair.keyId}"`;
  const lines = [...covered].map(([name, value]) => `"${name}": ${value}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  return {
    ...headers,
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${sign(null, Buffer.from(base), pair.privateKey).toString('base64')}:`,
  };
}
