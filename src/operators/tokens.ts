/** The operator's answer to a request for an access token. */
export type TokenAnswer =
  | { readonly is: 'token'; readonly token: string; readonly lifetimeMs: number }
  /** The operator does not accept our credentials. */
  | { readonly is: 'refused'; readonly raw: string }
  /** There is no token for now: not reached, no answer, an answer that cannot be read. */
  | { readonly is: 'none'; readonly raw: string };

/** A token that can be used now, or why there is none. */
export type TokenResult =
  | { readonly is: 'token'; readonly token: string }
  | { readonly is: 'refused' | 'none'; readonly raw: string };

export interface TokenSource {
  /** Asks the operator for a new token. Must end when `signal` aborts. */
  ask(signal: AbortSignal): Promise<TokenAnswer>;
  /** How long before its end a token is renewed; for a short-lived token at most half of its life. */
  readonly earlyMs: number;
  /** How long one request for a token may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

/** After a token could not be renewed early it is not tried again for so long; the old one still holds. */
const renewAgainAfterMs = 5_000;

interface HeldToken {
  readonly token: string;
  readonly renewFromMs: number;
  readonly endsAtMs: number;
}

/**
 * The access token of one set of credentials: requested once, however many calls need it, renewed in the background
 * before it ends, and requested again when the operator no longer accepts it.
 */
export class TokenCache {
  readonly #source: TokenSource;
  readonly #now: () => number;
  #held: HeldToken | null = null;
  #asking: Promise<TokenResult> | null = null;
  #renewNotBeforeMs = 0;

  constructor(source: TokenSource) {
    this.#source = source;
    this.#now = source.now ?? (() => performance.now());
  }

  /** The token to use now. Waits for the operator only when none is held; `signal` ends the caller's wait alone. */
  async get(signal: AbortSignal): Promise<TokenResult> {
    const held = this.#held;
    const nowMs = this.#now();
    if (held !== null && nowMs < held.endsAtMs) {
      if (nowMs >= held.renewFromMs && nowMs >= this.#renewNotBeforeMs) void this.#askOnce();
      return { is: 'token', token: held.token };
    }
    return untilCut(this.#askOnce(), signal);
  }

  /** The operator answered 401 to this token: it is not used again. A newer one that came meanwhile stays. */
  discard(token: string): void {
    if (this.#held?.token === token) this.#held = null;
  }

  /**
   * Makes a call with a token, and once more with a new token when the operator says that the first was not accepted:
   * then nothing came of the first, and both are the same send.
   * @param isUnauthorized whether an answer says that the token was not accepted.
   * @returns the call's answer, or why there was no token, in which case nothing was sent that the operator accepted.
   */
  async send<Answer>(
    call: (token: string) => Promise<Answer>,
    isUnauthorized: (answer: Answer) => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly is: 'sent'; readonly answer: Answer } | Exclude<TokenResult, { is: 'token' }>> {
    const first = await this.get(signal);
    if (first.is !== 'token') return first;
    const answer = await call(first.token);
    if (!isUnauthorized(answer)) return { is: 'sent', answer };
    this.discard(first.token);
    const second = await this.get(signal);
    if (second.is !== 'token') return second;
    const again = await call(second.token);
    if (isUnauthorized(again)) this.discard(second.token);
    return { is: 'sent', answer: again };
  }

  #askOnce(): Promise<TokenResult> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<TokenResult> {
    const beganAtMs = this.#now();
    const answer = await this.#askSource();
    if (answer.is !== 'token') {
      this.#renewNotBeforeMs = this.#now() + renewAgainAfterMs;
      return answer;
    }
    const { token, lifetimeMs } = answer;
    const endsAtMs = beganAtMs + lifetimeMs;
    this.#held = { token, endsAtMs, renewFromMs: endsAtMs - Math.min(this.#source.earlyMs, lifetimeMs / 2) };
    return { is: 'token', token };
  }

  async #askSource(): Promise<TokenAnswer> {
    try {
      return await this.#source.ask(AbortSignal.timeout(this.#source.timeoutMs ?? 10_000));
    } catch (error) {
      return { is: 'none', raw: String(error) };
    }
  }
}

function untilCut(token: Promise<TokenResult>, signal: AbortSignal): Promise<TokenResult> {
  const cut: TokenResult = { is: 'none', raw: 'cut: no token in time' };
  if (signal.aborted) return Promise.resolve(cut);
  return new Promise((resolve) => {
    const end = (one: TokenResult): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(one);
    };
    const onAbort = (): void => end(cut);
    signal.addEventListener('abort', onAbort, { once: true });
    void token.then(end);
  });
}
