import type { Config } from '../../config.ts';

/** One MTN account: both products, in one environment. */
export interface MtnMomoSettings {
  /** Without a slash at its end; may have a path. */
  readonly baseUrl: string;
  /** `X-Target-Environment`: `mtnuganda`, or `sandbox`. */
  readonly targetEnvironment: string;
  /** ISO 4217: UGX, or EUR in the sandbox. */
  readonly currency: string;
  readonly collection: MtnCredentials;
  readonly disbursement: MtnCredentials;
  /** Where MTN reaches us, without a slash at its end; null for no callbacks. Its host is registered with MTN. */
  readonly publicUrl: string | null;
  readonly queriesPerSecond: number;
  /** Pauses between queries, in milliseconds; the last one repeats. */
  readonly pollDelaysMs: readonly number[];
}

/** What MTN gives for one product. The credentials of one product are refused by the other (providers.md 1.1). */
export interface MtnCredentials {
  readonly subscriptionKey: string;
  readonly apiUser: string;
  readonly apiKey: string;
}

/** MTN's settings, or null when MTN is off. */
export function mtnMomoSettings(config: Config): MtnMomoSettings | null {
  const collection = credentialsOf(
    config.mtnCollectionSubscriptionKey,
    config.mtnCollectionApiUser,
    config.mtnCollectionApiKey,
  );
  const disbursement = credentialsOf(
    config.mtnDisbursementSubscriptionKey,
    config.mtnDisbursementApiUser,
    config.mtnDisbursementApiKey,
  );
  // The configuration was refused when only some of them are set.
  if (collection === null || disbursement === null) return null;
  return {
    baseUrl: config.mtnBaseUrl,
    targetEnvironment: config.mtnTargetEnvironment,
    currency: config.mtnCurrency,
    collection,
    disbursement,
    publicUrl: config.publicUrl,
    queriesPerSecond: config.mtnQueriesPerSecond,
    pollDelaysMs: config.pollDelaysMs ?? config.mtnPollDelaysMs,
  };
}

function credentialsOf(
  subscriptionKey: string | null,
  apiUser: string | null,
  apiKey: string | null,
): MtnCredentials | null {
  if (subscriptionKey === null || apiUser === null || apiKey === null) return null;
  return { subscriptionKey, apiUser, apiKey };
}
