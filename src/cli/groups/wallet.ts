import type { Cli } from '../cli.ts';
import { walletAdjust } from '../commands/wallet-adjust.ts';
import { walletFund } from '../commands/wallet-fund.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi wallet */
export function walletCommands(cli: Cli) {
  return newGroup('wallet', 'Top-ups and corrections.', [walletFund(cli), walletAdjust(cli)]);
}
