/** Characters made bytes at once: pieces that the allocator has at hand are cheaper than one fresh block of half a megabyte. */
const pieceLength = 32_768;

/** Rows as the bytes that COPY sends, gathered one after another. */
export class RowBytes {
  readonly #full: Buffer[] = [];
  #text = '';
  #rows = 0;
  #length = 0;

  /** How many rows it holds. */
  get rows(): number {
    return this.#rows;
  }

  /** And how many characters they have: about what they take in bytes. */
  get length(): number {
    return this.#length;
  }

  /** The rows, in pieces of some 32 KiB that end where a row does. */
  get pieces(): readonly Buffer[] {
    return this.#text === '' ? this.#full : [...this.#full, Buffer.from(this.#text)];
  }

  /** Adds a row in COPY's text form, with its line break. */
  append(line: string): void {
    this.#text += line;
    this.#rows += 1;
    this.#length += line.length;
    if (this.#text.length < pieceLength) return;
    this.#full.push(Buffer.from(this.#text));
    this.#text = '';
  }
}
