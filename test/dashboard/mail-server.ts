import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { waitUntil } from '../service/wait-until.ts';

/** A mail server that takes what it is sent, as far as RFC 5321 needs it, and keeps it. */
export class MailServer {
  readonly mails: { to: string; text: string }[] = [];
  /** Whether it says no to every recipient. */
  refuses = false;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<MailServer> {
    const server = createServer();
    const mailServer = new MailServer(server);
    server.on('connection', (socket) => mailServer.#speak(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return mailServer;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The token of the link to set a password in the first mail to a person that comes after so many mails. */
  async passwordToken(email: string, earlier = 0): Promise<string> {
    const mail = await waitUntil('the mail comes', async () =>
      this.mails.slice(earlier).find(({ to, text }) => to === email && text.includes('set-password')),
    );
    return /set-password\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
  }

  #speak(socket: Socket): void {
    let unread = '';
    let to = '';
    let isBody = false;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    answer('220 mail.test');
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      unread += bytes.toString('utf8');
      for (;;) {
        const mark = isBody ? '\r\n.\r\n' : '\r\n';
        const end = unread.indexOf(mark);
        if (end < 0) return;
        const line = unread.slice(0, end);
        unread = unread.slice(end + mark.length);
        if (isBody) {
          isBody = false;
          this.mails.push({ to, text: decoded(line) });
          answer('250 taken');
        } else if (/^RCPT/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? '';
          answer(this.refuses ? '550 no such box' : '250 ok');
        } else if (/^DATA/i.test(line)) {
          isBody = true;
          answer('354 go on');
        } else {
          answer(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
        }
      }
    });
  }

  close(): void {
    this.#server.close();
  }
}

/** The mail as it was written. Quoted-printable is undone only where the mail says so: a token may begin with =A0. */
function decoded(text: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(text)) return text;
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
