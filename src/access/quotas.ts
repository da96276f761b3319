/** What a client may have as a whole, beside the limits of each of its keys (interface-decisions.md section 11). */
export const quotaNames = ['live_keys', 'test_keys', 'event_streams', 'rate_factor'] as const;
export type QuotaName = (typeof quotaNames)[number];

/**
 * Quotas by name: API keys that work at once, per mode; event streams open at once; and how many full windows of a key
 * all keys of one mode may use together in a minute.
 */
export type Quotas = Readonly<Record<QuotaName, number>>;

/** A client's own quotas, where they differ from the installation's. */
export type OwnQuotas = Readonly<Partial<Quotas>>;

/** What each quota means, for people. */
export const quotaMeanings: Readonly<Record<QuotaName, string>> = {
  live_keys: 'active API keys of live mode',
  test_keys: 'active API keys of test mode',
  event_streams: 'event streams open at once',
  rate_factor: 'full rate limits of one key that all keys of a mode may use together in a minute',
};

/** The settings that give the quotas of clients without their own. */
export interface QuotaSettings {
  readonly clientLiveKeys: number;
  readonly clientTestKeys: number;
  readonly clientEventStreams: number;
  readonly clientRateFactor: number;
}

/** The quotas of clients without their own. */
export function defaultQuotas(settings: QuotaSettings): Quotas {
  return {
    live_keys: settings.clientLiveKeys,
    test_keys: settings.clientTestKeys,
    event_streams: settings.clientEventStreams,
    rate_factor: settings.clientRateFactor,
  };
}

/** The largest quota that can be set. */
export const quotaMax = 10_000;

/** What is wrong with quotas that somebody wants to set, in words that follow "…: "; null when nothing is. */
export function quotasProblem(quotas: Readonly<Record<string, number>>): string | null {
  for (const [name, value] of Object.entries(quotas)) {
    if (!quotaNames.some((known) => known === name))
      return `there is no quota ${name}; there are ${quotaNames.join(', ')}`;
    if (!Number.isInteger(value) || value < 1 || value > quotaMax)
      return `the quota ${name} must be a whole number from 1 to ${quotaMax}`;
  }
  return null;
}
