import type { Command } from '@commander-js/extra-typings';
import type { Cli } from './cli.ts';
import { auditCommand } from './commands/audit.ts';
import { clientApprovalThreshold } from './commands/client-approval-threshold.ts';
import { clientCreate } from './commands/client-create.ts';
import { clientFreeze, clientUnfreeze } from './commands/client-freeze.ts';
import { clientLimit } from './commands/client-limit.ts';
import { clientList } from './commands/client-list.ts';
import { clientOneCollectionPerPayer } from './commands/client-one-collection-per-payer.ts';
import { clientRateLimit } from './commands/client-rate-limit.ts';
import { clientWithdrawalNumbers } from './commands/client-withdrawal-numbers.ts';
import { doctor } from './commands/doctor.ts';
import { feesClear } from './commands/fees-clear.ts';
import { feesSet } from './commands/fees-set.ts';
import { feesShow } from './commands/fees-show.ts';
import { floatCharge, floatFund, floatSweep } from './commands/float-book.ts';
import { keyCreate } from './commands/key-create.ts';
import { keyList } from './commands/key-list.ts';
import { keyRevoke } from './commands/key-revoke.ts';
import { keyRoll } from './commands/key-roll.ts';
import { listen } from './commands/listen.ts';
import { migrateCommand } from './commands/migrate.ts';
import { operatorsPrefixes } from './commands/operators-prefixes.ts';
import { operatorsSimulate } from './commands/operators-simulate.ts';
import { personDisable, personEnable } from './commands/person-disable.ts';
import { personInvite } from './commands/person-invite.ts';
import { personList } from './commands/person-list.ts';
import { personResetPassword } from './commands/person-reset-password.ts';
import { reconcileCommand } from './commands/reconcile.ts';
import { reviewList } from './commands/review-list.ts';
import { reviewResolve } from './commands/review-resolve.ts';
import { reviewShow } from './commands/review-show.ts';
import { seed } from './commands/seed.ts';
import { start } from './commands/start.ts';
import { transactionApprove } from './commands/transaction-approve.ts';
import { transactionRefund } from './commands/transaction-refund.ts';
import { transactionReject } from './commands/transaction-reject.ts';
import { transactionShow } from './commands/transaction-show.ts';
import { trigger } from './commands/trigger.ts';
import { walletAdjust } from './commands/wallet-adjust.ts';
import { walletFund } from './commands/wallet-fund.ts';
import { webhookCreate } from './commands/webhook-create.ts';
import { webhookDeliveries } from './commands/webhook-deliveries.ts';
import { webhookDisable, webhookEnable } from './commands/webhook-enable.ts';
import { webhookList } from './commands/webhook-list.ts';
import { webhookRedeliver } from './commands/webhook-redeliver.ts';
import { webhookShow } from './commands/webhook-show.ts';
import { webhookTest } from './commands/webhook-test.ts';
import { add, addGroup, newProgram } from './new-program.ts';

/** The program with every command. */
export function everyCommand(cli: Cli): Command {
  const program = newProgram(cli);
  add(program, [start(cli), migrateCommand(cli)]);
  addGroup(program, 'client', 'Businesses, and what is set for their wallets.', [
    clientCreate(cli),
    clientList(cli),
    clientFreeze(cli),
    clientUnfreeze(cli),
    clientLimit(cli),
    clientApprovalThreshold(cli),
    clientWithdrawalNumbers(cli),
    clientOneCollectionPerPayer(cli),
    clientRateLimit(cli),
  ]);
  addGroup(program, 'key', 'API keys.', [keyCreate(cli), keyList(cli), keyRevoke(cli), keyRoll(cli)]);
  addGroup(program, 'wallet', 'Top-ups and corrections.', [walletFund(cli), walletAdjust(cli)]);
  addGroup(program, 'fees', 'Fee schedules.', [feesShow(cli), feesSet(cli), feesClear(cli)]);
  addGroup(program, 'transaction', 'Single transactions.', [
    transactionShow(cli),
    transactionApprove(cli),
    transactionReject(cli),
    transactionRefund(cli),
  ]);
  addGroup(program, 'review', 'What only a person can decide.', [reviewList(cli), reviewShow(cli), reviewResolve(cli)]);
  addGroup(program, 'float', 'Our money at the operators, moved outside of payments.', [
    floatFund(cli),
    floatSweep(cli),
    floatCharge(cli),
  ]);
  addGroup(program, 'webhook', 'Where a client hears of events.', [
    webhookCreate(cli),
    webhookList(cli),
    webhookShow(cli),
    webhookEnable(cli),
    webhookDisable(cli),
    webhookTest(cli),
    webhookDeliveries(cli),
    webhookRedeliver(cli),
  ]);
  addGroup(program, 'person', 'Who signs in to the dashboard.', [
    personInvite(cli),
    personList(cli),
    personResetPassword(cli),
    personDisable(cli),
    personEnable(cli),
  ]);
  addGroup(program, 'operators', 'MTN and Airtel.', [operatorsPrefixes(cli), operatorsSimulate(cli)]);
  add(program, [listen(cli), trigger(cli), auditCommand(cli), reconcileCommand(cli), seed(cli), doctor(cli)]);
  return program;
}
