import type pg from 'pg';
import type { Config } from '../config.ts';
import type { OpenRefund } from '../ledger/commands/open-refund.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { unobserved } from '../operators/connector-observer.ts';
import type { OperatorConnector } from '../operators/contract.ts';
import { connectOperators } from '../operators/registry.ts';
import { createSimulator } from '../operators/simulator/simulator.ts';
import { type LiveRefusal, readInstallation } from '../postgres/installation.ts';
import { callInProgressMs } from '../settlement/money-calls.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { CommandRefused } from './new-command.ts';

/**
 * The money call of a refund that a running service is to make: a command ends too soon to hear an operator's answer.
 * Its reference has the form of the operator whose account took the collection.
 * @throws CommandRefused when our settings are not for that account, or live money is switched off here; Refusal
 * `not_refundable` for what no operator took.
 */
export async function queuedRefund(
  pool: pg.Pool,
  config: Config,
  collection: Transaction,
): Promise<OpenRefund['route']> {
  const { mode, operatorAccountId } = collection;
  if (operatorAccountId === null) throw refusalOf({ code: 'not_refundable', because: 'no_collection' });
  if (mode === 'live') {
    const { liveRefusal } = await readInstallation(pool, config.dataDir, config.installationId);
    if (liveRefusal !== null)
      throw new CommandRefused(`${liveRefusals[liveRefusal]}, so nothing live can be refunded here`);
  }
  const { rows } = await pool.query<AccountRow>(
    'SELECT operator, host, environment, api_user FROM operator_account WHERE operator_account_id = $1',
    [operatorAccountId],
  );
  const account = rows[0];
  const live = await connectOperators(config, unobserved);
  const { simulatorDelayMs: delayMs, pollDelaysMs } = config;
  const simulator = createSimulator({ db: pool, delayMs, pollDelaysMs });
  try {
    const connectors: readonly OperatorConnector[] = [...simulator.connectors, ...live];
    const connector = connectors.find((one) => one.mode === mode && account !== undefined && isAt(one, account));
    if (connector === undefined) {
      throw new CommandRefused(
        `the settings are not for the account ${operatorAccountId} at ${account?.operator ?? 'an operator'} that received this collection; only that account can refund it`,
      );
    }
    return {
      operatorAccountId,
      reference: connector.newReference(),
      sends: 0,
      callTimeoutMs: callInProgressMs,
      firstQueryAfterMs: connector.pollDelaysMs[0] ?? 0,
      paidFrom: connector.refundsLeave,
      inPart: connector.refundsInPart,
    };
  } finally {
    simulator.stop();
    await Promise.all(live.map((one) => one.close()));
  }
}

const liveRefusals: Record<LiveRefusal, string> = {
  other_installation: 'this database belongs to another installation',
  owner_login: 'the login of DATABASE_URL may do more than serve (see nsimbi doctor)',
};

interface AccountRow {
  operator: string;
  host: string;
  environment: string;
  api_user: string;
}

function isAt({ operator, account }: OperatorConnector, row: AccountRow): boolean {
  return (
    operator === row.operator &&
    account.host === row.host &&
    account.environment === row.environment &&
    account.apiUser === row.api_user
  );
}
