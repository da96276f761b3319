import { browserText } from './browser-text.ts';
import { type Mail, timeText } from './mail.ts';
import type { Visitor } from './sign-in-acts.ts';

/**
 * The e-mail to a person about a sign-in with a browser that was not known for them. Pure.
 * @param atMs milliseconds since 1970.
 */
export function newBrowserMail(email: string, { address, browser }: Visitor, atMs: number, baseUrl: string): Mail {
  return {
    to: email,
    subject: 'New sign-in to your account',
    text: `Hello,

somebody signed in to the dashboard as ${email} with a browser that was not used before:

Browser: ${browserText(browser)}
Address: ${address}
Time: ${timeText(atMs)}

If this was you, do nothing. If not, set a new password now, which signs out everybody, and tell an administrator:

${baseUrl}/forgot-password
`,
  };
}
