import { constants, createCipheriv, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';
import type { ConnectorObserver, OnExchange } from '../contract.ts';
import { type JsonAnswer, JsonCaller, type JsonRequest } from '../http/json-caller.ts';
import { objectOf, textOf } from '../http/json-values.ts';
import { type TokenAnswer, TokenCache, type TokenResult } from '../tokens.ts';
import { readAnswer } from './answer.ts';
import { readRsaPublicKey } from './rsa-public-key.ts';
import type { AirtelMoneySettings } from './settings.ts';

/** One business call, by what it is about. */
export interface AirtelRequest {
  readonly method: 'GET' | 'POST';
  /** After the path prefix. */
  readonly path: string;
  readonly body?: object;
  /** Whether the body is signed, when signing is on. */
  readonly signed?: boolean;
  /** The answer holds somebody's personal data. */
  readonly secretAnswer?: boolean;
  readonly onExchange?: OnExchange | undefined;
}

/** The result of a business call. */
export type AirtelSent =
  | { readonly is: 'sent'; readonly answer: JsonAnswer }
  /** Airtel gives us no token, or no key to sign with, so that the call was not sent, or was not let in. */
  | Exclude<TokenResult, { is: 'token' }>;

/** Tokens live for 180 seconds (providers.md 2.2). */
const tokenLifetimeMs = 180_000;
const tokenRenewedBeforeEndMs = 30_000;
const keyRenewedBeforeEndMs = 600_000;

/** Codes that say that a signature did not match; the key may have been changed before its day. */
const signatureMismatches: ReadonlySet<string | null> = new Set(['DP00800001026', 'DP00900001016']);

/**
 * Airtel's HTTP: token, headers, path prefix, signature (providers.md 2.1, 2.2, 2.8). Knows nothing of payments.
 * A call that Airtel did not let in because of its token is made once more with a new one; nothing else is repeated.
 */
export class AirtelClient {
  readonly #settings: AirtelMoneySettings;
  readonly #payments: JsonCaller;
  /** On connections of their own, so that queries that hang never delay a payment. */
  readonly #queries: JsonCaller;
  readonly #basePath: string;
  readonly #token: TokenCache;
  readonly #encryptionKey: TokenCache;

  constructor(settings: AirtelMoneySettings, observer: ConnectorObserver) {
    const base = new URL(settings.baseUrl);
    this.#settings = settings;
    this.#basePath = base.pathname.replace(/\/+$/, '');
    const watch = observer.exchange.bind(observer, 'Airtel');
    this.#payments = new JsonCaller({ origin: base.origin, watch });
    this.#queries = new JsonCaller({ origin: base.origin, watch });
    this.#token = new TokenCache({
      ask: (signal) => this.#askToken(signal),
      earlyMs: tokenRenewedBeforeEndMs,
    });
    this.#encryptionKey = new TokenCache({
      ask: (signal) => this.#askEncryptionKey(signal),
      earlyMs: keyRenewedBeforeEndMs,
    });
  }

  /** Makes a business call, cut when `signal` aborts. Never throws. */
  async send(request: AirtelRequest, signal: AbortSignal): Promise<AirtelSent> {
    const { method, body, signed, secretAnswer = false, onExchange } = request;
    const path = `${this.#basePath}${this.#settings.pathPrefix}${request.path}`;
    if (body === undefined) return this.#sendWithToken({ method, path, headers: {}, secretAnswer, onExchange }, signal);
    const text = JSON.stringify(body);
    if (signed !== true || !this.#settings.signing) {
      return this.#sendWithToken({ method, path, headers: {}, body: text, onExchange }, signal);
    }
    const held = await this.#encryptionKey.get(signal);
    if (held.is !== 'token') return held;
    const key = readRsaPublicKey(held.token);
    if (key === undefined) throw new Error('an encryption key was kept that is none');
    const headers = { ...signMessage(text, key) };
    const sent = await this.#sendWithToken({ method, path, headers, body: text, onExchange }, signal);
    if (isSignatureMismatch(sent)) this.#encryptionKey.discard(held.token);
    return sent;
  }

  /** Destroys every connection; calls under way end as if they had been cut. */
  async close(): Promise<void> {
    await Promise.all([this.#payments.close(), this.#queries.close()]);
  }

  #sendWithToken(request: JsonRequest, signal: AbortSignal): Promise<AirtelSent> {
    const caller = request.method === 'POST' ? this.#payments : this.#queries;
    const call = (token: string): Promise<JsonAnswer> => {
      const headers = {
        authorization: `Bearer ${token}`,
        'x-country': 'UG',
        'x-currency': 'UGX',
        accept: '*/*',
        'content-type': 'application/json',
        ...request.headers,
      };
      return caller.call({ ...request, headers }, signal);
    };
    return this.#token.send(call, isTokenRefused, signal);
  }

  async #askToken(signal: AbortSignal): Promise<TokenAnswer> {
    const { clientId, clientSecret } = this.#settings;
    const answer = await this.#queries.call(
      {
        method: 'POST',
        path: `${this.#basePath}/auth/oauth2/token`,
        headers: { accept: '*/*', 'content-type': 'application/json' },
        body: JSON.stringify({
          client_id: clientId,
          client_secret: clientSecret,
          grant_type: 'client_credentials',
        }),
        secretAnswer: true,
        isTokenRequest: true,
      },
      signal,
    );
    if (answer.is !== 'answered') return { is: 'none', raw: `no token: ${answer.reason}` };
    const fields = objectOf(answer.json);
    const token = textOf(fields?.access_token);
    if (answer.status === 200 && token !== null) {
      const seconds = Number(textOf(fields?.expires_in));
      return { is: 'token', token, lifetimeMs: seconds > 0 ? seconds * 1_000 : tokenLifetimeMs };
    }
    const raw = `no token: ${readAnswer(answer.status, answer.json, answer.status < 300 ? '' : answer.text).raw}`;
    // Airtel says "bad credentials" with 400 and JSON (2.2); a page of the web firewall says nothing about them.
    const isRefusal = [400, 401, 403].includes(answer.status) && fields !== null;
    return { is: isRefusal ? 'refused' : 'none', raw };
  }

  async #askEncryptionKey(signal: AbortSignal): Promise<TokenAnswer> {
    const path = `${this.#basePath}/v1/rsa/encryption-keys`;
    const sent = await this.#sendWithToken({ method: 'GET', path, headers: {} }, signal);
    if (sent.is !== 'sent') return sent;
    const { answer } = sent;
    if (answer.is !== 'answered') return { is: 'none', raw: `no encryption key: ${answer.reason}` };
    const key: EncryptionKey | null = answer.status === 200 ? readEncryptionKey(answer.json, Date.now()) : null;
    if (key !== null) return { is: 'token', token: key.key, lifetimeMs: key.lifetimeMs };
    const { row, isJsonObject, raw } = readAnswer(answer.status, answer.json, answer.text);
    const isRefusal = row?.class === 'configuration' || ([401, 403].includes(answer.status) && isJsonObject);
    return { is: isRefusal ? 'refused' : 'none', raw: `no encryption key: ${raw}` };
  }
}

/** 401, or, as one sandbox does, 403 with the same text (providers.md 2.2). */
function isTokenRefused(answer: JsonAnswer): boolean {
  if (answer.is !== 'answered') return false;
  return answer.status === 401 || (answer.status === 403 && objectOf(answer.json)?.error === 'invalid_token');
}

function isSignatureMismatch(sent: AirtelSent): boolean {
  if (sent.is !== 'sent' || sent.answer.is !== 'answered') return false;
  const { status, json, text } = sent.answer;
  return signatureMismatches.has(readAnswer(status, json, text).code);
}

/** The two headers that sign a message. */
interface SignatureHeaders {
  readonly 'x-signature': string;
  readonly 'x-key': string;
}

/**
 * Signs a message as providers.md 2.8 says: the body under a new AES-256-CBC key, and that key and its IV, as base64 with a
 * colon between, under Airtel's RSA key with PKCS#1 v1.5. The bytes of `body` must be sent exactly as they are here.
 */
export function signMessage(body: string, publicKey: KeyObject): SignatureHeaders {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  const keyText = `${key.toString('base64')}:${iv.toString('base64')}`;
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(keyText, 'utf8'));
  return { 'x-signature': signature.toString('base64'), 'x-key': wrapped.toString('base64') };
}

/** Airtel's key for signing messages, in base64, and for how long it is used before it is asked for again. */
interface EncryptionKey {
  readonly key: string;
  readonly lifetimeMs: number;
}

/** A key whose day cannot be read, or has passed, is asked for again after an hour; any key after a day. */
const lifetimeMinMs = 3_600_000;
const lifetimeMaxMs = 86_400_000;

/** Uganda keeps UTC+3 all year. */
const kampalaOffsetMs = 3 * 3_600_000;

/**
 * Reads the answer of `GET /v1/rsa/encryption-keys`: `key` and `valid_upto` under `data`, or, as the `.ug` host has it, at
 * the top (providers.md 2.8). A key is used until the day that it is valid up to begins in Kampala.
 * @returns null when there is no RSA key in it.
 */
export function readEncryptionKey(json: unknown, nowMs: number): EncryptionKey | null {
  const body = objectOf(json);
  const fields = objectOf(body?.data) ?? body;
  const key = textOf(fields?.key);
  if (key === null || readRsaPublicKey(key) === undefined) return null;
  const leftMs = (beginningOfDay(textOf(fields?.valid_upto)) ?? nowMs) - nowMs;
  return { key, lifetimeMs: Math.min(Math.max(leftMs, lifetimeMinMs), lifetimeMaxMs) };
}

/** The beginning in Kampala of a day written day-month-year, in milliseconds since 1970. */
function beginningOfDay(text: string | null): number | null {
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/.exec(text ?? '') ?? [];
  if (day === undefined || month === undefined || year === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) - kampalaOffsetMs;
}
