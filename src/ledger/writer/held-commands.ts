import { walletsOf } from '../commands/command.ts';
import { locksRows } from '../commands/dependencies.ts';
import type { Batch } from './batch.ts';
import { type Entry, isWaiting } from './entry.ts';

interface Held {
  readonly entry: Entry;
  /** Its wallets that another session had locked. */
  readonly waitsFor: Set<number>;
  /** Whether it may wait for more than wallets. */
  readonly locksRows: boolean;
  /** When it arrived or was tried last, counted in batches: who arrives later is tried later. */
  triedAt: number;
}

/**
 * Commands that wait for a lock of another database session, in the order of their arrival: those with a wallet that is held,
 * and those that lock more than wallets. Each waits only for what is held for it, so that one lock keeps no other command.
 * While one waits for a wallet, later commands of that wallet wait behind it.
 */
export class HeldCommands {
  readonly #held = new Map<Entry, Held>();
  /** How many commands wait for each wallet. */
  readonly #waiting = new Map<number, number>();
  #batches = 0;

  get length(): number {
    return this.#held.size;
  }

  /** Whether a command that arrives now must wait. Adds it when it must. */
  addIfItMustWait(entry: Entry): boolean {
    const heldWallets =
      this.#waiting.size === 0 ? [] : walletsOf(entry.command).filter((walletId) => this.#waiting.has(walletId));
    if (heldWallets.length === 0 && !locksRows(entry.command)) return false;
    this.add(entry, heldWallets);
    return true;
  }

  /** Adds a command, or notes more wallets for which one that is here waits. */
  add(entry: Entry, heldWallets: readonly number[]): void {
    const held = this.#held.get(entry) ?? {
      entry,
      waitsFor: new Set<number>(),
      locksRows: locksRows(entry.command),
      triedAt: this.#batches,
    };
    this.#held.set(entry, held);
    for (const walletId of heldWallets) {
      if (held.waitsFor.has(walletId)) continue;
      held.waitsFor.add(walletId);
      this.#waiting.set(walletId, (this.#waiting.get(walletId) ?? 0) + 1);
    }
  }

  /**
   * The next batch: the command whose turn is longest ago, with all that wait for nothing else than it does. They stay here until
   * their callers are answered. Call it when no batch of them is being written.
   * @returns null when none waits.
   */
  next(max: number): Batch | null {
    for (const held of this.#held.values()) if (!isWaiting(held.entry)) this.#remove(held);
    let first: Held | null = null;
    for (const held of this.#held.values()) if (first === null || held.triedAt < first.triedAt) first = held;
    if (first === null) return null;
    const { waitsFor, locksRows: locksMore } = first;
    const waitsForNoMore = (held: Held) =>
      held.locksRows === locksMore && [...held.waitsFor].every((walletId) => waitsFor.has(walletId));
    const batch = [...this.#held.values()].filter(waitsForNoMore).slice(0, max);
    this.#batches += 1;
    for (const held of batch) held.triedAt = this.#batches;
    return { entries: batch.map(({ entry }) => entry), waitFor: [...waitsFor].sort((a, b) => a - b) };
  }

  #remove({ entry, waitsFor }: Held): void {
    this.#held.delete(entry);
    for (const walletId of waitsFor) {
      const left = (this.#waiting.get(walletId) ?? 0) - 1;
      if (left > 0) this.#waiting.set(walletId, left);
      else this.#waiting.delete(walletId);
    }
  }
}
