import type { BearerTokens } from '../bearer-tokens.ts';
import type { Books } from '../books.ts';
import type { Callbacks } from '../callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import type { Lives } from '../life.ts';
import type { LiveSettings } from '../live-settings.ts';
import type { RollingLimit } from '../rolling-limit.ts';
import type { ApiUsers } from './api-users.ts';
import type { MtnAccount, MtnSettings, Product } from './settings.ts';

export interface TokenScope {
  readonly product: Product;
  readonly apiUser: string;
}

/** Everything that the calls of one MTN stand-in share. */
export interface MtnWorld {
  readonly account: MtnAccount;
  readonly settings: LiveSettings<MtnSettings>;
  readonly books: Books;
  readonly faults: Faults;
  readonly lives: Lives;
  readonly callbacks: Callbacks;
  readonly apiUsers: ApiUsers;
  readonly tokens: BearerTokens<TokenScope>;
  readonly queryLimit: RollingLimit;
}

export const pending = 'PENDING';
export const successful = 'SUCCESSFUL';
export const failed = 'FAILED';
