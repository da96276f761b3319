import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import type pg from 'pg';
import { isRehearsal, refuseBeforeLive } from '../access/live-mode.ts';
import { proposeAdjustment } from '../adjustments/propose.ts';
import type { Adjust } from '../ledger/commands/adjust.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Direction, Mode } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import type { Ugx } from '../money/ugx.ts';
import type { Cli } from './cli.ts';
import { openWriter, write } from './ledger-command.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { idValue, modeValue, sentenceValue, shillingsValue } from './option-values.ts';
import { showProposed } from './requested-change.ts';
import { clientNumbered } from './wallet-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi wallet */
export function walletCommands(cli: Cli) {
  return newGroup('wallet', 'Top-ups and corrections.', [walletFund(cli), walletAdjust(cli)]);
}

/** nsimbi wallet fund */
function walletFund(cli: Cli) {
  return newCommand('fund', 'Top up a wallet: test money is issued, live money has arrived at our bank.')
    .requiredOption('--client <id>', 'the client that owns the wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--amount <shillings>', 'the amount in shillings', shillingsValue)
    .option('--reason <text>', 'shown to the client', sentenceValue, 'Top-up')
    .option('--external-reference <text>', 'the deposit slip, booked once; required for live', sentenceValue)
    .action(async (options) => {
      await adjustWallet(cli, options.json, {
        clientId: options.client,
        mode: options.mode,
        type: 'deposit',
        direction: 'in',
        amount: options.amount,
        reason: options.reason,
        externalReference: options.externalReference,
      });
    });
}

/** A top-up or correction as it was entered at the terminal. */
interface AdjustmentAsked {
  readonly clientId: number;
  readonly mode: Mode;
  readonly type: Adjust['type'];
  readonly direction: Adjust['direction'];
  readonly amount: Ugx;
  readonly reason: string;
  readonly externalReference: string | undefined;
}

/**
 * Books a top-up or correction of test money, and proposes one of live money: it needs the reference of a document, booked once,
 * and a second person.
 * @throws CommandRefused, Refusal, ClientNotFound
 */
async function adjustWallet(cli: Cli, json: boolean | undefined, asked: AdjustmentAsked): Promise<void> {
  if (asked.mode === 'live' && asked.externalReference === undefined) {
    throw new CommandRefused('live money needs --external-reference, the slip or statement line that this books');
  }
  await withDatabase(cli, async ({ config, pool, target }) => {
    const walletId = (await clientNumbered(pool, asked.clientId)).wallets[asked.mode].walletId;
    if (asked.mode === 'live') await refuseBeforeLive(pool, config);
    if (asked.mode === 'live' && !(await isRehearsal(pool, config))) {
      showProposed(cli, json, await propose(pool, cli.actor, asked, walletId), 'Corrections');
      return;
    }
    const writer = openWriter({ config, target });
    try {
      const { transaction, balance } = await write(writer, commandOf(asked, walletId, cli.actor));
      const reference = referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId);
      cli.show(json, {
        transaction_id: transaction.transactionId,
        reference,
        client_id: asked.clientId,
        mode: asked.mode,
        direction: transaction.direction,
        amount: transaction.amount,
        new_balance: balance,
        created_at: isoTime(transaction.createdAtMs),
      });
    } finally {
      await writer.close();
    }
  });
}

/** @returns the number of the proposal, which waits among the corrections of the dashboard. */
async function propose(pool: pg.Pool, actor: Actor, asked: AdjustmentAsked, walletId: number): Promise<number> {
  const { proposalId } = await proposeAdjustment(pool, {
    ...asked,
    walletId,
    externalReference: asked.externalReference ?? null,
    actor,
    // A command is sent once; its document is booked once.
    formKey: `cli ${randomUUID()}`,
    fingerprint: '',
  });
  return proposalId;
}

function commandOf(asked: AdjustmentAsked, walletId: number, actor: Actor): Adjust {
  return {
    kind: 'adjust',
    walletId,
    mode: asked.mode,
    type: asked.type,
    direction: asked.direction,
    amount: asked.amount,
    reason: asked.reason,
    maker: actor.name,
    approver: null,
    externalReference: asked.externalReference ?? null,
    apiKeyId: null,
    apiTriggered: false,
    idempotency: null,
    audit: ({ transactionId }) => ({
      actor,
      action: asked.type === 'deposit' ? 'wallet.funded' : 'wallet.adjusted',
      subject: `client ${asked.clientId} ${asked.mode}`,
      details: { transaction_id: transactionId },
    }),
  };
}

/** nsimbi wallet adjust */
function walletAdjust(cli: Cli) {
  return newCommand('adjust', "Correct a wallet's balance. The reason is shown to the client.")
    .requiredOption('--client <id>', 'the client that owns the wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--direction <direction>', 'in or out', directionValue)
    .requiredOption('--amount <shillings>', 'the amount in shillings', shillingsValue)
    .requiredOption('--reason <text>', 'why', sentenceValue)
    .option('--external-reference <text>', 'the document, booked once; required for live', sentenceValue)
    .action(async (options) => {
      await adjustWallet(cli, options.json, {
        clientId: options.client,
        mode: options.mode,
        type: 'adjustment',
        direction: options.direction,
        amount: options.amount,
        reason: options.reason,
        externalReference: options.externalReference,
      });
    });
}

function directionValue(text: string): Direction {
  if (text === 'in' || text === 'out') return text;
  throw new InvalidArgumentError('It must be in or out.');
}
