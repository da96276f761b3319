import { randomBytes } from 'node:crypto';
import { Argument, InvalidArgumentError } from '@commander-js/extra-typings';
import type { PasswordLinks } from '../dashboard/people/password-links.ts';
import { findPersonByEmail, type KnownPerson } from '../dashboard/people/people.ts';
import { readCredentials } from '../first-start.ts';
import { createLogger } from '../http/logging.ts';
import { isoTimeOrNull } from '../ledger/transaction-object.ts';
import type { Queryable } from '../postgres/pool.ts';
import { CommandRefused } from './command-refused.ts';
import type { AnswerRecord } from './record.ts';
import type { CommandDatabase } from './with-database.ts';

/** Links to set a password, made at the terminal: mailed where a mail server is set, else for the person here to hand over. */
export async function passwordLinks({ config, pool }: CommandDatabase): Promise<PasswordLinks> {
  // Sign-in is large, and the other commands should not wait for it to be loaded.
  const { createPeopleServices } = await import('../dashboard/people/services.ts');
  const address =
    config.publicUrl ?? readCredentials(config.dataDir)?.base_url ?? `http://${config.host}:${config.port}`;
  return createPeopleServices({
    pool,
    logger: createLogger('silent'),
    settings: config,
    baseUrl: () => address,
    // Sessions are signed with the service's keys. A link is only hashed, so that none of them is needed here.
    encryptionKeys: [{ id: 'none', key: randomBytes(32) }],
  }).passwordLinks;
}

/** The person with an address. @throws CommandRefused when there is none. */
export async function personWithEmail(db: Queryable, email: string): Promise<KnownPerson> {
  const person = await findPersonByEmail(db, email);
  if (person === null) throw new CommandRefused(`nobody has the address ${email}; nsimbi person list shows everybody`);
  return person;
}

/** An argument or option that is an email address. */
export function emailValue(text: string): string {
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text) || text.length > 254) {
    throw new InvalidArgumentError('It must be an email address.');
  }
  return text.toLowerCase();
}

/** Whom a command is about. */
export function emailArgument() {
  return new Argument('<email>', 'the address that they sign in with').argParser(emailValue);
}

/** A person as commands show them. */
export function personRecord(person: KnownPerson): AnswerRecord {
  return {
    email: person.email,
    name: person.name,
    status: person.status,
    platform_role: person.platformRole,
    clients: person.clients.map(({ clientId, role }) => `${clientId}: ${role}`),
    two_factor_enabled: person.twoFactorEnabled,
    last_seen_at: isoTimeOrNull(person.lastSeenAtMs),
  };
}
