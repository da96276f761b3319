import { browserText } from './browser-text.ts';
import type { Mail } from './mail.ts';
import type { Visitor } from './sign-in-acts.ts';

const kampalaTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Kampala',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/**
 * Tells a person that somebody has signed in as them with a browser that was not known for them. Pure.
 * @param at milliseconds since 1970.
 */
export function newBrowserMail(email: string, { address, browser }: Visitor, at: number, baseUrl: string): Mail {
  return {
    to: email,
    subject: 'New sign-in to your account',
    text: `Hello,

somebody signed in to the dashboard as ${email} with a browser that was not used before:

Browser: ${browserText(browser)}
Address: ${address}
Time: ${kampalaTime.format(at)} (Kampala, UTC+3)

If this was you, do nothing. If not, set a new password now, which signs out everybody, and tell an administrator:

${baseUrl}/forgot-password
`,
  };
}
