import { Option } from '@commander-js/extra-typings';
import { rollApiKey } from '../../access/api-keys.ts';
import type { Cli } from '../cli.ts';
import { createdKeyRecord, shownOnce } from '../key-record.ts';
import { newCommand } from '../new-command.ts';
import { durationValue, idValue } from '../option-values.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi key roll */
export function keyRoll(cli: Cli) {
  return newCommand('roll', 'Make a key with the same rights that takes the place of another.')
    .argument('<api-key-id>', 'the number of the old key, from nsimbi key list', idValue)
    .addOption(
      new Option('--overlap <duration>', 'how long the old one keeps working')
        .argParser(durationValue)
        .default(86_400_000, '24h'),
    )
    .action(async (apiKeyId, { json, overlap: overlapMs }) => {
      const key = await withDatabase(cli, ({ pool }) => rollApiKey(pool, { apiKeyId, overlapMs, actor: cli.actor }));
      cli.show(json, createdKeyRecord(key));
      if (json !== true) cli.output.say(shownOnce);
    });
}
