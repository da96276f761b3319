import type { KeyObject } from 'node:crypto';

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
