const numbersPerPage = 65_536;

/**
 * A set of whole numbers from 0, one bit each. Transaction numbers of a statement lie close together, so ten million of
 * them take little more than a megabyte.
 */
export class NumberSet {
  readonly #pages = new Map<number, Uint8Array>();

  add(number: number): void {
    const pageNumber = Math.floor(number / numbersPerPage);
    let page = this.#pages.get(pageNumber);
    if (page === undefined) {
      page = new Uint8Array(numbersPerPage / 8);
      this.#pages.set(pageNumber, page);
    }
    const bit = number % numbersPerPage;
    page[bit >> 3] = (page[bit >> 3] ?? 0) | (1 << (bit & 7));
  }

  has(number: number): boolean {
    const bit = number % numbersPerPage;
    const byte = this.#pages.get(Math.floor(number / numbersPerPage))?.[bit >> 3] ?? 0;
    return (byte & (1 << (bit & 7))) !== 0;
  }
}

/**
 * A number for some of the whole numbers from 0, in half a megabyte for each 65,536 that lie together. Exact where a
 * double is, as milliseconds since 1970 are.
 */
export class NumberMap {
  readonly #pages = new Map<number, Float64Array>();

  set(number: number, value: number): void {
    const pageNumber = Math.floor(number / numbersPerPage);
    let page = this.#pages.get(pageNumber);
    if (page === undefined) {
      page = new Float64Array(numbersPerPage).fill(Number.NaN);
      this.#pages.set(pageNumber, page);
    }
    page[number % numbersPerPage] = value;
  }

  get(number: number): number | null {
    const value = this.#pages.get(Math.floor(number / numbersPerPage))?.[number % numbersPerPage];
    return value === undefined || Number.isNaN(value) ? null : value;
  }
}
