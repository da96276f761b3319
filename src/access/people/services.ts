import type { DashboardServices } from '../../http/dashboard/server/services.ts';
import { onceASecond } from '../../http/once-a-second.ts';
import { Refusal } from '../../refusal.ts';
import { MemoryRateLimitStore } from '../memory-rate-limit-store.ts';
import { forgetBrowsers, KnownBrowsers } from './known-browsers.ts';
import { createMailer } from './mail.ts';
import { PasswordLinks } from './password-links.ts';
import { endLinks, endSessions } from './people.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { forgetPasswordAttempts } from './sign-in-attempts.ts';
import { SignInLog } from './sign-in-log.ts';
import { acceptInvitations } from './team.ts';

/** Sign-in, and links by which people set their passwords. */
export interface PeopleServices {
  readonly signIn: SignIn;
  readonly passwordLinks: PasswordLinks;
  readonly browsers: KnownBrowsers;
  readonly signInLog: SignInLog;
}

/** What it needs, which a command has too. */
export type PeopleParts = Pick<DashboardServices, 'pool' | 'logger' | 'encryptionKeys' | 'baseUrl'> & {
  readonly settings: Pick<DashboardServices['settings'], 'smtpUrl' | 'mailFrom'>;
};

/** Links a minute that strangers can have mailed to one person. */
const requestedLinksMax = 3;

export function createPeopleServices({ pool, logger, encryptionKeys, baseUrl, settings }: PeopleParts): PeopleServices {
  const mailer = createMailer(settings);
  const requestedLinks = new MemoryRateLimitStore();
  const limitLines = onceASecond();
  const signIn = createSignIn({
    pool,
    logger,
    encryptionKeys,
    baseUrl: baseUrl(),
    sendPasswordLink: ({ id, email, name }, token) => {
      const isTooOften = requestedLinks.count(id, 1).hits > requestedLinksMax;
      const work = isTooOften
        ? passwordLinks.dropRequested(token)
        : passwordLinks.giveRequested({ personId: id, email, name }, token);
      if (isTooOften) {
        limitLines('too often', (leftOut) => {
          const line = { email, alike_since_last_line: leftOut };
          logger.warn(line, 'a link to set a password was requested too often and is not sent');
        });
      }
      work.catch((error: unknown) => {
        // That a mail was not taken is in the log already.
        if (!(error instanceof Refusal)) logger.error({ err: error, email }, 'a link to set a password was not sent');
      });
    },
    passwordWasSet: async ({ id, email }) => {
      await endLinks(pool, id);
      await forgetBrowsers(pool, id);
      await forgetPasswordAttempts(pool, email);
      await acceptInvitations(pool, { personId: id, email });
    },
    secondFactorWasChanged: async (personId) => {
      // A session from before may be of somebody who has the password alone.
      await endSessions(pool, personId);
      await endLinks(pool, personId);
      await forgetBrowsers(pool, personId);
    },
  });
  const passwordLinks = new PasswordLinks({ db: pool, signIn, mailer, logger, baseUrl });
  const browsers = new KnownBrowsers({ db: pool, encryptionKeys, baseUrl: baseUrl() });
  return { signIn, passwordLinks, browsers, signInLog: new SignInLog({ db: pool, logger }) };
}
