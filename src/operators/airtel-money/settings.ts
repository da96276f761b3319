import type { KeyObject } from 'node:crypto';
import type { Config } from '../../config.ts';

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
export function airtelMoneySettings(config: Config): AirtelMoneySettings | null {
  const { airtelClientId, airtelClientSecret, airtelPin, airtelPinPublicKey } = config;
  if (airtelClientId === null || airtelClientSecret === null || airtelPin === null || airtelPinPublicKey === null) {
    return null;
  }
  return {
    baseUrl: config.airtelBaseUrl,
    pathPrefix: config.airtelPathPrefix ?? '',
    clientId: airtelClientId,
    clientSecret: airtelClientSecret,
    pin: airtelPin,
    pinPublicKey: airtelPinPublicKey,
    callbackKey: config.airtelCallbackKey,
    collectionVersion: config.airtelCollectionVersion,
    disbursementVersion: config.airtelDisbursementVersion,
    signing: config.airtelSigning,
    pollDelaysMs: config.pollDelaysMs ?? config.airtelPollDelaysMs,
    queriesPerSecond: config.airtelQueriesPerSecond,
  };
}
