import { sizeOf, walletsOf } from '../commands/command.ts';
import { locksCase, locksSubmission } from '../commands/dependencies.ts';
import type { Batch } from './batch.ts';
import { countThatFits, type Entry, isWaiting } from './entry.ts';

interface Held {
  readonly entry: Entry;
  /** Its wallets that another session had locked. */
  readonly waitsFor: Set<number>;
  /** Whether a batch with it waited too long for a lock: it is tried only with those that wait for the same. */
  isSlow: boolean;
  /** When it arrived or was tried last, counted in batches: who arrives later is tried later. */
  triedAt: number;
}

/**
 * Commands that wait for a lock of another database session, in the order of their arrival: those with a wallet that is held,
 * those whose submission is held, and those that lock a review case. While one waits for a wallet, later commands of that wallet wait behind it.
 *
 * Most locks last milliseconds, so all of them are written together. When a batch has waited too long, its commands are slow: from then
 * on those that wait for the same wallets are tried together, and take turns with the others, so that a lock that lasts keeps no other command.
 */
export class HeldCommands {
  readonly #held = new Map<Entry, Held>();
  /** How many commands wait for each wallet. */
  readonly #waiting = new Map<number, number>();
  #size = 0;
  #batches = 0;

  /** How many wait, each counted as `sizeOf` says. */
  get size(): number {
    return this.#size;
  }

  /** Whether a command that arrives now must wait. Adds it when it must. */
  addIfItMustWait(entry: Entry): boolean {
    const heldWallets =
      this.#waiting.size === 0 ? [] : walletsOf(entry.command).filter((walletId) => this.#waiting.has(walletId));
    if (heldWallets.length === 0 && !locksCase(entry.command)) return false;
    this.add(entry, heldWallets);
    return true;
  }

  /** Adds a command, or notes more wallets for which one that is here waits. */
  add(entry: Entry, heldWallets: readonly number[]): void {
    let held = this.#held.get(entry);
    if (held === undefined) {
      held = { entry, waitsFor: new Set(), isSlow: false, triedAt: this.#batches };
      this.#held.set(entry, held);
      this.#size += sizeOf(entry.command);
    }
    for (const walletId of heldWallets) {
      if (held.waitsFor.has(walletId)) continue;
      held.waitsFor.add(walletId);
      this.#waiting.set(walletId, (this.#waiting.get(walletId) ?? 0) + 1);
    }
  }

  /** Notes that a batch of these commands has waited too long for a lock. */
  waitedTooLong(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const held = this.#held.get(entry);
      if (held !== undefined) held.isSlow = true;
    }
  }

  /**
   * The next batch, of at most `max` commands, each counted as `sizeOf` says: the command whose turn is longest ago, with all that can be
   * tried together with it. They stay here until their callers are answered. Call it when no batch of them is being written.
   * @returns null when none waits.
   */
  next(max: number): Batch | null {
    for (const held of this.#held.values()) if (!isWaiting(held.entry)) this.#remove(held);
    const all = [...this.#held.values()];
    const [first] = all.toSorted((a, b) => a.triedAt - b.triedAt);
    if (first === undefined) return null;
    const slowWallets = new Set(all.flatMap(({ isSlow, waitsFor }) => (isSlow ? [...waitsFor] : [])));
    const isSlow = (held: Held) => held.isSlow || [...held.waitsFor].some((walletId) => slowWallets.has(walletId));
    const isTriedToo = isSlow(first)
      ? (held: Held) =>
          isSlow(held) &&
          [...held.waitsFor].every((walletId) => first.waitsFor.has(walletId)) &&
          waitsForRows(held) === waitsForRows(first)
      : (held: Held) => !isSlow(held);
    // In the order of their turns, so that the first one is among them also where not all fit.
    const together = all.filter(isTriedToo).toSorted((a, b) => a.triedAt - b.triedAt);
    const batch = together.slice(
      0,
      countThatFits(
        together.map(({ entry }) => entry),
        max,
      ),
    );
    this.#batches += 1;
    for (const held of batch) held.triedAt = this.#batches;
    const waitFor = new Set(batch.flatMap(({ waitsFor }) => [...waitsFor]));
    return { entries: batch.map(({ entry }) => entry), waitFor: [...waitFor].sort((a, b) => a - b), waitForRows: true };
  }

  #remove({ entry, waitsFor }: Held): void {
    this.#held.delete(entry);
    this.#size -= sizeOf(entry.command);
    for (const walletId of waitsFor) {
      const left = (this.#waiting.get(walletId) ?? 0) - 1;
      if (left > 0) this.#waiting.set(walletId, left);
      else this.#waiting.delete(walletId);
    }
  }
}

/** Whether it may wait for more than wallets. */
function waitsForRows({ entry }: Held): boolean {
  return locksCase(entry.command) || locksSubmission(entry.command);
}
