/**
 * Sends a notice at once, and again at most every `everyMs` while there are more occasions: an idle system tells others
 * without delay, and a busy one does not spend its time on telling.
 */
export class SparseNotice {
  readonly #send: () => void;
  readonly #everyMs: number;
  #pause: NodeJS.Timeout | null = null;
  #again = false;

  constructor(send: () => void, everyMs: number) {
    this.#send = send;
    this.#everyMs = everyMs;
  }

  tell(): void {
    if (this.#pause !== null) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#send();
    this.#pause = setTimeout(() => {
      this.#pause = null;
      if (this.#again) this.tell();
    }, this.#everyMs);
    this.#pause.unref();
  }

  stop(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#again = false;
  }
}
