import { count, currency, durations, operatorUrl, secret, word } from '../../settings/kinds.ts';
import { optionalSetting, setting, type ValuesOf } from '../../settings/setting.ts';
import type { SharedSettings } from '../contract.ts';

/** The settings of MTN. */
export const settings = {
  pollDelaysMs: setting(
    'NSIMBI_MTN_POLL_DELAYS',
    durations('1s', '7d', 20),
    '10s,20s,30s,1m,3m,5m,10m,30m,1h',
    'Delays between queries to MTN about one payment; the last one repeats.',
  ),
  queriesPerSecond: setting(
    'NSIMBI_MTN_QUERIES_PER_SECOND',
    count(100_000),
    '10',
    'Queries per second to MTN, of all processes together.',
  ),
  baseUrl: setting(
    'NSIMBI_MTN_BASE_URL',
    operatorUrl,
    'https://proxy.momoapi.mtn.com',
    "The address of MTN's API; its sandbox is https://sandbox.momodeveloper.mtn.com.",
  ),
  targetEnvironment: setting(
    'NSIMBI_MTN_TARGET_ENVIRONMENT',
    word,
    'mtnuganda',
    "MTN's name of the environment that the credentials are for; sandbox for its sandbox.",
  ),
  currency: setting('NSIMBI_MTN_CURRENCY', currency, 'UGX', 'The currency of payments at MTN; its sandbox needs EUR.'),
  collectionSubscriptionKey: optionalSetting(
    'NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY',
    secret,
    "MTN's key of the collection product. MTN's six credentials are set together; without them MTN is off.",
  ),
  collectionApiUser: optionalSetting(
    'NSIMBI_MTN_COLLECTION_API_USER',
    secret,
    "MTN's API user for the collection product.",
  ),
  collectionApiKey: optionalSetting(
    'NSIMBI_MTN_COLLECTION_API_KEY',
    secret,
    "The key of MTN's API user for the collection product.",
  ),
  disbursementSubscriptionKey: optionalSetting(
    'NSIMBI_MTN_DISBURSEMENT_SUBSCRIPTION_KEY',
    secret,
    "MTN's key of the disbursement product.",
  ),
  disbursementApiUser: optionalSetting(
    'NSIMBI_MTN_DISBURSEMENT_API_USER',
    secret,
    "MTN's API user for the disbursement product.",
  ),
  disbursementApiKey: optionalSetting(
    'NSIMBI_MTN_DISBURSEMENT_API_KEY',
    secret,
    "The key of MTN's API user for the disbursement product.",
  ),
};

/** Settings that are set together; without them MTN is off. */
export const credentials = [
  'collectionSubscriptionKey',
  'collectionApiUser',
  'collectionApiKey',
  'disbursementSubscriptionKey',
  'disbursementApiUser',
  'disbursementApiKey',
] as const satisfies readonly (keyof typeof settings)[];

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

/** The settings of MTN's connector, or null while MTN is off because its credentials are not set. */
export function mtnMomoSettings(values: ValuesOf<typeof settings>, shared: SharedSettings): MtnMomoSettings | null {
  const collection = credentialsOf(values.collectionSubscriptionKey, values.collectionApiUser, values.collectionApiKey);
  const disbursement = credentialsOf(
    values.disbursementSubscriptionKey,
    values.disbursementApiUser,
    values.disbursementApiKey,
  );
  // The configuration was refused when only some of them are set.
  if (collection === null || disbursement === null) return null;
  return {
    baseUrl: values.baseUrl,
    targetEnvironment: values.targetEnvironment,
    currency: values.currency,
    collection,
    disbursement,
    publicUrl: shared.publicUrl,
    queriesPerSecond: values.queriesPerSecond,
    pollDelaysMs: shared.pollDelaysMs ?? values.pollDelaysMs,
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
