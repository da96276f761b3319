import { Refusal } from '../../wallet/refusal.ts';
import type { DashboardServices } from '../services.ts';
import { createMailer } from './mail.ts';
import { PasswordLinks } from './password-links.ts';
import { endLinks, endSessions } from './people.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { forgetFailures } from './sign-in-failures.ts';

/** Sign-in, and links by which people set their passwords. */
export interface PeopleServices {
  readonly signIn: SignIn;
  readonly passwordLinks: PasswordLinks;
}

/** What it needs, which a command has too. */
export type PeopleParts = Pick<DashboardServices, 'pool' | 'logger' | 'encryptionKeys' | 'baseUrl'> & {
  readonly settings: Pick<DashboardServices['settings'], 'smtpUrl' | 'mailFrom'>;
};

export function createPeopleServices({ pool, logger, encryptionKeys, baseUrl, settings }: PeopleParts): PeopleServices {
  const mailer = createMailer(settings);
  const signIn = createSignIn({
    pool,
    logger,
    encryptionKeys,
    baseUrl: baseUrl(),
    sendPasswordLink: ({ id, email, name }) => {
      passwordLinks.reset({ personId: id, email, name }).catch((error: unknown) => {
        // That a mail was not taken is in the log already.
        if (!(error instanceof Refusal)) logger.error({ err: error, email }, 'a link to set a password was not made');
      });
    },
    passwordWasSet: async ({ id, email }) => {
      await endLinks(pool, id);
      await forgetFailures(pool, email);
    },
    secondFactorWasChanged: async (personId) => {
      // A session from before may be of somebody who has the password alone.
      await endSessions(pool, personId);
      await endLinks(pool, personId);
    },
  });
  const passwordLinks = new PasswordLinks({ db: pool, signIn, mailer, logger, baseUrl });
  return { signIn, passwordLinks };
}
