import { randomBytes } from 'node:crypto';

/** Access tokens that were given out, and what each is good for. */
export class BearerTokens<Scope> {
  readonly #tokens = new Map<string, { readonly scope: Scope; readonly expiresAtMs: number }>();

  /** @param form makes the token's text from random text. */
  issue(scope: Scope, lifetimeMs: number, form: (random: string) => string): string {
    const token = form(randomBytes(24).toString('base64url'));
    this.#tokens.set(token, { scope, expiresAtMs: Date.now() + lifetimeMs });
    return token;
  }

  /** What an Authorization header is good for; null when it has no token that is good now. */
  scopeOf(authorization: string | undefined): Scope | null {
    const known = this.#tokens.get(tokenIn(authorization));
    return known === undefined || known.expiresAtMs <= Date.now() ? null : known.scope;
  }

  /** Makes the token of an Authorization header worthless at once. */
  drop(authorization: string | undefined): void {
    this.#tokens.delete(tokenIn(authorization));
  }

  dropWhere(matches: (scope: Scope) => boolean): void {
    for (const [token, { scope }] of this.#tokens) if (matches(scope)) this.#tokens.delete(token);
  }
}

function tokenIn(authorization: string | undefined): string {
  return /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
}
