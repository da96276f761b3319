import type pg from 'pg';
import { findClient } from '../access/clients.ts';
import type { Records } from '../history/records.ts';
import { houseWalletId } from '../ledger/accounts.ts';
import type { EventName } from '../ledger/event-names.ts';
import type { Plan } from '../ledger/plan/plan.ts';
import type { Resolution } from '../ledger/rows/review-case.ts';
import type { Direction, TransactionStatus } from '../ledger/transaction.ts';
import { type PreviewedCommand, previewPlans } from '../ledger/writer/preview.ts';
import type { Ugx } from '../money/ugx.ts';
import { invalidField } from '../refusal.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { readAccountKinds } from '../wallet/transaction-trail.ts';
import type { FoundCase } from './cases.ts';
import { commandOf } from './resolve.ts';

/** A line that a resolution would post. */
export interface PreviewedEntry {
  /** The kind of a system account, `wallet` for the client's, or `house` for the house's wallet. */
  readonly debit: string;
  readonly credit: string;
  /** Shillings. */
  readonly amount: bigint;
}

/** What a resolution would do now, if it were confirmed. */
export interface ResolutionEffect {
  readonly resolution: Resolution;
  /** Why it would be refused; null where it would not. Everything else is then empty. */
  readonly refusal: string | null;
  /** In the order in which they are posted. */
  readonly entries: readonly PreviewedEntry[];
  /** The status that the transaction of the case gets; null where it keeps its own. */
  readonly status: TransactionStatus | null;
  /** The transaction that the client sees beside it; null where none is booked in the client's wallet. Shillings. */
  readonly correction: {
    readonly direction: Direction;
    readonly amount: Ugx;
    readonly feeAmount: Ugx;
    readonly netAmount: Ugx;
  } | null;
  /** By how many shillings the client's available balance changes. */
  readonly balanceChange: bigint;
  /** The events that the client gets, in their order. */
  readonly events: readonly EventName[];
  /** Whether an active webhook of the client receives them. */
  readonly isDelivered: boolean;
}

/** The audit log and the ledger name two persons; a preview has none. */
const nobody = {
  reason: 'Preview',
  maker: 'preview of the proposal',
  approver: 'preview of the confirmation',
} as const;

/**
 * What each resolution that fits a case would book, and what the client would see of it. The ledger's own function decides it, so that it is
 * what a confirmation books as long as the wallet and the case stay as they are. Writes nothing.
 * @param clientId the client that a payment without a transaction is credited or charged to; null while none is named.
 * @returns in the order of `found.fitting`, without those that need a client where none is named; empty for a resolved case.
 * @throws Refusal `invalid_request` where there is no such client. @throws HistoryUnavailable, NotAsProven
 */
export async function previewResolutions(
  pool: pg.Pool,
  records: Records,
  found: FoundCase,
  clientId: number | null,
): Promise<ResolutionEffect[]> {
  if (clientId !== null && (await findClient(pool, clientId)) === null) {
    throw invalidField('client_id', `There is no client ${clientId}.`);
  }
  const commands: { resolution: Resolution; command: PreviewedCommand | null }[] = [];
  for (const resolution of found.fitting) {
    const isNamed = found.transaction === null && (resolution === 'credited' || resolution === 'charged');
    if (isNamed && clientId === null) continue;
    const command = await commandOf(records, found, { ...nobody, resolution, clientId: isNamed ? clientId : null });
    commands.push({ resolution, command });
  }
  const asked = commands.flatMap(({ command }) => (command === null ? [] : [command]));
  const plans = await previewPlans(pool, asked);
  const accounts = plans.flatMap(({ transfers }) =>
    transfers.flatMap(({ debitAccount, creditAccount }) => [debitAccount, creditAccount]),
  );
  const kinds = await readAccountKinds(pool, accounts.map(String));
  return commands.map(({ resolution, command }) => {
    const plan = command === null ? undefined : plans[asked.indexOf(command)];
    return plan === undefined ? { ...nothing, resolution } : effectOf(resolution, plan, found, kinds);
  });
}

const nothing = {
  refusal: null,
  entries: [],
  status: null,
  correction: null,
  balanceChange: 0n,
  events: [],
  isDelivered: false,
} satisfies Omit<ResolutionEffect, 'resolution'>;

/** What a plan means for the people who decide and for the client. Pure. */
function effectOf(
  resolution: Resolution,
  plan: Plan,
  { mode, transaction }: FoundCase,
  kinds: ReadonlyMap<string, string>,
): ResolutionEffect {
  const [outcome] = plan.outcomes;
  if (outcome?.is === 'refused') return { ...nothing, resolution, refusal: refusalOf(outcome.refusal).message };
  const house = houseWalletId[mode];
  const named = (account: number) => (account === house ? 'house' : (kinds.get(String(account)) ?? 'wallet'));
  const ofClient = <Row extends { readonly walletId: number }>(rows: readonly Row[]) =>
    rows.filter(({ walletId }) => walletId !== house);
  const moved = plan.transactionsMoved.find(({ after }) => after.transactionId === transaction?.transactionId);
  const [correction] = ofClient(plan.transactionsOpened);
  const wallet = plan.wallets.find(({ before }) => before.walletId !== house);
  return {
    resolution,
    refusal: null,
    entries: plan.transfers.map((line) => ({
      debit: named(line.debitAccount),
      credit: named(line.creditAccount),
      amount: line.amount,
    })),
    status: moved === undefined || moved.after.status === moved.before.status ? null : moved.after.status,
    correction:
      correction === undefined
        ? null
        : {
            direction: correction.direction,
            amount: correction.amount,
            feeAmount: correction.feeAmount,
            netAmount: correction.netAmount,
          },
    balanceChange: wallet === undefined ? 0n : wallet.after.available - wallet.before.available,
    events: ofClient(plan.events).flatMap(({ names }) => names),
    isDelivered: ofClient(plan.fanOut).length > 0,
  };
}
