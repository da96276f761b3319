import { LiveSettings } from '../live-settings.ts';

export interface AirtelSettings {
  /** How long every answer takes. */
  readonly answerDelayMs: number;
  /** How long an accepted collection, or an ambiguous disbursement, stays open when nothing else is said about it. */
  readonly settleDelayMs: number;
  /** 180 s at Airtel (providers.md 2.2). */
  readonly tokenLifetimeMs: number;
  /** The status of an expired token on a business call; one mock shows 403 (providers.md 2.2). */
  readonly expiredTokenStatus: '401' | '403';
  /** Status queries in any second; null, the default, is no cap, since none is published (providers.md 2.10). */
  readonly queriesPerSecond: number | null;
  /** Where collections are called back: one URL for the application. Null calls nobody. */
  readonly callbackUrl: string | null;
  /** The input of a callback's hash: no hash, compact JSON of `transaction`, or the body without `hash`. */
  readonly callbackHash: 'off' | 'transaction' | 'body';
  /** What it is made with: the private key of the settings, or the client secret as one client has it. */
  readonly callbackHashKey: 'callback_key' | 'client_secret';
  /** How long a receiver of callbacks may take (providers.md 1.9). */
  readonly callbackDeadlineMs: number;
  readonly callbackRetryDelaysMs: readonly number[];
  /** Message signing of version 2 (providers.md 2.8): not looked at, checked when it is there, or wanted. */
  readonly signing: 'off' | 'optional' | 'required';
  /** Where the encryption keys are in their answer; a `.ug` host had them at top level. */
  readonly encryptionKeysAt: 'data' | 'top';
  /** What a refund of a refunded payment does: there is no id of ours that would tell them apart. */
  readonly repeatedRefund: 'refused' | 'pays_again';
  /** Addresses that may call; others meet the firewall's page. Null is everybody. */
  readonly addresses: readonly string[] | null;
}

/** What cannot change while the stand-in runs. Known beforehand; it opens nothing real. */
export interface AirtelAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The disbursement PIN: four digits. */
  readonly pin: string;
  /** The private key of the application's settings, with which callbacks are hashed. */
  readonly callbackKey: string;
  /** Before the paths that the portal exports show under it, such as `/simulate`; empty for none. */
  readonly pathPrefix: string;
  readonly pinPadding: 'pkcs1' | 'oaep_sha256';
  /** Whether the PIN has a key of its own beside the one for signing. */
  readonly separatePinKey: boolean;
}

export const standInAccount: AirtelAccount = {
  clientId: 'a127e100-0000-4000-8000-000000000001',
  clientSecret: 'a127e100-0000-4000-8000-000000000002',
  pin: '4821',
  callbackKey: 'a127e10000000000000000000000000c',
  pathPrefix: '',
  pinPadding: 'pkcs1',
  separatePinKey: false,
};

export function airtelSettings(given: Partial<AirtelSettings>): LiveSettings<AirtelSettings> {
  return new LiveSettings<AirtelSettings>(
    {
      answerDelayMs: 'milliseconds',
      settleDelayMs: 'milliseconds',
      tokenLifetimeMs: 'milliseconds',
      expiredTokenStatus: ['401', '403'],
      queriesPerSecond: 'count_or_null',
      callbackUrl: 'text_or_null',
      callbackHash: ['off', 'transaction', 'body'],
      callbackHashKey: ['callback_key', 'client_secret'],
      callbackDeadlineMs: 'milliseconds',
      callbackRetryDelaysMs: 'delays',
      signing: ['off', 'optional', 'required'],
      encryptionKeysAt: ['data', 'top'],
      repeatedRefund: ['refused', 'pays_again'],
      addresses: 'addresses_or_null',
    },
    {
      answerDelayMs: 0,
      settleDelayMs: 1_000,
      tokenLifetimeMs: 180_000,
      expiredTokenStatus: '401',
      queriesPerSecond: null,
      callbackUrl: null,
      callbackHash: 'transaction',
      callbackHashKey: 'callback_key',
      callbackDeadlineMs: 2_000,
      callbackRetryDelaysMs: [],
      signing: 'off',
      encryptionKeysAt: 'data',
      repeatedRefund: 'refused',
      addresses: null,
      ...given,
    },
  );
}
