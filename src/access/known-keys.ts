import { GroupedLookup } from '../jobs/grouped-lookup.ts';
import { heartbeatAgeMsMax, type Notices } from '../postgres/notices.ts';
import type { Queryable } from '../postgres/pool.ts';
import { findApiKeys, type KnownKey } from './find-api-keys.ts';
import { type KeyChange, keyChangesChannel, readKeyChange } from './key-changes.ts';

/** One more makes the oldest be forgotten, so that memory stays bounded. */
const keysMax = 50_000;

/**
 * API keys as the database has them, cached while notices of their changes surely arrive. So a key that was
 * revoked anywhere stops within a second, and a key in use costs no query.
 */
export class KnownKeys {
  readonly #lookup: GroupedLookup<KnownKey>;
  readonly #notices: Pick<Notices, 'heartbeatAgeMs'>;
  readonly #keys = new Map<string, KnownKey>();
  readonly #loading = new Map<string, Promise<KnownKey | null>>();
  readonly #unsubscribe: () => void;

  constructor(db: Queryable, notices: Pick<Notices, 'heartbeatAgeMs' | 'onGap' | 'subscribe'>) {
    this.#lookup = new GroupedLookup((publicIds) => findApiKeys(db, publicIds));
    this.#notices = notices;
    this.#unsubscribe = notices.subscribe(keyChangesChannel, (payload) => this.#forget(readKeyChange(payload)));
    notices.onGap(() => this.#forget(null));
  }

  /** The key with a public id; null when there is none or it was revoked. */
  find(publicId: string): KnownKey | null | Promise<KnownKey | null> {
    const known = this.#keys.get(publicId);
    if (known !== undefined && this.#notices.heartbeatAgeMs() < heartbeatAgeMsMax) return known;
    return this.#loading.get(publicId) ?? this.#load(publicId);
  }

  /** Stops listening. */
  close(): void {
    this.#unsubscribe();
  }

  #load(publicId: string): Promise<KnownKey | null> {
    const load = this.#lookup.find(publicId).then(
      (key) => {
        // When the key changed meanwhile this load is no longer the one that counts, and may have seen the past.
        if (this.#loading.get(publicId) === load) {
          this.#loading.delete(publicId);
          if (key === null) this.#keys.delete(publicId);
          else this.#remember(publicId, key);
        }
        return key;
      },
      (error: unknown) => {
        if (this.#loading.get(publicId) === load) this.#loading.delete(publicId);
        throw error;
      },
    );
    this.#loading.set(publicId, load);
    return load;
  }

  #remember(publicId: string, key: KnownKey): void {
    if (this.#keys.size >= keysMax && !this.#keys.has(publicId)) {
      for (const oldest of this.#keys.keys()) {
        this.#keys.delete(oldest);
        break;
      }
    }
    this.#keys.set(publicId, key);
  }

  /** A load that began before the change is forgotten with the key: its answer is given to who waits, and not kept. */
  #forget(change: KeyChange | null): void {
    if (change !== null && 'publicId' in change) {
      this.#keys.delete(change.publicId);
      this.#loading.delete(change.publicId);
      return;
    }
    this.#keys.clear();
    this.#loading.clear();
  }
}
