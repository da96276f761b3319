import { addUgx, type Ugx, zeroUgx } from '../../money/ugx.ts';
import { kampalaDay } from '../kampala-day.ts';
import type { DraftWallet } from './draft.ts';
import type { LedgerRefusal } from './outcome.ts';

/** The gross amount that left the wallet on the Kampala day of `nowMs`. */
export function outToday(wallet: DraftWallet, nowMs: number): Ugx {
  return wallet.day === kampalaDay(nowMs) ? wallet.dayOut : zeroUgx;
}

/** Why a payout of `gross` shillings may not leave now; null when it may. All limits compare the gross amount. */
export function refusalOfPayout(wallet: DraftWallet, gross: Ugx, nowMs: number): LedgerRefusal | null {
  if (wallet.frozen) return { code: 'wallet_frozen' };
  if (wallet.limitPerTransaction !== null && gross > wallet.limitPerTransaction) {
    return { code: 'limit_exceeded', limit: 'transaction', allowed: wallet.limitPerTransaction, asked: gross };
  }
  if (wallet.limitPerDay !== null) {
    const today = outToday(wallet, nowMs);
    if (today + gross > wallet.limitPerDay) {
      const room = today < wallet.limitPerDay ? ((wallet.limitPerDay - today) as Ugx) : zeroUgx;
      return { code: 'limit_exceeded', limit: 'day', allowed: room, asked: gross };
    }
  }
  if (gross > wallet.available) return { code: 'insufficient_funds', available: wallet.available, needed: gross };
  return null;
}

/** Counts a payout against today's limit. */
export function countOut(wallet: DraftWallet, gross: Ugx, nowMs: number): void {
  wallet.dayOut = addUgx(outToday(wallet, nowMs), gross);
  wallet.day = kampalaDay(nowMs);
}

/** Stops counting a payout that failed, where it was accepted on the wallet's current day. */
export function uncountOut(wallet: DraftWallet, gross: Ugx, acceptedAtMs: number): void {
  if (wallet.day !== kampalaDay(acceptedAtMs)) return;
  wallet.dayOut = wallet.dayOut > gross ? ((wallet.dayOut - gross) as Ugx) : zeroUgx;
}
