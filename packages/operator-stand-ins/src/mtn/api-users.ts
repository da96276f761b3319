import { randomBytes } from 'node:crypto';
import { type MtnAccount, type Product, products } from './settings.ts';

export interface ApiUser {
  readonly product: Product;
  readonly callbackHost: string;
  /** The last one that was made; earlier ones are worthless. */
  apiKey: string | null;
}

/** API users by their UUID, and the subscription keys of each product. */
export class ApiUsers {
  readonly #users = new Map<string, ApiUser>();
  readonly #productOfKey = new Map<string, Product>();

  constructor({ credentials, callbackHost }: MtnAccount) {
    for (const product of products) {
      const { primaryKey, secondaryKey, apiUser, apiKey } = credentials[product];
      this.#productOfKey.set(primaryKey, product);
      this.#productOfKey.set(secondaryKey, product);
      this.#users.set(apiUser, { product, callbackHost, apiKey });
    }
  }

  /** Whose subscription key this is. */
  productOfKey(subscriptionKey: string | undefined): Product | undefined {
    return this.#productOfKey.get(subscriptionKey ?? '');
  }

  find(apiUser: string): ApiUser | undefined {
    return this.#users.get(apiUser);
  }

  /** @returns false when the UUID is taken. */
  add(apiUser: string, product: Product, callbackHost: string): boolean {
    if (this.#users.has(apiUser)) return false;
    this.#users.set(apiUser, { product, callbackHost, apiKey: null });
    return true;
  }

  newApiKey(user: ApiUser): string {
    user.apiKey = randomBytes(16).toString('hex');
    return user.apiKey;
  }
}
