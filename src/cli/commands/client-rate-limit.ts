import { setClientRateLimits } from '../../access/clients.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue, rateLimitPurpose, rateLimitValues } from '../option-values.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client rate-limit */
export function clientRateLimit(cli: Cli) {
  return newCommand(
    'rate-limit',
    "Set a client's own requests a minute, in both modes. What is not named has the default again; a key's own win.",
  )
    .requiredOption('--client <id>', 'whose', idValue)
    .option('--rate-limit <name=n>', rateLimitPurpose, rateLimitValues)
    .action(async ({ json, client: clientId, rateLimit: rateLimits = {} }) => {
      await withDatabase(cli, ({ pool }) => setClientRateLimits(pool, { clientId, rateLimits, actor: cli.actor }));
      cli.show(json, { client_id: clientId, rate_limits: { ...rateLimits } });
    });
}
