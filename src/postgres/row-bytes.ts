/** Allocated at once: the allocator has blocks of this size at hand. */
const pieceBytes = 32_768;

/** Rows as the bytes that COPY sends, gathered one after another. */
export class RowBytes {
  readonly #full: Buffer[] = [];
  #last: Buffer = Buffer.alloc(0);
  #used = 0;
  #rows = 0;
  #bytes = 0;

  /** How many rows it holds. */
  get rows(): number {
    return this.#rows;
  }

  /** And how many bytes they take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The rows, in pieces that need not end where a row does. */
  get pieces(): readonly Buffer[] {
    return this.#used === 0 ? this.#full : [...this.#full, this.#last.subarray(0, this.#used)];
  }

  /** Adds a row in COPY's text form, with its line break. @returns how many bytes it takes. */
  append(line: string): number {
    // UTF-8 takes at most three bytes for what is one of a text's units.
    const bytesMax = line.length * 3;
    if (this.#last.length - this.#used < bytesMax) this.#openPiece(Math.max(pieceBytes, bytesMax));
    const bytes = this.#last.write(line, this.#used);
    this.#used += bytes;
    this.#bytes += bytes;
    this.#rows += 1;
    return bytes;
  }

  #openPiece(bytes: number): void {
    if (this.#used > 0) this.#full.push(this.#last.subarray(0, this.#used));
    this.#last = Buffer.allocUnsafeSlow(bytes);
    this.#used = 0;
  }
}
