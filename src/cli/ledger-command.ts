import type { Adjust } from '../ledger/commands/adjust.ts';
import type { BookFloat } from '../ledger/commands/book-float.ts';
import type { BookUnknownPayment } from '../ledger/commands/book-unknown-payment.ts';
import type { Approve, Reject } from '../ledger/commands/decide-approval.ts';
import type { OpenRefund } from '../ledger/commands/open-refund.ts';
import type { ResolveCase } from '../ledger/commands/resolve-case.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { NothingWritten, OutcomeUnknown } from '../ledger/writer/errors.ts';
import { Writer } from '../ledger/writer/writer.ts';
import type { Ugx } from '../money/ugx.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { CommandRefused } from './new-command.ts';
import type { CommandDatabase } from './with-database.ts';

/** A person at a terminal waits longer than a client of the interface does. */
const deadlineMs = 30_000;

/** A writer for the length of a command; it works beside those of running services. Close it. */
export function openWriter({ config, target }: Pick<CommandDatabase, 'config' | 'target'>): Writer {
  return new Writer({ target, requireStandby: config.requireStandby, limits: { deadlineMs } });
}

/** What was written: the transaction as it now is, and the wallet's available balance after it, in shillings. */
export interface Written {
  readonly transaction: Transaction;
  readonly balance: Ugx;
}

/**
 * Writes one command to the ledger.
 * @throws Refusal with the ledger's reason; CommandRefused when the database did not answer in time.
 */
export async function write(
  writer: Writer,
  command: Adjust | Approve | BookFloat | OpenRefund | Reject,
): Promise<Written> {
  const outcome = await submit(writer, command);
  if (outcome.is === 'done') return outcome;
  if (outcome.is === 'route_changed') {
    throw new CommandRefused('the phone now belongs to another wallet; run the command again');
  }
  throw new Error(`the ledger answered ${outcome.is} to ${command.kind}`);
}

type CommandOfPerson = Parameters<typeof write>[1] | ResolveCase | BookUnknownPayment;

async function submit(writer: Writer, command: CommandOfPerson): Promise<Exclude<Outcome, { is: 'refused' }>> {
  const outcome = await answerTo(writer, command);
  if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
  return outcome;
}

/** The ledger's answer to a command of a person. @throws CommandRefused when the database did not answer in time. */
export async function answerTo(writer: Writer, command: CommandOfPerson): Promise<Outcome> {
  try {
    return await writer.submit(command);
  } catch (error) {
    if (error instanceof NothingWritten) throw new CommandRefused(`${error.message}; run the command again`);
    if (error instanceof OutcomeUnknown) {
      throw new CommandRefused(
        error.transactionId === null
          ? 'the database did not confirm in time whether it was written; check before you run the command again'
          : `the database did not confirm in time whether it was written; check with: nsimbi transaction show ${error.transactionId}`,
      );
    }
    throw error;
  }
}
