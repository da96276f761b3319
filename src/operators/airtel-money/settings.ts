import type { KeyObject } from 'node:crypto';
import { count, durations, type Kind, oneOf, onOrOff, operatorUrl, pathPrefix, secret } from '../../settings/kinds.ts';
import { optionalSetting, setting, type ValuesOf } from '../../settings/setting.ts';
import type { SharedSettings } from '../contract.ts';
import { readRsaPublicKey } from './rsa-public-key.ts';

/** The four digits of disbursements. Never shown. */
const pin: Kind<string> = {
  allowed: 'four digits',
  read: (text) => (/^\d{4}$/.test(text) ? text : undefined),
  show: () => '…',
};

/** An RSA public key. Not shown, because a private key may have been put in its place. */
const rsaPublicKey: Kind<KeyObject> = {
  allowed: 'an RSA public key of at least 1024 bits, as PEM or as base64 of DER',
  read: readRsaPublicKey,
  show: () => '…',
};

/** The settings of Airtel. */
export const settings = {
  pollDelaysMs: setting(
    'NSIMBI_AIRTEL_POLL_DELAYS',
    durations('1s', '7d', 20),
    '3m,2m,5m,10m,30m,1h',
    'Delays between queries to Airtel about one payment; the last one repeats.',
  ),
  queriesPerSecond: setting(
    'NSIMBI_AIRTEL_QUERIES_PER_SECOND',
    count(100_000),
    '10',
    'Queries per second to Airtel, of all processes together.',
  ),
  baseUrl: setting(
    'NSIMBI_AIRTEL_BASE_URL',
    operatorUrl,
    'https://openapi.airtel.ug',
    "The address of Airtel's API; its staging is https://openapiuat.airtel.ug.",
  ),
  pathPrefix: optionalSetting(
    'NSIMBI_AIRTEL_PATH_PREFIX',
    pathPrefix,
    'A prefix of the paths of payments; some sandboxes need /simulate.',
  ),
  clientId: optionalSetting(
    'NSIMBI_AIRTEL_CLIENT_ID',
    secret,
    "The client id of Airtel's application. The two client settings and the two of the PIN are set together; without them Airtel is off.",
  ),
  clientSecret: optionalSetting('NSIMBI_AIRTEL_CLIENT_SECRET', secret, "The client secret of Airtel's application."),
  pin: optionalSetting('NSIMBI_AIRTEL_PIN', pin, "The PIN of disbursements, as set in Airtel's portal."),
  pinPublicKey: optionalSetting(
    'NSIMBI_AIRTEL_PIN_PUBLIC_KEY',
    rsaPublicKey,
    "The key of Airtel's portal that the PIN is encrypted with.",
  ),
  callbackKey: optionalSetting(
    'NSIMBI_AIRTEL_CALLBACK_KEY',
    secret,
    "The private key of callback authentication in Airtel's portal; without it the hash of callbacks is not checked.",
  ),
  collectionVersion: setting(
    'NSIMBI_AIRTEL_COLLECTION_VERSION',
    oneOf('v1', 'v2'),
    'v1',
    "The version of Airtel's collection interface, and of its refunds.",
  ),
  disbursementVersion: setting(
    'NSIMBI_AIRTEL_DISBURSEMENT_VERSION',
    oneOf('v1', 'v2'),
    'v2',
    "The version of Airtel's disbursement interface; v1 cannot report the balance for payouts.",
  ),
  signing: setting(
    'NSIMBI_AIRTEL_SIGNING',
    onOrOff,
    'off',
    'Whether payments, payouts and refunds of version v2 are signed; v1 has no signatures.',
  ),
};

/** Settings that are set together; without them Airtel is off. */
export const credentials = [
  'clientId',
  'clientSecret',
  'pin',
  'pinPublicKey',
] as const satisfies readonly (keyof typeof settings)[];

/** How we talk to Airtel Money as one application of one country. */
export interface AirtelMoneySettings {
  /** Scheme and host, such as `https://openapi.airtel.ug`. */
  readonly baseUrl: string;
  /** In front of the paths of payments, such as `/simulate`; empty for none. */
  readonly pathPrefix: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The four digits of disbursements. */
  readonly pin: string;
  /** The RSA key that the PIN is encrypted with. */
  readonly pinPublicKey: KeyObject;
  /** The private key of callback authentication; null when it is off in Airtel's portal. */
  readonly callbackKey: string | null;
  readonly collectionVersion: AirtelVersion;
  readonly disbursementVersion: AirtelVersion;
  /** Whether calls of version v2 are signed; v1 has no signatures. */
  readonly signing: boolean;
  /** Delays between queries of one payment, in milliseconds; the last one repeats. */
  readonly pollDelaysMs: readonly number[];
  readonly queriesPerSecond: number;
}

export type AirtelVersion = 'v1' | 'v2';

/** The settings of Airtel's connector, or null while Airtel is off because its credentials are not set. */
export function airtelMoneySettings(
  values: ValuesOf<typeof settings>,
  shared: Pick<SharedSettings, 'pollDelaysMs'>,
): AirtelMoneySettings | null {
  const { clientId, clientSecret, pin, pinPublicKey } = values;
  if (clientId === null || clientSecret === null || pin === null || pinPublicKey === null) return null;
  return {
    baseUrl: values.baseUrl,
    pathPrefix: values.pathPrefix ?? '',
    clientId,
    clientSecret,
    pin,
    pinPublicKey,
    callbackKey: values.callbackKey,
    collectionVersion: values.collectionVersion,
    disbursementVersion: values.disbursementVersion,
    signing: values.signing,
    pollDelaysMs: shared.pollDelaysMs ?? values.pollDelaysMs,
    queriesPerSecond: values.queriesPerSecond,
  };
}
