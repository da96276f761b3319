/** A cap on calls in any second, counted back from each call. Refused calls do not count. */
export class RollingLimit {
  #times: number[] = [];

  /** @param perSecond null is no cap. */
  allows(perSecond: number | null): boolean {
    if (perSecond === null) return true;
    const now = performance.now();
    this.#times = this.#times.filter((time) => time > now - 1_000);
    if (this.#times.length >= perSecond) return false;
    this.#times.push(now);
    return true;
  }
}
