import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  disablePerson,
  emailLengthMax,
  emailPattern,
  enablePerson,
  endAllSessionsOf,
  findPersonByEmail,
  type KnownPerson,
  listPeople,
  listTeam,
} from '../access/people/people.ts';
import { clientRoles, platformRoles } from '../access/people/rights.ts';
import { isoTimeOrNull } from '../ledger/transaction-object.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { countValue, idValue } from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { requestAtTerminal, showProposed } from './requested-change.ts';
import { clientNumbered } from './wallet-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi person */
export function personCommands(cli: Cli) {
  return newGroup('person', 'People who sign in to the dashboard.', [
    personInvite(cli),
    personList(cli),
    personResetPassword(cli),
    personRemoveSecondFactor(cli),
    personDisable(cli),
    personEnable(cli),
    personEndSessions(cli),
    personVouch(cli),
  ]);
}

/** nsimbi person invite */
function personInvite(cli: Cli) {
  return newCommand('invite', 'Invite a person to the dashboard, with a role at a client or as staff of the service.')
    .requiredOption('--email <address>', 'the address that they sign in with', emailValue)
    .requiredOption('--name <text>', 'their name')
    .option('--client <id>', 'the client; with --role', idValue)
    .addOption(new Option('--role <role>', 'the role at the client').choices(clientRoles))
    .addOption(new Option('--platform-role <role>', 'the role as staff').choices(platformRoles))
    .action(async ({ json, email, name, client: clientId, role, platformRole }) => {
      const isHalf = (clientId === undefined) !== (role === undefined);
      if (isHalf || (clientId !== undefined && platformRole !== undefined)) {
        throw new CommandRefused('give --client with --role, or --platform-role');
      }
      const requested = await withDatabase(cli, async (database) => {
        if (clientId !== undefined && role !== undefined) {
          await clientNumbered(database.pool, clientId);
          return await requestAtTerminal(cli, database, {
            kind: 'client_role',
            client_id: clientId,
            email,
            name,
            role,
          });
        }
        if (platformRole === undefined) throw new CommandRefused('give --client with --role, or --platform-role');
        return await requestAtTerminal(cli, database, { kind: 'staff_role', email, name, role: platformRole });
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      const { personId = null, link = null } = requested.shown;
      cli.show(json, { person_id: personId, email, link });
      if (json !== true && link !== null) {
        cli.output.say('Send them the link; it works once, for seven days, for anyone who has it.');
      }
    });
}

/** The person with an address. @throws CommandRefused when there is none. */
async function personWithEmail(db: Queryable, email: string): Promise<KnownPerson> {
  const person = await findPersonByEmail(db, email);
  if (person === null)
    throw new CommandRefused(`no person has the address ${email}; nsimbi person list shows all people`);
  return person;
}

/** An argument or option that is an email address. */
function emailValue(text: string): string {
  if (!new RegExp(`^${emailPattern}$`).test(text) || text.length > emailLengthMax) {
    throw new InvalidArgumentError('It must be an email address.');
  }
  return text.toLowerCase();
}

/** The person of a command. Of any form: people of earlier versions may have addresses that no new person can have. */
function emailArgument() {
  return new Argument('<email>', 'the address that they sign in with');
}

/** A person as commands show them. */
function personRecord(person: KnownPerson): OutputRecord {
  return {
    email: person.email,
    name: person.name,
    status: person.status,
    platform_role: person.platformRole,
    clients: person.clients.map(({ clientId, role }) => `${clientId}: ${role}`),
    two_factor_enabled: person.twoFactorEnabled,
    link_seen_by: person.linkSeenBy,
    last_seen_at: isoTimeOrNull(person.lastSeenAtMs),
  };
}

/** nsimbi person vouch */
function personVouch(cli: Cli) {
  return newCommand(
    'vouch',
    'Confirm that nobody but its person can enter an account, though others have seen a password link of it. Needed for the first two people of a service without a mail server; later a third person does so in the dashboard. Once live mode is enabled, this proposes it.',
  )
    .addArgument(emailArgument())
    .action(async (email, { json }) => {
      await withDatabase(cli, async (database) => {
        const { personId } = await personWithEmail(database.pool, email);
        const requested = await requestAtTerminal(cli, database, { kind: 'vouching', person_id: personId });
        if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
        cli.show(json, personRecord(await personWithEmail(database.pool, email)));
      });
    });
}

/** nsimbi person list */
function personList(cli: Cli) {
  return newCommand('list', 'List the people of the dashboard, in the order of their addresses.')
    .option('--client <id>', 'only the people of this client', idValue)
    .option('--after <email>', 'only entries after this address', '')
    .option('--limit <count>', 'maximum number of entries', countValue(10_000), 1_000)
    .action(async ({ json, client: clientId, after, limit }) => {
      const people = await withDatabase(cli, async ({ pool }) => {
        if (clientId === undefined) return await listPeople(pool, { after, limit });
        await clientNumbered(pool, clientId);
        return await listTeam(pool, clientId);
      });
      cli.showAll(json, people.map(personRecord), 'There are no people: nsimbi person invite adds one.');
      const last = people.at(-1);
      if (clientId === undefined && people.length === limit && last !== undefined) {
        cli.output.say(`There may be more: nsimbi person list --after ${last.email}`);
      }
    });
}

/** nsimbi person reset-password */
function personResetPassword(cli: Cli) {
  return newCommand('reset-password', 'Create a link to set a new password.')
    .addArgument(emailArgument())
    .action(async (email, { json }) => {
      const requested = await withDatabase(cli, async (database) => {
        const { personId } = await personWithEmail(database.pool, email);
        return await requestAtTerminal(cli, database, { kind: 'password_link', person_id: personId });
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      const { personId = null, link = null } = requested.shown;
      cli.show(json, { person_id: personId, email, link });
      if (json !== true && link !== null) {
        cli.output.say('Send them the link; it works once, for 24 hours, for anyone who has it.');
      }
    });
}

/** nsimbi person remove-second-factor */
function personRemoveSecondFactor(cli: Cli) {
  return newCommand(
    'remove-second-factor',
    'Remove the authenticator app and recovery codes of a person who lost them.',
  )
    .addArgument(emailArgument())
    .action(async (email, { json }) => {
      const requested = await withDatabase(cli, async (database) => {
        const { personId } = await personWithEmail(database.pool, email);
        return await requestAtTerminal(cli, database, { kind: 'second_factor_removal', person_id: personId });
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      cli.show(json, { email, two_factor_enabled: false });
    });
}

/** nsimbi person disable */
function personDisable(cli: Cli) {
  return newCommand('disable', 'Disable a person; their sessions end at once.')
    .addArgument(emailArgument())
    .action(async (email, { json }) => cli.show(json, await change(cli, email, disablePerson)));
}

/** nsimbi person end-sessions */
function personEndSessions(cli: Cli) {
  return newCommand('end-sessions', 'Sign a person out everywhere at once. They can sign in again.')
    .addArgument(emailArgument())
    .action(async (email, { json }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        const { personId } = await personWithEmail(pool, email);
        return { person_id: personId, email, ended: await endAllSessionsOf(pool, { personId, actor: cli.actor }) };
      });
      cli.show(json, record);
    });
}

/** nsimbi person enable */
function personEnable(cli: Cli) {
  return newCommand('enable', 'Enable a disabled person.')
    .addArgument(emailArgument())
    .action(async (email, { json }) => cli.show(json, await change(cli, email, enablePerson)));
}

async function change(cli: Cli, email: string, act: typeof disablePerson) {
  return await withDatabase(cli, async ({ pool }) => {
    const { personId } = await personWithEmail(pool, email);
    await act(pool, { personId, actor: cli.actor });
    return personRecord(await personWithEmail(pool, email));
  });
}
