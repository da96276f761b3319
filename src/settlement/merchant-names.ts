import type { Queryable } from '../postgres/pool.ts';

const namesMax = 10_000;

/** The names of wallets' holders, as customers see them on a prompt. They do not change, so they are kept. */
export class MerchantNames {
  readonly #db: Queryable;
  readonly #names = new Map<number, string>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  async of(walletId: number): Promise<string> {
    const known = this.#names.get(walletId);
    if (known !== undefined) return known;
    const { rows } = await this.#db.query<{ holder_name: string }>({
      name: 'merchant_name',
      text: 'SELECT holder_name FROM wallet WHERE wallet_id = $1',
      values: [walletId],
    });
    const name = rows[0]?.holder_name;
    if (name === undefined) throw new Error(`wallet ${walletId} does not exist`);
    if (this.#names.size >= namesMax) this.#names.clear();
    this.#names.set(walletId, name);
    return name;
  }
}
