import {
  constants,
  createDecipheriv,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomUUID,
} from 'node:crypto';
import type { AirtelAccount } from './settings.ts';

interface KeyPair {
  readonly keyId: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** The key pairs of the application: for the PIN (providers.md 2.6) and for signing messages (2.8). */
export class Keys {
  readonly #account: AirtelAccount;
  readonly #pin: KeyPair;
  #signing: KeyPair;
  #lastOpened: { readonly encrypted: string; readonly text: string | undefined } | null = null;

  constructor(account: AirtelAccount) {
    this.#account = account;
    this.#pin = newKeyPair(account.pinPadding === 'pkcs1' ? 1_024 : 2_048);
    this.#signing = account.separatePinKey ? newKeyPair(1_024) : this.#pin;
  }

  get signingKeyId(): string {
    return this.#signing.keyId;
  }

  /** Base64 of the DER (SPKI), as the encryption-keys call gives it. */
  get signingKey(): string {
    return base64Der(this.#signing.publicKey);
  }

  /** Base64 of the DER (SPKI), as the portal shows it. */
  get pinKey(): string {
    return base64Der(this.#pin.publicKey);
  }

  get pinKeyPem(): string {
    return this.#pin.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  /** Takes a new signing key; what is signed with the old one no longer matches. */
  rotateSigningKey(): void {
    this.#signing = newKeyPair(1_024);
  }

  /** The PIN inside an encrypted one, or null when it was not encrypted with our key in the right way. */
  openPin(encrypted: string): string | null {
    // Callers may encrypt once at their start, and opening costs as much as all the rest of a call.
    if (this.#lastOpened?.encrypted !== encrypted)
      this.#lastOpened = { encrypted, text: this.#decryptedPin(encrypted) };
    const { text } = this.#lastOpened;
    // With PKCS#1 v1.5 a wrong ciphertext decrypts to random bytes instead of an error.
    return text !== undefined && /^\d{4}$/.test(text) ? text : null;
  }

  #decryptedPin(encrypted: string): string | undefined {
    const padding =
      this.#account.pinPadding === 'pkcs1'
        ? { padding: constants.RSA_PKCS1_PADDING }
        : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    return decrypted({ key: this.#pin.privateKey, ...padding }, encrypted)?.toString('latin1');
  }

  /** Whether `x-signature` and `x-key` are those of these bytes. */
  isSignatureOf(body: Buffer, signature: string, key: string): boolean {
    const opened = decrypted({ key: this.#signing.privateKey, padding: constants.RSA_PKCS1_PADDING }, key);
    const parts = /^([A-Za-z0-9+/]{43}=):([A-Za-z0-9+/]{22}==)$/.exec(opened?.toString('latin1') ?? '');
    if (parts === null) return false;
    try {
      const decipher = createDecipheriv(
        'aes-256-cbc',
        Buffer.from(parts[1]!, 'base64'),
        Buffer.from(parts[2]!, 'base64'),
      );
      return Buffer.concat([decipher.update(Buffer.from(signature, 'base64')), decipher.final()]).equals(body);
    } catch {
      return false;
    }
  }
}

function newKeyPair(modulusLength: number): KeyPair {
  return { keyId: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength }) };
}

function base64Der(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

function decrypted(key: Parameters<typeof privateDecrypt>[0], base64: string): Buffer | null {
  try {
    return privateDecrypt(key, Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}
