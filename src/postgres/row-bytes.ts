/** How large the blocks grow: what the allocator has at hand is cheaper than one fresh block of half a megabyte. */
const blockMax = 65_536;
const blockMin = 2_048;

/** From this many characters on, the runtime's own encoder is faster than a loop over them. */
const longText = 48;

/**
 * Rows in COPY's text form (PostgreSQL's manual, COPY, "Text Format"), written as the bytes that are sent. A row is its
 * fields, one call each in the order of the columns, and `endRow`. As text a row left six times its size behind for the
 * garbage collector (docs/performance.md).
 */
export class RowBytes {
  readonly #full: Buffer[] = [];
  #fullLength = 0;
  #block = Buffer.allocUnsafe(blockMin);
  #at = 0;
  #rowStart = 0;
  #rows = 0;

  /** How many rows it holds. */
  get rows(): number {
    return this.#rows;
  }

  /** And how many bytes they have. */
  get length(): number {
    return this.#fullLength + this.#rowStart;
  }

  /** The rows that were ended, in pieces that end where a row does. */
  get pieces(): readonly Buffer[] {
    return this.#rowStart === 0 ? this.#full : [...this.#full, this.#block.subarray(0, this.#rowStart)];
  }

  /** A whole number, or NULL. */
  number(value: number | bigint | null): this {
    if (value === null) return this.text(null);
    const number = Number(value);
    if (!Number.isSafeInteger(number) || number < 0) return this.text(String(value));
    let digits = 1;
    for (let bound = 10; number >= bound; bound *= 10) digits += 1;
    this.#makeRoom(digits + 1);
    const block = this.#block;
    const first = this.#at;
    let rest = number;
    for (let at = first + digits - 1; at >= first; at -= 1) {
      const tenth = Math.floor(rest / 10);
      block[at] = zero + (rest - tenth * 10);
      rest = tenth;
    }
    this.#at = first + digits;
    return this.#endField();
  }

  /** A truth, or NULL. */
  boolean(value: boolean | null): this {
    return this.text(value === null ? null : value ? 't' : 'f');
  }

  /** A text, which may hold anything but U+0000, or NULL. */
  text(value: string | null): this {
    if (value === null) return this.#encoded('\\N');
    if (value.length >= longText) return this.#encoded(escaped(value));
    this.#makeRoom(value.length + 1);
    const block = this.#block;
    const first = this.#at;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > lastAscii || code === backslash || code === tab || code === lineFeed || code === carriageReturn)
        return this.#encoded(escaped(value));
      block[first + index] = code;
    }
    this.#at = first + value.length;
    return this.#endField();
  }

  /** Ends the row, which had at least one field. */
  endRow(): void {
    this.#block[this.#at - 1] = lineFeed;
    this.#rowStart = this.#at;
    this.#rows += 1;
  }

  /** Takes back the fields of a row that was not ended. */
  dropRow(): void {
    this.#at = this.#rowStart;
  }

  /** Writes what is escaped. */
  #encoded(text: string): this {
    this.#makeRoom(text.length * 3 + 1);
    this.#at += this.#block.write(text, this.#at);
    return this.#endField();
  }

  #endField(): this {
    this.#block[this.#at] = tab;
    this.#at += 1;
    return this;
  }

  /** Has the block take some more bytes: in a new one, to which the beginning of the row moves, where they do not fit. */
  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#block.length) return;
    const full = this.#block.subarray(0, this.#rowStart);
    const begun = this.#block.subarray(this.#rowStart, this.#at);
    const roomy = Math.max(begun.length + bytes, Math.min(this.#block.length * 4, blockMax));
    this.#block = Buffer.allocUnsafe(roomy);
    begun.copy(this.#block);
    this.#at = begun.length;
    this.#rowStart = 0;
    if (full.length === 0) return;
    this.#full.push(full);
    this.#fullLength += full.length;
  }
}

const zero = 0x30;
const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const backslash = 0x5c;
const lastAscii = 0x7f;

function escaped(value: string): string {
  return special.test(value) ? value.replace(specials, (character) => escapes[character] ?? character) : value;
}

const special = /[\\\t\n\r]/;
const specials = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
