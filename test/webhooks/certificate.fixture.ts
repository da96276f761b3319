import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A certificate and its key as PEM, for a server of this machine. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface Authority extends Certificate {
  readonly name: string;
  readonly privateKey: KeyObject;
}

const day = 86_400_000;

/** An authority that nobody trusts until a test says so. */
export function makeAuthority(name: string): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = certificate({
    subject: name,
    publicKey,
    issuer: name,
    issuerKey: privateKey,
    extensions: [isAuthority],
  });
  return { name, privateKey, cert, key: pem(privateKey) };
}

/** An authority that senders made from now on trust, until the test ends. */
export function trustedAuthority(): Authority {
  const authority = makeAuthority('Test authority of Nsimbi');
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
  return authority;
}

/** A server's certificate; without an authority it is signed with its own key. */
export function makeCertificate(options: {
  names?: readonly string[];
  ipv4?: string;
  authority?: Authority;
  notAfterMs?: number;
}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [subject = 'server'] = options.names ?? [];
  const cert = certificate({
    subject,
    publicKey,
    issuer: options.authority?.name ?? subject,
    issuerKey: options.authority?.privateKey ?? privateKey,
    extensions: [alternativeNames(options.names ?? [], options.ipv4)],
    notAfterMs: options.notAfterMs,
  });
  return { cert, key: pem(privateKey) };
}

/** RFC 5280, section 4.1. */
function certificate(parts: {
  subject: string;
  publicKey: KeyObject;
  issuer: string;
  issuerKey: KeyObject;
  extensions: readonly Buffer[];
  notAfterMs?: number | undefined;
}): string {
  const { subject, publicKey, issuer, issuerKey, extensions, notAfterMs = Date.now() + 30 * day } = parts;
  const ecdsaWithSha256 = der(0x30, oid(1, 2, 840, 10045, 4, 3, 2));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName(issuer),
    der(0x30, time(Date.now() - 60 * day), time(notAfterMs)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, issuerKey));
  const text = der(0x30, body, ecdsaWithSha256, signature).toString('base64');
  return ['-----BEGIN CERTIFICATE-----', ...(text.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----', ''].join('\n');
}

const isAuthority = der(0x30, oid(2, 5, 29, 19), der(0x04, der(0x30, der(0x01, Buffer.from([0xff])))));

function alternativeNames(names: readonly string[], ipv4?: string): Buffer {
  const entries = names.map((name) => der(0x82, Buffer.from(name)));
  if (ipv4 !== undefined) entries.push(der(0x87, Buffer.from(ipv4.split('.').map(Number))));
  return der(0x30, oid(2, 5, 29, 17), der(0x04, der(0x30, ...entries)));
}

function commonName(text: string): Buffer {
  return der(0x30, der(0x31, der(0x30, oid(2, 5, 4, 3), der(0x0c, Buffer.from(text)))));
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
}

function oid(first: number, second: number, ...others: number[]): Buffer {
  return der(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
