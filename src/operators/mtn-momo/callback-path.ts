import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { MtnMomoSettings } from './settings.ts';

/** Below this path, after NSIMBI_PUBLIC_URL, MTN's callbacks arrive: `/callbacks/mtn/<reference>/<token>`. */
export const mtnCallbackPath = '/callbacks/mtn';

const callbackForm =
  /\/callbacks\/mtn\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\/([A-Za-z0-9_-]{43})$/;

/**
 * MTN signs nothing, so each payment has a path that cannot be guessed: its reference and an HMAC of it. The
 * key comes from the account's own secrets, so that every process makes the same paths without storing them, and a path of
 * one environment is invalid in another. After a change of API keys, callbacks to earlier paths are ignored.
 */
export class CallbackPaths {
  readonly #key: KeyObject;

  constructor(settings: Pick<MtnMomoSettings, 'baseUrl' | 'targetEnvironment' | 'collection' | 'disbursement'>) {
    const { baseUrl, targetEnvironment, collection, disbursement } = settings;
    const bytes = createHmac('sha256', JSON.stringify([collection.apiKey, disbursement.apiKey]))
      .update(JSON.stringify(['callback path', baseUrl, targetEnvironment]))
      .digest();
    this.#key = createSecretKey(bytes);
  }

  /** The path of a payment's callbacks. */
  pathOf(reference: string): string {
    return `${mtnCallbackPath}/${reference}/${this.#tokenOf(reference)}`;
  }

  /** The reference that a path was made for, or null when we did not make it. Query and anything before it are ignored. */
  referenceOf(path: string): string | null {
    const [, reference, token] = callbackForm.exec(path.split('?', 1)[0] ?? '') ?? [];
    if (reference === undefined || token === undefined) return null;
    return timingSafeEqual(Buffer.from(token), Buffer.from(this.#tokenOf(reference))) ? reference : null;
  }

  #tokenOf(reference: string): string {
    return createHmac('sha256', this.#key).update(reference).digest('base64url');
  }
}

/**
 * What callback paths are added to, or null for no callbacks. Production refuses plain http (providers.md 1.4): there the
 * header would fail every payment, so it is left out.
 */
export function callbackOrigin(
  settings: Pick<MtnMomoSettings, 'publicUrl' | 'targetEnvironment' | 'baseUrl'>,
): string | null {
  const { publicUrl, targetEnvironment, baseUrl } = settings;
  const takesHttp = targetEnvironment === 'sandbox' || baseUrl.startsWith('http:');
  return publicUrl?.startsWith('https:') || takesHttp ? publicUrl : null;
}
