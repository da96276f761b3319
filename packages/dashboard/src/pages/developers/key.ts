/** A key as it can be shown at any time. */
export interface ApiKey {
  readonly id: number;
  /** How its text begins. */
  readonly shown_as: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly allowed_ips: readonly string[];
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly rolled_to: number | null;
}

/** A key that was just created, with its text. */
export interface NewKey {
  readonly id: number;
  readonly name: string;
  readonly api_key: string;
}

/** A new key, or the proposal of one: its text is then shown to the person who approves it. */
export type KeyRequested = (NewKey & { readonly proposal: null }) | { readonly proposal: number };

/** Everything that a key may do, with words for people. */
export const permissionMeanings = {
  'wallet:read': 'Balance, transactions, fees, events',
  'wallet:collect': 'Ask customers to pay',
  'wallet:send': 'Send money to phones',
  'wallet:withdraw': 'Withdraw to mobile money',
  'webhooks:read': 'See webhooks and deliveries',
  'webhooks:write': 'Set up webhooks',
} as const;

/** Whether a key may do everything that a key can. */
export function mayEverything({ permissions }: Pick<ApiKey, 'permissions'>): boolean {
  return Object.keys(permissionMeanings).every((permission) => permissions.includes(permission));
}

/** How a key stands at a moment in milliseconds since 1970. */
export function keyState(key: ApiKey, nowMs: number): 'active' | 'rolled' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= nowMs) return 'expired';
  return key.rolled_to === null ? 'active' : 'rolled';
}

/** The entries of a field with one address or network a line, or separated by commas. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}
