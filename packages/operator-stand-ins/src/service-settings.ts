import type { AirtelStandIn } from './airtel/stand-in.ts';
import type { MtnStandIn } from './mtn/stand-in.ts';

/** The settings with which a service calls this MTN in live mode. */
export function settingsForMtn({ baseUrl, account }: MtnStandIn): Record<string, string> {
  const { collection, disbursement } = account.credentials;
  return {
    NSIMBI_MTN_BASE_URL: baseUrl,
    NSIMBI_MTN_TARGET_ENVIRONMENT: account.environment,
    NSIMBI_MTN_CURRENCY: account.currency,
    NSIMBI_MTN_COLLECTION_SUBSCRIPTION_KEY: collection.primaryKey,
    NSIMBI_MTN_COLLECTION_API_USER: collection.apiUser,
    NSIMBI_MTN_COLLECTION_API_KEY: collection.apiKey,
    NSIMBI_MTN_DISBURSEMENT_SUBSCRIPTION_KEY: disbursement.primaryKey,
    NSIMBI_MTN_DISBURSEMENT_API_USER: disbursement.apiUser,
    NSIMBI_MTN_DISBURSEMENT_API_KEY: disbursement.apiKey,
  };
}

/** The settings with which a service calls this Airtel in live mode. Its PIN key is new at every start. */
export function settingsForAirtel({ baseUrl, account, world }: AirtelStandIn): Record<string, string> {
  return {
    NSIMBI_AIRTEL_BASE_URL: baseUrl,
    ...(account.pathPrefix === '' ? {} : { NSIMBI_AIRTEL_PATH_PREFIX: account.pathPrefix }),
    NSIMBI_AIRTEL_CLIENT_ID: account.clientId,
    NSIMBI_AIRTEL_CLIENT_SECRET: account.clientSecret,
    NSIMBI_AIRTEL_PIN: account.pin,
    NSIMBI_AIRTEL_PIN_PUBLIC_KEY: world.keys.pinKey,
    NSIMBI_AIRTEL_CALLBACK_KEY: account.callbackKey,
  };
}
