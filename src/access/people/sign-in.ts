import { hkdfSync } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint, createAuthMiddleware, isAPIError, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createLineLimiter } from '../../logging/line-limiter.ts';
import type { EncryptionKey } from '../../secrets/sealer.ts';
import { passwordLengthMax, passwordLengthMin } from './credentials.ts';
import { findPasskeyOwner, passkeySite } from './passkeys.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { keepFactorTime } from './step-up.ts';

/** Where the sign-in library answers. */
export const signInPath = '/dashboard/api/auth';

/** Hours for which a requested link to a new password is valid. */
export const resetHours = 24;

/** The address of the client, set by us on each request to the library; a value that the client sends is dropped. */
export const addressHeader = 'x-dashboard-client-address';

const dayInSeconds = 24 * 60 * 60;

export interface SignInParts {
  readonly pool: pg.Pool;
  readonly logger: Logger;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  /** Where people reach the dashboard, such as https://pay.example.ug; https makes the cookies secure. */
  readonly baseUrl: string;
  /** Sends a link to a person who requested one. Not awaited: the duration would reveal that the person exists. */
  sendPasswordLink(person: { readonly id: string; readonly email: string; readonly name: string }, token: string): void;
  /** A person has a new password, by a link or in exchange for the old one. */
  passwordWasSet(person: { readonly id: string; readonly email: string }): Promise<void>;
  /** A person set up a second factor, or turned it off. The session in which they did gets another in its place. */
  secondFactorWasChanged(personId: string): Promise<void>;
}

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Sign-in by email and password, second factor, passkeys, sessions and password links, by better-auth on tables of our own
 * (migrations/0005-dashboard.sql, 0035-passkeys-and-factor-times.sql). Nobody can sign up: people are invited.
 */
export function createSignIn(parts: SignInParts) {
  const { pool, logger, encryptionKeys, baseUrl, sendPasswordLink, passwordWasSet, secondFactorWasChanged } = parts;
  const isDisabled = async (personId: string) => {
    const { rows } = await pool.query('SELECT FROM person WHERE id = $1 AND disabled_at IS NULL', [personId]);
    return rows.length === 0;
  };
  return betterAuth({
    appName: 'Nsimbi',
    baseURL: baseUrl,
    basePath: signInPath,
    secrets: encryptionKeys.map(({ id, key }) => ({
      version: versionOf(id),
      value: Buffer.from(hkdfSync('sha256', key, '', 'nsimbi sign-in', 32)).toString('base64'),
    })),
    database: pool,
    // The dashboard may be used at any address of this service; requests carry the origin of the page.
    trustedOrigins: (request) => (request === undefined ? [] : [new URL(request.url).origin]),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      password: { hash: hashPassword, verify: isPassword },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetHours * 60 * 60,
      sendResetPassword: async ({ user, token }) => sendPasswordLink(user, token),
      onPasswordReset: async ({ user }) => await passwordWasSet(user),
    },
    session: {
      modelName: 'person_session',
      expiresIn: 7 * dayInSeconds,
      updateAge: dayInSeconds,
      // How long ago a factor was given is known to our own check, which is stricter (step-up.ts).
      freshAge: 0,
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    user: {
      modelName: 'person',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'person_credential',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'person_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'person_verification',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    // Counted before the library is called.
    rateLimit: { enabled: false },
    hooks: {
      after: createAuthMiddleware(async ({ path, context }) => {
        if (path === '/change-password' && context.session !== null && !isAPIError(context.returned)) {
          await passwordWasSet(context.session.user);
        }
      }),
    },
    databaseHooks: {
      user: {
        update: {
          // Nothing else of a person is changed by the library: the other paths that could are not served.
          after: async ({ id }) => await secondFactorWasChanged(id),
        },
      },
      session: {
        create: {
          before: async ({ userId }) => !(await isDisabled(userId)),
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Nsimbi',
        // A request to trust the browser without the second factor is ignored.
        trustDeviceMaxAge: 0,
        // Counted before the code is looked at (sign-in-attempts.ts); the library counts afterwards, so that many at once pass.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'person_two_factor',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      challengedPerson,
      sessionRenewal(pool),
      passkey({
        rpName: 'Nsimbi',
        // Where there is no such site the paths of passkeys are not served (sign-in-passkeys.ts).
        rpID: passkeySite(baseUrl)?.rpId ?? 'localhost',
        origin: passkeySite(baseUrl)?.origin ?? 'http://localhost',
        // Kept by the authenticator and used with its PIN or the person's finger: then it is two factors, and enough alone.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: async ({ verification }) => {
            if (verification.registrationInfo?.userVerified !== true) throw notVerified();
            return undefined;
          },
        },
        authentication: {
          afterVerification: async ({ verification, clientData }) => {
            // The library does not require it.
            if (!verification.authenticationInfo.userVerified) throw notVerified();
            const owner = await findPasskeyOwner(pool, clientData.id);
            // It would make no session either, and call that an error of ours.
            if (owner === null || (await isDisabled(owner.personId))) throw accountDisabled();
          },
        },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        schema: {
          passkey: {
            modelName: 'person_passkey',
            fields: {
              userId: 'person_id',
              publicKey: 'public_key',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix: 'nsimbi',
      // Else an environment with NODE_ENV=test or TEST leaves the check out.
      disableOriginCheck: false,
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    // Refusals are answers, and other errors are for our own handler. By default the library prints both to the terminal.
    onAPIError: { throw: true },
    logger: { level: 'warn', log: libraryLog(logger) },
  });
}

/** What is written of a message of the library. */
const messageLengthMax = 200;

/**
 * The library's log within ours. Strangers cause its messages, and some quote a request behind a colon: one a second is
 * written of each kind, which is what stands before the colon.
 */
function libraryLog(logger: Logger): (level: string, message: unknown, ...details: unknown[]) => void {
  const limit = createLineLimiter();
  return (level, message, ...details) => {
    const text = String(message).slice(0, messageLengthMax);
    const err = details.find((detail) => detail instanceof Error);
    limit(`${level} ${text.split(':', 1)[0]}`, (leftOut) => {
      logger[level === 'error' ? 'error' : 'warn']({ err, alike_since_last_line: leftOut }, `sign-in: ${text}`);
    });
  };
}

/** Says who typed a right password in this browser and has not confirmed it with the second factor yet. Not served. */
const challengedPerson = {
  id: 'challenged-person',
  endpoints: {
    findChallengedPerson: createAuthEndpoint.serverOnly(
      { method: 'GET', requireHeaders: true },
      async ({ context, getSignedCookie }) => {
        const cookie = context.createAuthCookie('two_factor');
        const challenge = await getSignedCookie(cookie.name, context.secret);
        const found = challenge ? await context.internalAdapter.findVerificationValue(challenge) : null;
        const person = found === null ? null : await context.internalAdapter.findUserById(found.value);
        return person === null ? null : { personId: person.id, email: person.email };
      },
    ),
  },
} satisfies BetterAuthPlugin;

/** Gives the person of a session another one in its place, in which no factor was given later than in that one. Not served. */
function sessionRenewal(pool: pg.Pool) {
  return {
    id: 'session-renewal',
    endpoints: {
      renewSession: createAuthEndpoint.serverOnly(
        { method: 'POST', requireHeaders: true, use: [sessionMiddleware] },
        async (ctx) => {
          const { session: old, user } = ctx.context.session;
          const session = await ctx.context.internalAdapter.createSession(user.id, false, old);
          if (session === null) throw accountDisabled();
          await keepFactorTime(pool, { from: old.id, to: session.id });
          await setSessionCookie(ctx, { session, user });
          await ctx.context.internalAdapter.deleteSession(old.token);
          return ctx.json({ renewed: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function notVerified(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}

function accountDisabled(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'FAILED_TO_CREATE_SESSION' });
}

/** The library numbers its secrets; ours have names. */
function versionOf(keyId: string): number {
  return Buffer.from(keyId.padEnd(16, '.'), 'latin1').reduce((version, byte) => (version * 31 + byte) % 2 ** 31, 7);
}
