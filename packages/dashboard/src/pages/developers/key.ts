import type { WholeNumber } from '../../components/whole-number-text.ts';

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
  readonly budget: Budget | null;
  readonly signing_keys: readonly SigningKey[];
}

/** A public key one of which must sign each request of an API key. */
export interface SigningKey {
  /** The `keyid` of its signatures. */
  readonly fingerprint: string;
  /** Base64url. */
  readonly public_key: string;
}

/** What a key may pay, gross, in shillings; null where there is no such limit. */
export interface Limits {
  readonly per_payment: number | null;
  readonly per_day: number | null;
  readonly per_month: number | null;
}

/** The budget of a key, and what is used of it. */
export interface Budget extends Limits {
  readonly used_today: number;
  readonly used_this_month: number;
}

/** A budget as the fields of a form have it. */
export type BudgetValues = Record<keyof Limits, WholeNumber>;

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
  'approvals:read': 'See payments that wait for approval',
  'approvals:decide': 'Approve or reject payments on your behalf',
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

/** The public keys that fields give; an empty field is none. */
export function signingKeysOf(values: {
  readonly signing_keys: string;
  readonly second_signing_key: string;
}): string[] {
  return [values.signing_keys, values.second_signing_key].map((key) => key.trim()).filter((key) => key !== '');
}

/**
 * The budget that the form suggests for a live key. A key that needs more is given more deliberately; one that was stolen pays no
 * more than this until it is revoked.
 */
export const suggestedBudget: BudgetValues = { per_payment: 200_000, per_day: 1_000_000, per_month: 10_000_000 };

/** The limits that fields give; an empty field is no limit. */
export function limitsOf(values: BudgetValues): Limits {
  const amount = (value: WholeNumber) => (value === '' ? null : Number(value));
  return {
    per_payment: amount(values.per_payment),
    per_day: amount(values.per_day),
    per_month: amount(values.per_month),
  };
}
