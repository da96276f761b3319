import { houseWalletId } from '../ledger/accounts.ts';
import type { BookUnknownPayment } from '../ledger/commands/book-unknown-payment.ts';
import type { UnknownPaymentEnd } from '../ledger/plan/resolutions.ts';
import { endsOfUnknownPayment } from '../ledger/plan/resolutions.ts';
import type { Resolution } from '../ledger/rows/review-case.ts';
import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { refusalOf } from '../wallet/sentences.ts';
import type { FoundCase } from './cases.ts';
import { unknownPaymentOf } from './unknown-payment.ts';

/** What two persons decided about a payment that is none of our transactions. */
interface DecidedBooking {
  readonly resolution: Resolution;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** Who gets it or pays for it; null where no client does. */
  readonly clientId: number | null;
  /** Where it confirms a proposal: when that was made, in milliseconds. */
  readonly proposedAtMs?: number;
}

/**
 * The ledger's command for it: amount, float and number are what the case found, whatever anybody says.
 * @throws Refusal `case_not_open`, `resolution_does_not_fit` or `wallet_not_found`.
 */
export async function bookingOf(
  db: Queryable,
  { reviewCaseId, mode, found, fitting, resolved, operatorAccountId }: FoundCase,
  { resolution, clientId, ...decision }: DecidedBooking,
): Promise<BookUnknownPayment> {
  if (resolved !== null) throw refusalOf({ code: 'case_not_open' });
  const payment = unknownPaymentOf(found);
  const ends: readonly UnknownPaymentEnd[] = payment === null ? [] : endsOfUnknownPayment(payment.direction);
  const end = ends.find((one) => one === resolution);
  if (payment === null || end === undefined || operatorAccountId === null) {
    throw refusalOf({ code: 'resolution_does_not_fit', fitting });
  }
  const namesClient = end === 'credited' || end === 'charged';
  if (namesClient !== (clientId !== null)) {
    throw new Refusal(
      'resolution_does_not_fit',
      namesClient ? 'Name the client whose wallet is affected.' : 'This resolution takes no client.',
    );
  }
  const walletId = clientId === null ? houseWalletId[mode] : await walletOfClient(db, clientId, mode);
  const { direction: _, ...what } = payment;
  return {
    kind: 'book_unknown_payment',
    walletId,
    mode,
    reviewCaseId,
    resolution: end,
    operatorAccountId,
    ...what,
    ...decision,
  };
}

async function walletOfClient(db: Queryable, clientId: number, mode: Mode): Promise<number> {
  const { rows } = await db.query<{ wallet_id: string }>(
    'SELECT wallet_id FROM wallet WHERE client_id = $1 AND mode = $2',
    [clientId, mode],
  );
  const row = rows[0];
  if (row === undefined) throw refusalOf({ code: 'wallet_not_found' });
  return Number(row.wallet_id);
}
