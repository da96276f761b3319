import { type OwnQuotas, type QuotaName, quotaMax, quotaMeanings, setClientQuotas } from '../../access/quotas.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { newCommand } from '../new-command.ts';
import { countValue, idValue } from '../option-values.ts';
import { clientNumbered } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client quota */
export function clientQuota(cli: Cli) {
  return newCommand(
    'quota',
    'Set what a client may have as a whole. What is not named stays; default takes its own away.',
  )
    .requiredOption('--client <id>', 'whose', idValue)
    .option('--live-keys <count>', `${quotaMeanings.live_keys}, or default`, quotaValue)
    .option('--test-keys <count>', `${quotaMeanings.test_keys}, or default`, quotaValue)
    .option('--event-streams <count>', `${quotaMeanings.event_streams}, or default`, quotaValue)
    .option('--rate-factor <count>', `${quotaMeanings.rate_factor}, or default`, quotaValue)
    .action(async ({ json, client: clientId, liveKeys, testKeys, eventStreams, rateFactor }) => {
      const options: Record<QuotaName, number | 'default' | undefined> = {
        live_keys: liveKeys,
        test_keys: testKeys,
        event_streams: eventStreams,
        rate_factor: rateFactor,
      };
      const named = Object.entries(options).filter(([, value]) => value !== undefined);
      if (named.length === 0) {
        throw new CommandRefused(
          'say --live-keys, --test-keys, --event-streams or --rate-factor, with a number or default',
        );
      }
      const quotas = await withDatabase(cli, async ({ pool }) => {
        const before = (await clientNumbered(pool, clientId)).quotas;
        const asked: Record<string, number | 'default' | undefined> = { ...before, ...Object.fromEntries(named) };
        const after = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== 'default')) as OwnQuotas;
        await setClientQuotas(pool, { clientId, quotas: after, actor: cli.actor });
        return { ...after };
      });
      cli.show(json, { client_id: clientId, quotas });
    });
}

function quotaValue(text: string): number | 'default' {
  return text === 'default' ? text : countValue(quotaMax)(text);
}
