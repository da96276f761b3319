/** How large the blocks grow: what the allocator has at hand is cheaper than one fresh block of half a megabyte. */
const blockMax = 65_536;
const blockMin = 2_048;

/** How many blocks of the largest size are kept for the next rows, a mebibyte of them. */
const spareMax = 16;

/** What a message begins with. */
const headerLength = 5;

/** From this many characters on, the runtime's own encoder is faster than a loop over them. */
const longText = 48;

/**
 * Rows in COPY's text form (PostgreSQL's manual, COPY, "Text Format"), written as the bytes that are sent: messages CopyData
 * (its manual, "Message Formats"). A row is its fields, one call each in the order of the columns, and `endRow`. As text a
 * row left six times its size behind for the garbage collector (docs/decisions/0012-memory-and-garbage.md).
 */
export class RowBytes {
  /** Blocks behind each other, and of each the part that has whole rows. */
  #fullBlocks: Buffer[] = [];
  #full: Buffer[] = [];
  #fullLength = 0;
  /** Blocks that are written once more. */
  readonly #spare: Buffer[] = [];
  #block: Buffer = Buffer.allocUnsafe(blockMin);
  #at = headerLength;
  #rowStart = headerLength;
  #rows = 0;

  /** How many rows it holds. */
  get rows(): number {
    return this.#rows;
  }

  /** And how many bytes their messages have. */
  get length(): number {
    return this.#fullLength + (this.#rowStart === headerLength ? 0 : this.#rowStart);
  }

  /** The rows that were ended, in messages that end where a row does. Rows that come later need them to be read anew. */
  get messages(): readonly Buffer[] {
    return this.#rowStart === headerLength ? this.#full : [...this.#full, messageOf(this.#block, this.#rowStart)];
  }

  /** Forgets the rows and keeps their memory for the next ones, once nobody needs what `messages` gave. */
  clear(): void {
    const whole = this.#fullBlocks.filter(({ length }) => length === blockMax);
    this.#spare.push(...whole.slice(0, spareMax - this.#spare.length));
    if (this.#block.length > blockMax) this.#block = Buffer.allocUnsafe(blockMin);
    this.#fullBlocks = [];
    this.#full = [];
    this.#fullLength = 0;
    this.#at = headerLength;
    this.#rowStart = headerLength;
    this.#rows = 0;
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
    const fullBlock = this.#block;
    const fullTo = this.#rowStart;
    const begun = fullBlock.subarray(fullTo, this.#at);
    const needed = headerLength + begun.length + bytes;
    const spare = this.#spare.pop();
    this.#block =
      spare !== undefined && spare.length >= needed
        ? spare
        : Buffer.allocUnsafe(Math.max(needed, Math.min(this.#block.length * 4, blockMax)));
    begun.copy(this.#block, headerLength);
    this.#at = headerLength + begun.length;
    this.#rowStart = headerLength;
    if (fullTo === headerLength) return;
    this.#fullBlocks.push(fullBlock);
    this.#full.push(messageOf(fullBlock, fullTo));
    this.#fullLength += fullTo;
  }
}

/** A block up to the end of its last whole row, as a message: its kind, and how long it is without that. */
function messageOf(block: Buffer, end: number): Buffer {
  block[0] = copyData;
  block.writeUInt32BE(end - 1, 1);
  return block.subarray(0, end);
}

const copyData = 0x64;
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
