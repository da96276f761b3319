import { type FileHandle, open, rename, rm } from 'node:fs/promises';

const charactersAtOnce = 65_536;

/** A file of lines that appears under its name only when it is whole. */
export class ReportFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #waiting = '';

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Opens a file for its owner alone. @throws what opening a file throws. */
  static async create(path: string): Promise<ReportFile> {
    return new ReportFile(path, await open(partOf(path), 'w', 0o600));
  }

  async write(line: string): Promise<void> {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= charactersAtOnce) await this.#flush();
  }

  /** Gives the file its name; what was there under it before is replaced. */
  async keep(): Promise<void> {
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partOf(this.#path), this.#path);
  }

  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(partOf(this.#path), { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#handle.appendFile(text);
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}
