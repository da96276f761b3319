import { serviceActor } from '../src/access/audit-log.ts';
import { createClient } from '../src/access/clients.ts';
import { putPerson } from '../src/access/people/credentials.ts';
import type { Mail } from '../src/access/people/mail.ts';
import { giveClientRole } from '../src/access/people/memberships.ts';
import type { ClientRole, PlatformRole } from '../src/access/people/rights.ts';
import type { Settlement } from '../src/ledger/commands/settle.ts';
import { Writer } from '../src/ledger/writer/writer.ts';
import { createLogger } from '../src/logging/logger.ts';
import type { ChatResult, ChatSender } from '../src/notifications/chat-sender.ts';
import { findFailedPayouts } from '../src/notifications/failed-payouts.ts';
import { writeMessages } from '../src/notifications/messages.ts';
import { claimMessages, type SendingParts, sendMessage } from '../src/notifications/send-messages.ts';
import { type FloatNow, lookAt, watchesOf } from '../src/notifications/watched.ts';
import { Sealer } from '../src/secrets/sealer.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { topUp } from './ledger/books.ts';
import { payoutOf } from './ledger/fixtures.ts';

/** A client with its live wallet. */
export interface NotifiedClient {
  readonly clientId: number;
  readonly walletId: number;
  readonly phone: string;
}

/** A database with a client whose people are notified, and a mail server and a chat that keep what they are sent. */
export class NotificationBench {
  readonly database: TestDatabase;
  readonly writer: Writer;
  readonly sealer = new Sealer([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  mails: Mail[] = [];
  chats: { url: string; text: string }[] = [];
  /** Called before a mail is taken; throws where it is not. */
  onMail: (mail: Mail) => Promise<void> = async () => undefined;
  chatResult: ChatResult = { is: 'accepted' };
  floats: FloatNow[] = [];
  readonly parts: SendingParts;
  #clients = 0;

  private constructor(database: TestDatabase) {
    this.database = database;
    this.writer = new Writer({ target: database.target });
    const chats: ChatSender = {
      send: async (url, text) => {
        if (this.chatResult.is === 'accepted') this.chats.push({ url, text });
        return this.chatResult;
      },
      close: () => undefined,
    };
    const mailer = {
      send: async (mail: Mail) => {
        await this.onMail(mail);
        this.mails.push(mail);
      },
    };
    this.parts = {
      pool: database.pool,
      mailer,
      chats,
      sealer: this.sealer,
      watches: watchesOf({ approvalExpiryMs: 604_800_000, readFloats: async () => this.floats }),
      baseUrl: () => 'https://pay.example.ug',
      logger: createLogger('silent'),
    };
  }

  static async open(): Promise<NotificationBench> {
    return new NotificationBench(await createTestDatabase());
  }

  async close(): Promise<void> {
    await this.writer.close();
    await this.database.drop();
  }

  /** A client whose live wallet has ten million shillings. */
  async client(name: string): Promise<NotifiedClient> {
    this.#clients += 1;
    const phone = `25677200010${this.#clients}`;
    const { clientId, wallets } = await createClient(this.database.pool, { name, phone, actor: serviceActor('test') });
    const walletId = wallets.live;
    await this.writer.submit({ ...topUp(walletId, 10_000_000), mode: 'live', externalReference: `SLIP-${clientId}` });
    return { clientId, walletId, phone };
  }

  /** @returns the person's id. */
  async person(
    email: string,
    has: { readonly client?: NotifiedClient; readonly role?: ClientRole; readonly platform?: PlatformRole },
  ): Promise<string> {
    const { pool } = this.database;
    const platformRole = has.platform ?? null;
    const personId = await putPerson(pool, { email, name: email, platformRole, password: 'long enough for us' });
    const { client, role } = has;
    if (client !== undefined && role !== undefined) {
      await giveClientRole(pool, { personId, clientId: client.clientId, role, actor: 'test' });
    }
    return personId;
  }

  /** A payout of live money that is on its way, or waits for approval where the wallet wants that. @returns its number. */
  async payout(from: NotifiedClient, net: number, maker = 'program@example.ug'): Promise<number> {
    const command = await payoutOf(this.database, from, net, 0);
    await this.database.owner.query("UPDATE system_account SET mode = 'live' WHERE operator_account_id = $1", [
      command.route.operatorAccountId,
    ]);
    const outcome = await this.writer.submit({ ...command, mode: 'live', maker });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.transaction.transactionId;
  }

  async settle({ walletId }: NotifiedClient, transactionId: number, is: 'succeeded' | 'failed'): Promise<void> {
    const word: Settlement =
      is === 'succeeded'
        ? { is, receipt: null, amount: null }
        : { is, receipt: null, failure: { stage: 'settlement', code: 'operator_failed', reason: 'Try again later.' } };
    const outcome = await this.writer.submit({ kind: 'settle', walletId, transactionId, word });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
  }

  async reject({ walletId }: NotifiedClient, transactionId: number): Promise<void> {
    const outcome = await this.writer.submit({
      kind: 'reject',
      walletId,
      transactionId,
      because: 'rejected',
      approver: 'finance@example.ug',
      reason: null,
    });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
  }

  /** Looks for what is to be notified, as the duties do. */
  async look(): Promise<void> {
    for (const watch of this.parts.watches) await lookAt(this.database.pool, watch);
    while ((await findFailedPayouts(this.database.pool)).more);
  }

  /** Everything that was found was found so many milliseconds earlier, and every message and pause is that much older. */
  async letPass(ms: number): Promise<void> {
    const earlier = `- interval '${ms} milliseconds'`;
    await this.database.owner.query(
      `UPDATE notification SET due_at = due_at ${earlier}, found_at = found_at ${earlier}`,
    );
    await this.database.owner.query(`UPDATE notification_group SET next_at = next_at ${earlier}`);
    await this.database.owner.query(
      `UPDATE notification_message SET due_at = due_at ${earlier}, created_at = created_at ${earlier}`,
    );
  }

  /** Writes due messages and sends them, as a process does. @returns to whom e-mails went, and their subjects. */
  async send(): Promise<string[]> {
    this.mails = [];
    this.chats = [];
    await writeMessages(this.database.pool, { mailsAreSent: true });
    for (const message of await claimMessages(this.database.pool, 100)) await sendMessage(this.parts, message);
    return this.mails.map(({ to, subject }) => `${to}: ${subject}`).sort();
  }

  async messagesLeft(): Promise<{ person_id: string | null; failures: number; unknown: number }[]> {
    const { rows } = await this.database.pool.query(
      'SELECT person_id, failures, unknown FROM notification_message ORDER BY message_id',
    );
    return rows;
  }
}
