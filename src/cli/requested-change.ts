import { randomBytes } from 'node:crypto';
import type { PasswordLinks } from '../access/people/password-links.ts';
import type { Change } from '../dual-control/change.ts';
import { type Requested, requestChange } from '../dual-control/request-change.ts';
import { readCredentials } from '../first-start.ts';
import { createLogger } from '../logging/logger.ts';
import type { Cli } from './cli.ts';
import { answerTo, openWriter } from './ledger-command.ts';
import type { OutputRecord } from './record.ts';
import type { CommandDatabase } from './with-database.ts';

/**
 * Makes a change as the person at the terminal, who counts as staff, or proposes it where a second person is needed.
 * @throws Refusal
 */
export async function requestAtTerminal(cli: Cli, database: CommandDatabase, change: Change): Promise<Requested> {
  const { config, pool } = database;
  return await requestChange(
    {
      pool,
      settings: config,
      passwordLinks: () => passwordLinks(database),
      money: {
        writer: {
          submit: async (command) => {
            const writer = openWriter(database);
            try {
              return await answerTo(writer, command);
            } finally {
              await writer.close();
            }
          },
        },
      },
    },
    change,
    { actor: cli.actor, by: 'staff' },
  );
}

/** Links to set a password, made at the terminal: mailed where a mail server is set, else for the person here to hand over. */
async function passwordLinks({ config, pool }: CommandDatabase): Promise<PasswordLinks> {
  // Sign-in is large, and the other commands should not wait for it to be loaded.
  const { createSignInParts } = await import('../access/people/sign-in-parts.ts');
  const address =
    config.publicUrl ?? readCredentials(config.dataDir)?.base_url ?? `http://${config.host}:${config.port}`;
  return createSignInParts({
    pool,
    logger: createLogger('silent'),
    settings: config,
    baseUrl: () => address,
    // Sessions are signed with the service's keys. A link is only hashed, so that none of them is needed here.
    encryptionKeys: [{ id: 'none', key: randomBytes(32) }],
  }).passwordLinks;
}

/** Shows what was proposed, and who decides. */
export function showProposed(cli: Cli, json: boolean | undefined, proposal: number, page = 'Proposals'): void {
  const record: OutputRecord = { proposal, status: 'waiting' };
  cli.show(json, record);
  if (json !== true) cli.output.say(`Two people must approve it in the dashboard: Platform, ${page}.`);
}
