import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** A key pair of which the API key has the public key. Every request of such an API key must be signed. */
export interface SigningKey {
  /** The fingerprint of the public key, as the service shows it. */
  readonly keyId: string;
  /** The Ed25519 private key, PEM (PKCS #8). */
  readonly privateKey: string | KeyObject;
}

/** A request of which everything is known but its signature. Names of headers are in lower case. */
interface UnsignedRequest {
  readonly method: string;
  /** Path and query as the service receives them: it has no path of its own, so without that of a base address. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; none where there is no body. */
  readonly body?: string | undefined;
}

/** Signs requests as docs/signed-requests.md of the service says (RFC 9421, RFC 9530). */
export class RequestSigner {
  readonly #keyId: string;
  readonly #privateKey: KeyObject;

  /** @throws TypeError when the key cannot be right. */
  constructor({ keyId, privateKey }: SigningKey) {
    if (typeof keyId !== 'string' || !/^[0-9a-f]{32}$/.test(keyId)) {
      throw new TypeError('signingKey.keyId must be the fingerprint of the public key, 32 hexadecimal digits.');
    }
    this.#keyId = keyId;
    this.#privateKey = readPrivateKey(privateKey);
  }

  /**
   * The headers that sign one attempt of a request. Pure.
   * @param createdSeconds now, in seconds since 1970.
   * @param nonce 16 to 128 visible ASCII characters that no other attempt has.
   */
  headersOf(request: UnsignedRequest, createdSeconds: number, nonce: string): Record<string, string> {
    const [path = '', query = ''] = request.target.split('?', 2);
    const { authorization = '', 'idempotency-key': idempotencyKey } = request.headers;
    const digest =
      request.body === undefined
        ? undefined
        : `sha-256=:${createHash('sha256').update(request.body).digest('base64')}:`;
    const covered: [name: string, value: string][] = [
      ['@method', request.method],
      ['@path', path],
      ['@query', `?${query}`],
      ['authorization', authorization],
    ];
    if (digest !== undefined) covered.push(['content-digest', digest]);
    if (idempotencyKey !== undefined) covered.push(['idempotency-key', idempotencyKey]);
    const names = covered.map(([name]) => `"${name}"`).join(' ');
    const parameters = `(${names});created=${createdSeconds};nonce="${nonce}";keyid="${this.#keyId}";alg="ed25519"`;
    const lines = [...covered, ['@signature-params', parameters]].map(([name, value]) => `"${name}": ${value}`);
    const signature = sign(null, Buffer.from(lines.join('\n')), this.#privateKey).toString('base64');
    return {
      ...(digest === undefined ? {} : { 'content-digest': digest }),
      'signature-input': `sig1=${parameters}`,
      signature: `sig1=:${signature}:`,
    };
  }
}

function readPrivateKey(key: string | KeyObject): KeyObject {
  let read: KeyObject | null;
  try {
    read = typeof key === 'string' ? createPrivateKey(key) : key;
  } catch {
    // The error of Node could name parts of the key.
    read = null;
  }
  if (read?.type !== 'private' || read.asymmetricKeyType !== 'ed25519') {
    throw new TypeError('signingKey.privateKey must be an Ed25519 private key in PEM, or a KeyObject of one.');
  }
  return read;
}
