import type { DashboardServices } from '../services.ts';
import { createMailer } from './mail.ts';
import { PasswordLinks, passwordLink, resetMail } from './password-links.ts';
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
    sendPasswordLink: ({ email, name, token }) => {
      const link = passwordLink(baseUrl(), token);
      if (mailer === null) {
        logger.info({ email, link }, 'a link to set a password');
        return;
      }
      mailer.send(resetMail({ email, name }, link)).catch((error: unknown) => {
        logger.error({ err: error, email }, 'a link to set a password could not be mailed');
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
  return { signIn, passwordLinks: new PasswordLinks({ db: pool, signIn, mailer, logger, baseUrl }) };
}
