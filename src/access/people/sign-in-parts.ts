import type pg from 'pg';
import type { Logger } from 'pino';
import { createLineLimiter } from '../../logging/line-limiter.ts';
import { Refusal } from '../../refusal.ts';
import type { EncryptionKey } from '../../secrets/sealer.ts';
import { MemoryRateLimitStore } from '../rate-limit-store.ts';
import { type AccessChange, accessChangeMail } from './access-mails.ts';
import { forgetBrowsers, KnownBrowsers } from './known-browsers.ts';
import { createMailer, type Mail } from './mail.ts';
import { PasswordLinks } from './password-links.ts';
import { endLinks, endOtherAccess } from './people.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import type { Visitor } from './sign-in-acts.ts';
import { forgetPasswordAttempts } from './sign-in-attempts.ts';
import { type AccessOf, SignInLog } from './sign-in-log.ts';
import { acceptInvitations } from './team.ts';

/** The sign-in library with what surrounds it: links to set a password, known browsers, the log of sign-ins. */
export interface SignInParts {
  readonly signIn: SignIn;
  readonly passwordLinks: PasswordLinks;
  readonly browsers: KnownBrowsers;
  readonly signInLog: SignInLog;
  /** Mails a person that what they sign in with has changed; nothing where no mail server is set. */
  announceAccessChange(person: AccessOf, visitor: Visitor, change: AccessChange): void;
}

/** Links a minute that strangers can have mailed to one person. */
const requestedLinksMax = 3;

/** Connects the parts of sign-in with one another, for the dashboard and for commands that give out links. */
export function createSignInParts({
  pool,
  logger,
  encryptionKeys,
  baseUrl,
  settings,
}: {
  readonly pool: pg.Pool;
  readonly logger: Logger;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  /** The address at which people reach the dashboard. */
  baseUrl(): string;
  readonly settings: Parameters<typeof createMailer>[0];
}): SignInParts {
  const mailer = createMailer(settings);
  const requestedLinks = new MemoryRateLimitStore();
  const limitLines = createLineLimiter();
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
    // An earlier session may belong to an attacker who has the password alone.
    secondFactorWasChanged: async (personId) => await endOtherAccess(pool, personId),
  });
  const passwordLinks = new PasswordLinks({ db: pool, signIn, mailer, logger, baseUrl });
  const browsers = new KnownBrowsers(pool, encryptionKeys);
  const announce = (mail: Mail) => {
    mailer?.send(mail).catch((error: unknown) => {
      logger.error({ err: error, email: mail.to, subject: mail.subject }, 'a mail about access was not sent');
    });
  };
  return {
    signIn,
    passwordLinks,
    browsers,
    signInLog: new SignInLog({ db: pool, logger }),
    announceAccessChange: ({ email }, visitor, change) =>
      announce(accessChangeMail(email, change, visitor, Date.now(), baseUrl())),
  };
}
