import { browserText } from './browser-text.ts';
import { type Mail, timeText } from './mail.ts';
import type { SignInAction, Visitor } from './sign-in-acts.ts';

/** A change of what a person signs in with, about which they are mailed. */
export type AccessChange = Extract<
  SignInAction,
  | 'person.passkey_added'
  | 'person.passkey_removed'
  | 'person.second_factor_set_up'
  | 'person.second_factor_turned_off'
  | 'person.password_changed'
  | 'person.password_set_by_link'
>;

/** The subject, which the text says again. */
const changes: Readonly<Record<AccessChange, string>> = {
  'person.passkey_added': 'A passkey was added to your account',
  'person.passkey_removed': 'A passkey was removed from your account',
  'person.second_factor_set_up': 'An authenticator app was set up for your account',
  'person.second_factor_turned_off': 'The authenticator app of your account was turned off',
  'person.password_changed': 'The password of your account was changed',
  'person.password_set_by_link': 'A password was set for your account by a link',
};

/**
 * The e-mail to a person about a change of what they sign in with. Pure.
 * @param atMs milliseconds since 1970.
 */
export function accessChangeMail(
  email: string,
  change: AccessChange,
  visitor: Visitor,
  atMs: number,
  baseUrl: string,
): Mail {
  return {
    to: email,
    subject: changes[change],
    text: `Hello,

${changes[change]} in the dashboard, ${email}:

${placeText(visitor, atMs)}

${adviceText(baseUrl)}`,
  };
}

/** A sign-in with a browser that was not known for the person; the time in milliseconds since 1970. */
export interface NewSignIn extends Visitor {
  readonly atMs: number;
}

/** The e-mail to a person about sign-ins with browsers that were not known for them. Pure. */
export function newBrowserMail(email: string, signIns: readonly NewSignIn[], baseUrl: string): Mail {
  const isOne = signIns.length === 1;
  return {
    to: email,
    subject: isOne ? 'New sign-in to your account' : `${signIns.length} new sign-ins to your account`,
    text: `Hello,

somebody signed in to the dashboard as ${email} with ${isOne ? 'a browser that was' : 'browsers that were'} not used before:

${signIns.map((signIn) => placeText(signIn, signIn.atMs)).join('\n\n')}

${adviceText(baseUrl)}`,
  };
}

function placeText({ address, browser }: Visitor, atMs: number): string {
  return `Browser: ${browserText(browser)}
Address: ${address}
Time: ${timeText(atMs)}`;
}

/** A new password signs everybody out, and leaves passkeys and the app, with which somebody may sign in again. */
function adviceText(baseUrl: string): string {
  return `If this was you, no action is needed. Otherwise set a new password now, which ends all sessions of your account:

${baseUrl}/forgot-password

Then sign in, open "Your account" and remove every passkey that is not yours, and an authenticator app that is not yours:

${baseUrl}/account

Then inform an administrator.
`;
}
