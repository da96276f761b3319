import { LiveSettings } from '../live-settings.ts';

export type Product = 'collection' | 'disbursement' | 'remittance';
export const products: readonly Product[] = ['collection', 'disbursement', 'remittance'];

/** What an account with one product is opened with. */
export interface ProductCredentials {
  readonly primaryKey: string;
  readonly secondaryKey: string;
  /** A UUID v4. */
  readonly apiUser: string;
  readonly apiKey: string;
}

export interface MtnSettings {
  /** How long every answer takes. */
  readonly answerDelayMs: number;
  /** How long an accepted payment stays PENDING when nothing else is said about it. */
  readonly settleDelayMs: number;
  /** How long the sandbox number that is delayed stays PENDING. */
  readonly delayedMs: number;
  readonly tokenLifetimeMs: number;
  /** Status queries in any second, all products together; null is no cap (providers.md 1.11). */
  readonly queriesPerSecond: number | null;
  /** How long a receiver of callbacks may take (providers.md 1.9). */
  readonly callbackDeadlineMs: number;
  readonly callbackRetryDelaysMs: readonly number[];
  readonly messageLengthMax: number;
  /** Which of the two sandbox numbers stays PENDING; the other one is delayed (providers.md 1.10 has both readings). */
  readonly pendingNumber: '46733123453' | '46733123454';
  /** A body on the token call: `refused` as the portal says, `ignored` as some clients found (providers.md 1.3). */
  readonly tokenBody: 'refused' | 'ignored';
  /** The HTTP status of a wrong API user or key (providers.md 1.3 has both). */
  readonly wrongLoginStatus: '401' | '500';
  /** Addresses that may call disbursement; null is everybody. */
  readonly disbursementAddresses: readonly string[] | null;
  /** Addresses that may call collection; null is everybody. */
  readonly collectionAddresses: readonly string[] | null;
}

/** What cannot change while the stand-in runs. */
export interface MtnAccount {
  readonly environment: 'sandbox' | 'mtnuganda';
  readonly currency: string;
  /** The registered host of the API users that exist from the start. */
  readonly callbackHost: string;
  readonly credentials: Readonly<Record<Product, ProductCredentials>>;
}

/** Known beforehand, so that a service's settings can be written before the stand-in runs. They open nothing real. */
export const standInCredentials: Readonly<Record<Product, ProductCredentials>> = {
  collection: {
    primaryKey: 'c0113c7100000000000000000000000a',
    secondaryKey: 'c0113c7100000000000000000000000b',
    apiUser: 'c0113c71-0000-4000-8000-000000000001',
    apiKey: 'c0113c7100000000000000000000000c',
  },
  disbursement: {
    primaryKey: 'd15b0000000000000000000000000d0a',
    secondaryKey: 'd15b0000000000000000000000000d0b',
    apiUser: 'd15b0000-0000-4000-8000-000000000002',
    apiKey: 'd15b0000000000000000000000000d0c',
  },
  remittance: {
    primaryKey: '4e31770000000000000000000000000a',
    secondaryKey: '4e31770000000000000000000000000b',
    apiUser: '4e317700-0000-4000-8000-000000000003',
    apiKey: '4e31770000000000000000000000000c',
  },
};

export function mtnSettings(given: Partial<MtnSettings>): LiveSettings<MtnSettings> {
  return new LiveSettings<MtnSettings>(
    {
      answerDelayMs: 'milliseconds',
      settleDelayMs: 'milliseconds',
      delayedMs: 'milliseconds',
      tokenLifetimeMs: 'milliseconds',
      queriesPerSecond: 'count_or_null',
      callbackDeadlineMs: 'milliseconds',
      callbackRetryDelaysMs: 'delays',
      messageLengthMax: 'count',
      pendingNumber: ['46733123453', '46733123454'],
      tokenBody: ['refused', 'ignored'],
      wrongLoginStatus: ['401', '500'],
      disbursementAddresses: 'addresses_or_null',
      collectionAddresses: 'addresses_or_null',
    },
    {
      answerDelayMs: 0,
      settleDelayMs: 1_000,
      delayedMs: 30_000,
      tokenLifetimeMs: 3_600_000,
      queriesPerSecond: 10,
      callbackDeadlineMs: 2_000,
      callbackRetryDelaysMs: [],
      messageLengthMax: 128,
      pendingNumber: '46733123453',
      tokenBody: 'refused',
      wrongLoginStatus: '401',
      disbursementAddresses: null,
      collectionAddresses: null,
      ...given,
    },
  );
}
