import type { AuditEntry } from '../../ledger/rows/audit-log.ts';
import { browserText } from './browser-text.ts';

/** What people do about their own access, and what others try; each is an action in the audit log. */
const signInActions = [
  'person.signed_in',
  'person.signed_out',
  'person.signed_out_everywhere',
  'person.sign_in_failed',
  'person.sign_in_delayed',
  'person.sign_in_failures_not_listed',
  'person.second_factor_set_up',
  'person.second_factor_turned_off',
  'person.recovery_code_used',
  'person.recovery_codes_replaced',
  'person.passkey_added',
  'person.passkey_removed',
  'person.confirmed',
  'person.name_changed',
  'person.password_changed',
  'person.password_reset_requested',
  'person.password_set_by_link',
] as const;
export type SignInAction = (typeof signInActions)[number];

/** What administrators and the command line do about somebody's access. */
const supportActions = [
  'person.disabled',
  'person.enabled',
  'person.second_factor_removed',
  'person.sessions_ended',
  'person.password_link',
  'person.password_link_made',
] as const;

/** Every action about somebody's access; the subject is `person` and a number, or `sign-in` where there is no such person. */
export const accessActions: readonly string[] = [...signInActions, ...supportActions];

/** A file that left the dashboard. */
export const downloadAction = 'file.downloaded';

/** Why an attempt was refused. */
export type AttemptRefusal =
  | 'wrong_password'
  | 'wrong_code'
  | 'used_code'
  | 'wrong_recovery_code'
  | 'wrong_passkey'
  | 'unknown_passkey'
  | 'disabled';

/** Where a request comes from. */
export interface Visitor {
  readonly address: string;
  /** What the browser calls itself. */
  readonly browser: string | null;
}

/** A user agent longer than this is cut. */
const browserLengthMax = 300;

export function visitorOf(request: {
  readonly ip: string;
  readonly headers: { readonly 'user-agent'?: string | undefined };
}): Visitor {
  return { address: request.ip, browser: request.headers['user-agent']?.slice(0, browserLengthMax) ?? null };
}

/** The act of the audit log in a plain sentence; null for acts that are not about access. */
export function sentenceOfAct({ actor, action, details }: AuditEntry): string | null {
  const email = textOf(details.email) ?? actor.name;
  const sentence = sentences[action as keyof typeof sentences]?.({ actor: actor.name, email, details });
  if (sentence === undefined) return null;
  const count = typeof details.count === 'number' ? details.count : 1;
  const times = count > 1 ? `, ${count} times within a minute` : '';
  return `${sentence}${placeOf(details)}${times}.`;
}

type Details = AuditEntry['details'];
type Sentence = (act: { readonly actor: string; readonly email: string; readonly details: Details }) => string;

const sentences: Readonly<Record<SignInAction | (typeof supportActions)[number] | typeof downloadAction, Sentence>> = {
  'person.signed_in': ({ email, details }) => `${email} signed in${secondSteps[String(details.second_factor)] ?? ''}`,
  'person.signed_out': ({ email }) => `${email} signed out`,
  'person.signed_out_everywhere': ({ email }) => `${email} signed out everywhere`,
  'person.sign_in_failed': ({ details }) =>
    `Somebody ${attempts[String(details.reason)] ?? 'failed to sign in'}${details.reason === 'unknown_passkey' ? '' : forWhom(details)}`,
  'person.sign_in_delayed': ({ details }) =>
    `Attempts to sign in${forWhom(details)} were delayed after too many failures`,
  'person.sign_in_failures_not_listed': () => 'More sign-ins failed than are listed one by one',
  'person.second_factor_set_up': ({ email }) => `${email} set up an authenticator app`,
  'person.second_factor_turned_off': ({ email }) => `${email} turned the authenticator app off`,
  'person.recovery_code_used': ({ email }) => `${email} used a recovery code`,
  'person.recovery_codes_replaced': ({ email }) => `${email} replaced the recovery codes`,
  'person.passkey_added': ({ email, details }) => `${email} added the passkey ${textOf(details.passkey) ?? ''}`,
  'person.passkey_removed': ({ email, details }) => `${email} removed the passkey ${textOf(details.passkey) ?? ''}`,
  'person.confirmed': ({ email, details }) =>
    `${email} confirmed that it is them${confirmations[String(details.factor)] ?? ''}`,
  'person.name_changed': ({ email, details }) =>
    `${email} changed the name from ${textOf(details.from) ?? 'none'} to ${textOf(details.to) ?? 'none'}`,
  'person.password_changed': ({ email }) => `${email} changed the password`,
  'person.password_reset_requested': ({ email }) => `Somebody requested a link to set a new password for ${email}`,
  'person.password_set_by_link': ({ email }) => `${email} set a password by a link`,
  'person.disabled': ({ actor, email }) => `${actor} disabled ${email}`,
  'person.enabled': ({ actor, email }) => `${actor} enabled ${email} again`,
  'person.second_factor_removed': ({ actor, email }) => `${actor} removed the second factor of ${email}`,
  'person.sessions_ended': ({ actor, email }) => `${actor} signed ${email} out everywhere`,
  'person.password_link': ({ actor, email }) => `${actor} created a link to set a new password for ${email}`,
  'person.password_link_made': ({ actor, email }) => `${actor} created a link to set a new password for ${email}`,
  'file.downloaded': ({ email, details }) => `${email} downloaded ${textOf(details.file) ?? 'a file'}`,
};

const secondSteps: Readonly<Record<string, string>> = {
  app: ' with a code of the authenticator app',
  recovery_code: ' with a recovery code',
  passkey: ' with a passkey',
};

const confirmations: Readonly<Record<string, string>> = { ...secondSteps, password: ' with the password' };

const attempts: Readonly<Record<string, string>> = {
  wrong_password: 'typed a wrong password',
  wrong_code: 'typed a wrong code of the authenticator app',
  used_code: 'typed a code of the authenticator app that was used before',
  wrong_recovery_code: 'typed a wrong recovery code',
  wrong_passkey: 'used a passkey that was not accepted',
  unknown_passkey: 'used a passkey that nobody here has',
  disabled: 'gave the right password or passkey, but is disabled,',
} satisfies Partial<Record<AttemptRefusal, string>>;

function forWhom(details: Details): string {
  const email = textOf(details.email);
  return email === null ? ' for an account that does not exist' : ` for ${email}`;
}

function placeOf(details: Details): string {
  const address = textOf(details.address);
  if (address === null) return '';
  const browser = browserText(textOf(details.browser))
    .replace(/^(?:Another|A) /, (article) => article.toLowerCase())
    .replace(/^Unknown /, 'an unknown ');
  return ` from ${address} with ${browser}`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
