import { houseWalletId } from '../accounts.ts';
import { Draft } from '../plan/draft.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanState } from '../plan/state.ts';
import { type Adjust, adjust } from './adjust.ts';
import { type BookFloat, bookFloat } from './book-float.ts';
import { type BookUnknownPayment, bookUnknownPayment } from './book-unknown-payment.ts';
import { type Approve, approve, type Reject, reject } from './decide-approval.ts';
import { type OpenBatch, openBatch } from './open-batch.ts';
import { type OpenCollection, openCollection } from './open-collection.ts';
import { type OpenPayout, openPayout } from './open-payout.ts';
import { type OpenRefund, openRefund } from './open-refund.ts';
import { type ResolveCase, resolveCase } from './resolve-case.ts';
import { type Settle, settle } from './settle.ts';

/**
 * What the ledger can be asked to do. Every command names its wallets before it queues, because the writer locks them
 * all, sorted, before it reads anything else.
 */
export type Command =
  | OpenPayout
  | OpenBatch
  | OpenCollection
  | OpenRefund
  | Settle
  | Approve
  | Reject
  | Adjust
  | BookFloat
  | ResolveCase
  | BookUnknownPayment;

/** A command with the transaction numbers that it may take. */
export interface NumberedCommand {
  readonly command: Command;
  readonly numbers: readonly number[];
}

/** How many transaction numbers a command can need: its own, and a recipient's or a correction's. */
export function numbersNeeded(command: Command): number {
  switch (command.kind) {
    case 'open_payout':
      return command.route.to === 'wallet' ? 2 : 1;
    case 'open_batch':
      return 2 * command.payments.length;
    case 'open_collection':
    case 'open_refund':
    case 'adjust':
    case 'book_float':
    case 'resolve_case':
    case 'book_unknown_payment':
      return 1;
    case 'approve':
      return command.recipientWalletId === null ? 0 : 1;
    case 'settle':
    case 'reject':
      return 0;
  }
}

/** How many commands it counts as where their number is limited: a batch is as much work as its payments. */
export function sizeOf(command: Command): number {
  return command.kind === 'open_batch' ? command.payments.length : 1;
}

/** Every wallet that a command can touch, so that the writer locks them all before it reads. */
export function walletsOf(command: Command): number[] {
  if (command.kind === 'open_payout' && command.route.to === 'wallet') {
    return [command.walletId, command.route.walletId];
  }
  if (command.kind === 'open_batch') {
    return [command.walletId, ...command.payments.map(({ route }) => route.walletId)];
  }
  if (command.kind === 'approve' && command.recipientWalletId !== null) {
    return [command.walletId, command.recipientWalletId];
  }
  if (command.kind === 'book_float') return [houseWalletId[command.mode]];
  if (command.kind === 'resolve_case' || command.kind === 'book_unknown_payment') {
    return [command.walletId, houseWalletId[command.mode]];
  }
  return [command.walletId];
}

/**
 * Decides a batch: takes what was read under the locks and a list of commands, returns the rows to write and the outcome of
 * each command. Pure: no clock, no input or output; a refusal changes nothing for the commands after it.
 */
export function plan(state: PlanState, commands: readonly NumberedCommand[]): Plan {
  const draft = new Draft(state);
  return draft.plan(
    commands.map(({ command, numbers }) => {
      const outcome = outcomeOf(draft, command, numbers);
      noteAct(draft, command, outcome);
      return outcome;
    }),
  );
}

/**
 * Decides a command whose Idempotency-Key was not used before. Only a command that creates a transaction uses its key, so that
 * one that is refused may be repeated.
 */
function outcomeOf(draft: Draft, command: Command, numbers: readonly number[]): Outcome {
  if (!('idempotency' in command) || command.idempotency === null) return decide(draft, command, numbers);
  const { walletId, idempotency } = command;
  const repeat = draft.keys.repeatOf(walletId, idempotency);
  if (repeat !== null) return repeat;
  const outcome = decide(draft, command, numbers);
  return outcome.is === 'done' ? { ...outcome, response: draft.keys.use(idempotency, outcome) } : outcome;
}

/**
 * A case that is dismissed leaves its transaction unchanged, and is recorded nevertheless. A first approval that is repeated was
 * recorded before.
 */
function noteAct(draft: Draft, command: Command, outcome: Outcome): void {
  if (!('audit' in command) || command.audit === undefined) return;
  if (outcome.is === 'done' || (outcome.is === 'unchanged' && command.kind === 'resolve_case')) {
    draft.rows.acts.push(command.audit(outcome.transaction));
  }
}

function decide(draft: Draft, command: Command, numbers: readonly number[]): Outcome {
  const first = numbers[0] ?? 0;
  switch (command.kind) {
    case 'open_payout':
      return openPayout(draft, command, numbers);
    case 'open_batch':
      return openBatch(draft, command, numbers);
    case 'open_collection':
      return openCollection(draft, command, first);
    case 'open_refund':
      return openRefund(draft, command, first);
    case 'settle':
      return settle(draft, command);
    case 'approve':
      return approve(draft, command, first);
    case 'reject':
      return reject(draft, command);
    case 'adjust':
      return adjust(draft, command, first);
    case 'book_float':
      return bookFloat(draft, command, first);
    case 'resolve_case':
      return resolveCase(draft, command, first);
    case 'book_unknown_payment':
      return bookUnknownPayment(draft, command, first);
  }
}
