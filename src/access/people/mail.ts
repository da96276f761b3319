/** A mail of ours: plain text to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails. */
export interface Mailer {
  /** @throws when the mail server did not take it within some seconds. */
  send(mail: Mail): Promise<void>;
}

/** How long a mail server may take for each step, in milliseconds. */
const waitMs = 10_000;

/** The mailer of the settings; null when no mail server is set. */
export function createMailer(settings: {
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
}): Mailer | null {
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === null || mailFrom === null) return null;
  return {
    send: async ({ to, subject, text }) => {
      // Mails are rare, and the dashboard should not wait for what sends them to be loaded.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: waitMs,
        greetingTimeout: waitMs,
        socketTimeout: waitMs,
      });
      await transport.sendMail({ from: mailFrom, to: { name: '', address: to }, subject, text });
    },
  };
}

const kampalaTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Kampala',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** A time as e-mails show it: in Kampala, with its offset. @param atMs milliseconds since 1970. */
export function timeText(atMs: number): string {
  return `${kampalaTime.format(atMs)} (Kampala, UTC+3)`;
}

/**
 * Whether the mail server may have taken a mail although sending it failed: it was reached and did not refuse the mail, and then gave no
 * answer or closed the connection (RFC 5321, section 4.5.3.2.6, and RFC 1047). Pure.
 */
export function mayHaveBeenSent(error: unknown): boolean {
  const { code, responseCode, timeoutType, syscall } = Object(error) as Readonly<Record<string, unknown>>;
  if (typeof responseCode === 'number' || syscall === 'connect') return false;
  return (
    timeoutType === 'SOCKET_TIMEOUT' || (timeoutType === undefined && (code === 'ECONNECTION' || code === 'ESOCKET'))
  );
}
