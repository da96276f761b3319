import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import { noteTies } from '../second-person.ts';
import type { Mail, Mailer } from './mail.ts';
import { endLinks } from './people.ts';
import { resetHours, type SignIn } from './sign-in.ts';

/** Who gets a link. */
export interface Recipient {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
}

/** The result of creating a link: it was mailed, or the person who requested it hands it over. */
export interface GivenLink {
  /** Null when it was mailed: then only the person themselves knows it. */
  readonly link: string | null;
}

/** An invited person may be on leave; a person who requests a reset waits for it. */
const invitationDays = 7;

/** Where a person sets a password. */
function passwordLink(baseUrl: string, token: string): string {
  return `${baseUrl}/set-password?token=${token}`;
}

/** By which the sign-in library finds a link; it keeps a hash of it. */
export function identifierOf(token: string): string {
  return `reset-password:${token}`;
}

/**
 * Makes links by which people set a password, and gets them to the people. A link that staff or a team makes ends earlier
 * ones: one that another person was given must not open access that is granted later. A link that anybody can request
 * ends nothing until it is used.
 */
export class PasswordLinks {
  readonly #db: Queryable;
  readonly #signIn: SignIn;
  readonly #mailer: Mailer | null;
  readonly #logger: Logger;
  readonly #baseUrl: () => string;

  constructor(parts: {
    readonly db: Queryable;
    readonly signIn: SignIn;
    readonly mailer: Mailer | null;
    readonly logger: Logger;
    readonly baseUrl: () => string;
  }) {
    this.#db = parts.db;
    this.#signIn = parts.signIn;
    this.#mailer = parts.mailer;
    this.#logger = parts.logger;
    this.#baseUrl = parts.baseUrl;
  }

  /** Whether links are mailed, so that only the person themselves gets to know them. */
  get areMailed(): boolean {
    return this.#mailer !== null;
  }

  /** Ends the links that a person was given. */
  async end({ personId }: Pick<Recipient, 'personId'>): Promise<void> {
    await endLinks(this.#db, personId);
  }

  /**
   * Invites somebody who has no password yet. The account is tied to `by`, the person who invites, more so where they see the link.
   * @throws Refusal when the mail server did not take the mail.
   */
  async invite(person: Recipient, to: string, by: string): Promise<GivenLink> {
    await noteTies(this.#db, person.personId, by, this.areMailed ? ['invited'] : ['invited', 'link_seen']);
    const link = await this.#make(person.personId, invitationDays * 24);
    return await this.#give(person, link, invitationMail(person, to, link));
  }

  /**
   * A new password for somebody who cannot sign in. The account is tied to `by`, who asks for the link, where they see it.
   * @throws Refusal when the mail server did not take the mail.
   */
  async reset(person: Recipient, by: string): Promise<GivenLink> {
    if (!this.areMailed) await noteTies(this.#db, person.personId, by, ['link_seen']);
    const link = await this.#make(person.personId, resetHours);
    return await this.#give(person, link, resetMail(person, link));
  }

  /**
   * Gets a person the link that was requested at the sign-in, maybe by a stranger.
   * @throws Refusal when the mail server did not take the mail.
   */
  async giveRequested(person: Recipient, token: string): Promise<void> {
    const link = passwordLink(this.#baseUrl(), token);
    await this.#give(person, link, resetMail(person, link));
  }

  /** Removes a requested link that is not sent. */
  async dropRequested(token: string): Promise<void> {
    const { internalAdapter } = await this.#signIn.$context;
    await internalAdapter.deleteVerificationByIdentifier(identifierOf(token));
  }

  async #make(personId: string, hours: number): Promise<string> {
    const token = randomBytes(24).toString('base64url');
    const { internalAdapter } = await this.#signIn.$context;
    await endLinks(this.#db, personId);
    await internalAdapter.createVerificationValue({
      identifier: identifierOf(token),
      value: personId,
      expiresAt: new Date(Date.now() + hours * 60 * 60 * 1_000),
    });
    return passwordLink(this.#baseUrl(), token);
  }

  async #give({ email }: Recipient, link: string, mail: Mail): Promise<GivenLink> {
    if (this.#mailer === null) {
      this.#logger.info({ email, link }, 'a link to set a password');
      return { link };
    }
    try {
      await this.#mailer.send(mail);
    } catch (error) {
      this.#logger.error({ err: error, email }, 'a link to set a password could not be mailed');
      throw new Refusal('internal_error', 'The mail server did not accept the email; send the link again in a moment.');
    }
    return { link: null };
  }
}

function invitationMail({ email, name }: Recipient, to: string, link: string): Mail {
  return {
    to: email,
    subject: `You are invited to ${to}`,
    text: `Hello ${name},

you are invited to the dashboard of ${to}. Set your password here, within ${invitationDays} days:

${link}

If you did not expect this invitation, ignore this e-mail.
`,
  };
}

function resetMail({ email, name }: Pick<Recipient, 'email' | 'name'>, link: string): Mail {
  return {
    to: email,
    subject: 'Set a new password',
    text: `Hello ${name},

set a new password for the dashboard with this link. It works once, within ${resetHours} hours:

${link}

If you did not request it, ignore this e-mail: your password stays the same.
`,
  };
}
