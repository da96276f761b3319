import { createApiKey } from '../../access/api-keys.ts';
import type { Cli } from '../cli.ts';
import { createdKeyRecord, shownOnce } from '../key-record.ts';
import { newCommand } from '../new-command.ts';
import {
  durationValue,
  idValue,
  modeValue,
  networkValues,
  permissionsPurpose,
  permissionsValue,
  rateLimitPurpose,
  rateLimitValues,
} from '../option-values.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi key create */
export function keyCreate(cli: Cli) {
  return newCommand('create', 'Make an API key. Its text is shown this once and kept nowhere.')
    .requiredOption('--client <id>', 'whose', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--permissions <names>', permissionsPurpose, permissionsValue)
    .option('--name <text>', 'what it is for', 'made at the command line')
    .option('--expires-in <duration>', 'when it stops working, such as 90d; never when left out', durationValue)
    .option('--allow-ip <address>', 'an address or network that may use it; may be repeated', networkValues)
    .option('--rate-limit <name=n>', rateLimitPurpose, rateLimitValues)
    .action(async (options) => {
      const key = await withDatabase(cli, ({ pool, config }) =>
        createApiKey(pool, {
          clientId: options.client,
          mode: options.mode,
          name: options.name,
          permissions: options.permissions,
          expiresAtMs: options.expiresIn === undefined ? null : Date.now() + options.expiresIn,
          allowedIps: options.allowIp ?? [],
          rateLimits: options.rateLimit ?? {},
          actor: cli.actor,
          quotas: config,
        }),
      );
      cli.show(options.json, createdKeyRecord(key));
      if (options.json !== true) cli.output.say(shownOnce);
    });
}
