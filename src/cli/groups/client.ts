import type { Cli } from '../cli.ts';
import { clientApprovalThreshold } from '../commands/client-approval-threshold.ts';
import { clientCreate } from '../commands/client-create.ts';
import { clientFreeze, clientUnfreeze } from '../commands/client-freeze.ts';
import { clientLimit } from '../commands/client-limit.ts';
import { clientList } from '../commands/client-list.ts';
import { clientOneCollectionPerPayer } from '../commands/client-one-collection-per-payer.ts';
import { clientQuota } from '../commands/client-quota.ts';
import { clientRateLimit } from '../commands/client-rate-limit.ts';
import { clientWithdrawalNumbers } from '../commands/client-withdrawal-numbers.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi client */
export function clientCommands(cli: Cli) {
  return newGroup('client', 'Businesses, and what is set for their wallets.', [
    clientCreate(cli),
    clientList(cli),
    clientFreeze(cli),
    clientUnfreeze(cli),
    clientLimit(cli),
    clientApprovalThreshold(cli),
    clientWithdrawalNumbers(cli),
    clientOneCollectionPerPayer(cli),
    clientRateLimit(cli),
    clientQuota(cli),
  ]);
}
