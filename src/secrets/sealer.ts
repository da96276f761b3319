import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of AES-256-GCM. Its id stands in front of what it sealed, so that keys can be rolled. */
export interface EncryptionKey {
  /** 1 to 16 letters and digits. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals secrets that we must be able to read again, such as a webhook's signing secret. `context` says what a secret
 * belongs to (`webhook 7`); it is bound in, so that a sealed text moved to another row does not open.
 */
export class Sealer {
  readonly #keys: readonly EncryptionKey[];

  /** @param keys the first one seals; the others open what was sealed with them. */
  constructor(keys: readonly [EncryptionKey, ...EncryptionKey[]]) {
    this.#keys = keys;
  }

  seal(secret: string, context: string): Buffer {
    const [{ id, key } = impossible()] = this.#keys;
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
    return Buffer.concat([Buffer.from([id.length]), Buffer.from(id, 'latin1'), nonce, sealing.getAuthTag(), sealed]);
  }

  /** @throws SecretNotReadable when its key is missing, it was changed, or it belongs to something else. */
  open(sealed: Buffer, context: string): string {
    const idEnd = 1 + (sealed[0] ?? 0);
    const id = sealed.toString('latin1', 1, idEnd);
    const found = this.#keys.find((known) => known.id === id);
    if (found === undefined) throw new SecretNotReadable(`the encryption key ${id} is missing`);
    const tagAt = idEnd + nonceBytes;
    try {
      const opening = createDecipheriv(cipher, found.key, sealed.subarray(idEnd, tagAt))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes));
      return opening.update(sealed.subarray(tagAt + tagBytes), undefined, 'utf8') + opening.final('utf8');
    } catch (error) {
      throw new SecretNotReadable(`the secret of ${context} was changed, or sealed with another key ${id}`, {
        cause: error,
      });
    }
  }
}

export class SecretNotReadable extends Error {
  override readonly name = 'SecretNotReadable';
}

/** Reads `id:base64`; undefined when it is no key. */
export function readEncryptionKey(text: string): EncryptionKey | undefined {
  const match = /^([A-Za-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)$/.exec(text);
  if (match === null) return undefined;
  return { id: match[1] ?? '', key: Buffer.from(match[2] ?? '', 'base64') };
}

function impossible(): never {
  throw new Error('a sealer has at least one key');
}
