import { hash, verify } from 'node:crypto';
import {
  type Dictionary,
  type InnerList,
  isInnerList,
  type Parameters,
  parseDictionary,
  serializeInnerList,
} from 'structured-headers';
import { signatureInvalid } from '../access/signed-requests.ts';
import type { SigningKey } from '../access/signing-keys.ts';
import { Refusal } from '../refusal.ts';

/** What a signature can cover of a request, as it was received. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path and the query of the request line, as they came. */
  readonly target: string;
  /** Names and values of the fields in turn, in the order in which they came. */
  readonly rawHeaders: readonly string[];
}

/** A signature that was verified. */
export interface VerifiedSignature {
  /** Of the signing key that made it. */
  readonly keyId: string;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly createdSeconds: number;
  readonly expiresSeconds: number | null;
  /** The digests of Content-Digest by algorithm, in base64; null where the signature does not cover that field. */
  readonly digests: ReadonlyMap<DigestAlgorithm, string> | null;
}

/** The algorithms of RFC 9530 section 5 that are in force. */
const digestAlgorithms = { 'sha-256': 'sha256', 'sha-512': 'sha512' } as const;
type DigestAlgorithm = keyof typeof digestAlgorithms;

/** Every signature covers these. Scheme and host are not among them, because a proxy may change them; the API key is of one installation. */
const alwaysCovered = ['@method', '@path', '@query', 'authorization'] as const;
const derivedComponents: readonly string[] = ['@method', '@path', '@query'];

/**
 * Verifies the signature of a request (RFC 9421) by the rules of docs/signed-requests.md, all but its time, its nonce and the digest of the
 * body. Pure.
 * @param keys one of these must have signed.
 * @throws Refusal `signature_required` or `signature_invalid`
 */
export function verifySignature(request: ReceivedRequest, keys: readonly SigningKey[]): VerifiedSignature {
  const fields = fieldsOf(request.rawHeaders);
  const { input, signature } = onlySignature(fields);
  const { createdSeconds, expiresSeconds, nonce, keyId } = readParameters(input[1]);
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) {
    throw signatureInvalid('The keyid is the fingerprint of none of the signing keys of this API key.');
  }
  const covered = componentsOf(input);
  for (const name of alwaysCovered) refuseUncovered(covered, name);
  if (fields.has('idempotency-key')) refuseUncovered(covered, 'idempotency-key');
  const base = signatureBase(request, fields, input, covered);
  if (!verify(null, Buffer.from(base, 'latin1'), key.publicKey, signature)) {
    throw signatureInvalid('The signature does not fit the request; sign exactly what is sent, with the right key.');
  }
  const digests = covered.includes('content-digest') ? readDigests(fields.get('content-digest') ?? '') : null;
  return { keyId, nonce, createdSeconds, expiresSeconds, digests };
}

/**
 * Whether a request that was let in would still be: its key has no signing keys now, or still the one that signed it. Pure.
 * @param signature null where the request was not signed.
 */
export function isSignedByOneOf(signature: VerifiedSignature | null, keys: readonly SigningKey[] | null): boolean {
  return keys === null || keys.some(({ keyId }) => keyId === signature?.keyId);
}

/**
 * Compares the body that was received with the digests that a signature covers. Pure.
 * @param bytes of the body; none where there is no body.
 * @returns a refusal `signature_invalid`, or null.
 */
export function refusalOfDigest({ digests }: VerifiedSignature, bytes: Buffer): Refusal | null {
  if (digests === null) return bytes.length === 0 ? null : uncovered('content-digest');
  for (const [algorithm, digest] of digests) {
    if (hash(digestAlgorithms[algorithm], bytes, 'base64') !== digest) {
      return signatureInvalid(`The ${algorithm} of Content-Digest is not that of the body that was received.`);
    }
  }
  return null;
}

/** The values of each field as RFC 9421 section 2.1 combines them, by its name in lower case. */
function fieldsOf(rawHeaders: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = (rawHeaders[at + 1] ?? '').replace(/^[ \t]+|[ \t]+$/g, '');
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

/** With several signatures it would not be clear which one speaks for the client. */
function onlySignature(fields: ReadonlyMap<string, string>): {
  readonly input: InnerList;
  readonly signature: Uint8Array;
} {
  const [inputField, signatureField] = [fields.get('signature-input'), fields.get('signature')];
  if (inputField === undefined && signatureField === undefined) {
    throw new Refusal(
      'signature_required',
      'Requests of this API key must be signed: send the headers Signature-Input and Signature.',
    );
  }
  const inputs = dictionaryOf('Signature-Input', inputField);
  const signatures = dictionaryOf('Signature', signatureField);
  const [[label, input] = ['', null], ...others] = inputs;
  if (input === null || others.length > 0 || signatures.size !== 1 || !signatures.has(label)) {
    throw signatureInvalid('Send exactly one signature, with the same label in Signature-Input and Signature.');
  }
  const member = signatures.get(label);
  const bytes = member === undefined || isInnerList(member) ? null : member[0];
  if (!isInnerList(input)) {
    throw signatureInvalid('Signature-Input must have a list of the covered components in parentheses.');
  }
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength !== 64) {
    throw signatureInvalid('Signature must have the 64 bytes of an Ed25519 signature, in base64 between colons.');
  }
  return { input, signature: new Uint8Array(bytes) };
}

/** A dictionary of RFC 9651. The library has several classes of errors, and each of them means that the text is none. */
function dictionaryOf(name: string, text: string | undefined): Dictionary {
  try {
    return parseDictionary(text ?? '');
  } catch {
    throw signatureInvalid(`${name} is not a dictionary as RFC 9651 writes it.`);
  }
}

function readParameters(parameters: Parameters) {
  const alg = parameters.get('alg') ?? 'ed25519';
  if (alg !== 'ed25519') throw signatureInvalid('The algorithm must be alg="ed25519", or left out.');
  const nonce = parameters.get('nonce');
  if (typeof nonce !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(nonce)) {
    throw signatureInvalid('The parameter nonce must be a string of 16 to 128 visible ASCII characters, drawn anew.');
  }
  const keyId = parameters.get('keyid');
  if (typeof keyId !== 'string') {
    throw signatureInvalid('The parameter keyid must be a string: the fingerprint of the signing key.');
  }
  const createdSeconds = secondsOf(parameters, 'created');
  const expiresSeconds = parameters.has('expires') ? secondsOf(parameters, 'expires') : null;
  return { nonce, keyId, createdSeconds, expiresSeconds };
}

function secondsOf(parameters: Parameters, name: 'created' | 'expires'): number {
  const seconds = parameters.get(name);
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds < 0) {
    throw signatureInvalid(`The parameter ${name} must be an integer: seconds since 1970.`);
  }
  return seconds;
}

/**
 * The names of the covered components. Parameters such as `;req` or `;key` would cover something else than the whole component, and a
 * component that is there twice is an error (RFC 9421 section 2.5).
 */
function componentsOf([items]: InnerList): string[] {
  const names = items.map(([name, parameters]) => {
    if (typeof name !== 'string') throw signatureInvalid('The covered components must be strings in Signature-Input.');
    if (parameters.size > 0) {
      throw signatureInvalid(`The component "${name}" must be covered without parameters.`);
    }
    if (name !== name.toLowerCase()) throw signatureInvalid(`Write the component "${name}" in lower case.`);
    if (name.startsWith('@') && !derivedComponents.includes(name)) {
      throw signatureInvalid(`The component "${name}" cannot be covered: use "@method", "@path" and "@query".`);
    }
    return name;
  });
  if (new Set(names).size < names.length) throw signatureInvalid('A covered component is there twice.');
  return names;
}

function refuseUncovered(covered: readonly string[], name: string): void {
  if (!covered.includes(name)) throw uncovered(name);
}

function uncovered(name: string): Refusal {
  return signatureInvalid(`The signature must cover "${name}".`);
}

/** What is signed (RFC 9421 section 2.5): latin1, so that each byte of a field is one character. */
function signatureBase(
  request: ReceivedRequest,
  fields: ReadonlyMap<string, string>,
  input: InnerList,
  covered: readonly string[],
): string {
  const lines = covered.map((name) => `"${name}": ${componentValue(name, request, fields)}`);
  return [...lines, `"@signature-params": ${serialized(input)}`].join('\n');
}

function serialized(input: InnerList): string {
  try {
    return serializeInnerList(input);
  } catch {
    throw signatureInvalid('Signature-Input has a value that RFC 9651 cannot write.');
  }
}

function componentValue(
  name: string,
  { method, target }: ReceivedRequest,
  fields: ReadonlyMap<string, string>,
): string {
  const query = target.indexOf('?');
  if (name === '@method') return method;
  if (name === '@path') return query < 0 ? target : target.slice(0, query);
  // Section 2.2.7: the question mark alone where there is no query.
  if (name === '@query') return query < 0 ? '?' : target.slice(query);
  const value = fields.get(name);
  if (value === undefined) throw signatureInvalid(`The signature covers "${name}", which the request does not have.`);
  return value;
}

function readDigests(text: string): ReadonlyMap<DigestAlgorithm, string> {
  const digests = new Map<DigestAlgorithm, string>();
  for (const [name, member] of dictionaryOf('Content-Digest', text)) {
    if (name !== 'sha-256' && name !== 'sha-512') continue;
    const bytes = isInnerList(member) ? null : member[0];
    if (!(bytes instanceof ArrayBuffer)) {
      throw signatureInvalid(`The ${name} of Content-Digest must be its bytes, in base64 between colons.`);
    }
    digests.set(name, Buffer.from(bytes).toString('base64'));
  }
  if (digests.size === 0) throw signatureInvalid('Content-Digest must have sha-256 or sha-512.');
  return digests;
}
