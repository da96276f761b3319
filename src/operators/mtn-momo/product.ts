import type { JsonAnswer, JsonCaller, JsonRequest } from '../http/json-caller.ts';
import { objectOf, textOf } from '../http/json-values.ts';
import { type TokenAnswer, TokenCache } from '../tokens.ts';
import type { Answered } from './answer.ts';
import { rawOf } from './answer.ts';
import type { MtnCredentials, MtnMomoSettings } from './settings.ts';

/** MTN's advice (providers.md 1.3). */
const renewEarlyMs = 10 * 60_000;
/** When `expires_in` cannot be read. A 401 mends a guess that was too long. */
const usualLifetimeSeconds = 3_600;

/** The result of a call of a product; `no_token` when nothing else was sent, or a 401 ended the call. */
export type ProductAnswer =
  | JsonAnswer
  | { readonly is: 'no_token'; readonly refused: boolean; readonly reason: string };

export interface ProductRequest extends Pick<JsonRequest, 'method' | 'body' | 'secretAnswer' | 'onExchange'> {
  /** After the product: begins with `/`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * One product of MTN with its own key, API user and token; the credentials of two products never meet (rule 15). Adds
 * what every call needs. A call answered 401 is made once more with a new token, as part of the same send.
 */
export class MtnProduct {
  readonly #name: 'collection' | 'disbursement';
  readonly #credentials: MtnCredentials;
  readonly #targetEnvironment: string;
  readonly #basePath: string;
  readonly #queries: JsonCaller;
  readonly #tokens: TokenCache;

  /** @param queries carries the calls that move nothing, so that money calls that hang do not delay them. */
  constructor(name: 'collection' | 'disbursement', settings: MtnMomoSettings, queries: JsonCaller) {
    this.#name = name;
    this.#credentials = settings[name];
    this.#targetEnvironment = settings.targetEnvironment;
    this.#basePath = new URL(settings.baseUrl).pathname.replace(/\/$/, '');
    this.#queries = queries;
    this.#tokens = new TokenCache({ ask: (signal) => this.#askToken(signal), earlyMs: renewEarlyMs });
  }

  /** Makes a call that moves no money. */
  ask(
    path: string,
    signal: AbortSignal,
    more: Pick<ProductRequest, 'secretAnswer' | 'onExchange'> = {},
  ): Promise<ProductAnswer> {
    return this.send(this.#queries, { method: 'GET', path, ...more }, signal);
  }

  async send(caller: JsonCaller, request: ProductRequest, signal: AbortSignal): Promise<ProductAnswer> {
    const call = (token: string): Promise<JsonAnswer> => {
      const { body, ...rest } = request;
      return caller.call(
        {
          ...rest,
          ...(body === undefined ? {} : { body }),
          path: this.#pathOf(request.path),
          headers: {
            ...request.headers,
            authorization: `Bearer ${token}`,
            'x-target-environment': this.#targetEnvironment,
            'ocp-apim-subscription-key': this.#credentials.subscriptionKey,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        signal,
      );
    };
    const sent = await this.#tokens.send(call, (answer) => answer.is === 'answered' && answer.status === 401, signal);
    if (sent.is === 'sent') return sent.answer;
    return { is: 'no_token', refused: sent.is === 'refused', reason: `no ${this.#name} token: ${sent.raw}` };
  }

  async #askToken(signal: AbortSignal): Promise<TokenAnswer> {
    const { subscriptionKey, apiUser, apiKey } = this.#credentials;
    const answer = await this.#queries.call(
      {
        method: 'POST',
        path: this.#pathOf('/token/'),
        // No body: MTN names one as a cause of 400 (1.3).
        headers: {
          authorization: `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`,
          'ocp-apim-subscription-key': subscriptionKey,
        },
        secretAnswer: true,
        isTokenRequest: true,
      },
      signal,
    );
    return answer.is === 'answered' ? tokenOf(answer) : { is: 'none', raw: rawOf(answer) };
  }

  #pathOf(path: string): string {
    return `${this.#basePath}/${this.#name}${path}`;
  }
}

function tokenOf(answer: Answered): TokenAnswer {
  const body = objectOf(answer.json);
  const token = textOf(body?.access_token);
  if (answer.status === 200 && token !== null) {
    const seconds = Number(textOf(body?.expires_in) ?? usualLifetimeSeconds);
    const lifetimeMs = (seconds > 0 ? seconds : usualLifetimeSeconds) * 1_000;
    return { is: 'token', token, lifetimeMs };
  }
  // What was answered 200 may hold a token that we could not find: it is not repeated in any message.
  if (answer.status === 200) return { is: 'none', raw: 'HTTP 200 without an access_token' };
  // Wrong credentials have been seen as 500 too, yet so has an ordinary fault: that is no refusal.
  const refused = answer.status === 401 || (answer.status === 403 && body !== null);
  return { is: refused ? 'refused' : 'none', raw: rawOf(answer) };
}
