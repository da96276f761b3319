import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What the browser is asked for, as far as an authenticator looks at it. */
interface Options {
  readonly challenge: string;
}

/** How an authenticator behaves, where it is not as it should be. */
interface Behaviour {
  /** Whether it checked a PIN or a finger. */
  readonly verifiesUser?: boolean;
  /** The page that the browser says it is on. */
  readonly origin?: string;
  /** How many signatures it says it has made. */
  readonly counter?: number;
}

/** An authenticator without a browser: one discoverable passkey (ES256) that its person unlocks, as WebAuthn Level 2 describes it. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly #site: { readonly rpId: string; readonly origin: string };
  #counter = 0;

  constructor(site: { readonly rpId: string; readonly origin: string }) {
    this.#site = site;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** The response to `navigator.credentials.create`. */
  create(options: Options, behaviour: Behaviour = {}): object {
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coseKey = cbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat([this.#authenticatorData(0x40, behaviour), attested])],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, behaviour).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The response to `navigator.credentials.get`. */
  get(options: Options, behaviour: Behaviour = {}): object {
    this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', options, behaviour);
    const authenticatorData = this.#authenticatorData(0, behaviour);
    const hash = createHash('sha256').update(clientData).digest();
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authenticatorData, hash]), this.#keys.privateKey).toString('base64url'),
    });
  }

  #credential(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, { challenge }: Options, { origin = this.#site.origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, { verifiesUser = true, counter = this.#counter }: Behaviour): Buffer {
    const end = Buffer.alloc(5);
    end.writeUInt8(flags | 0x01 | (verifiesUser ? 0x04 : 0));
    end.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(this.#site.rpId).digest(), end]);
  }
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>;

/** The part of CBOR (RFC 8949) in which keys and attestations are written: whole numbers, text, bytes and maps. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return Buffer.concat([cborHead(5, value.size), ...[...value].flat().map((part) => cbor(part))]);
}

function cborHead(majorType: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(majorType << 5) | argument]);
  if (argument < 256) return Buffer.from([(majorType << 5) | 24, argument]);
  return Buffer.from([(majorType << 5) | 25, argument >> 8, argument & 255]);
}
