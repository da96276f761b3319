import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NotificationBench, type NotifiedClient } from '../../test/notifications.fixture.ts';
import { serviceActor } from '../access/audit-log.ts';
import { KnownBrowsers } from '../access/people/known-browsers.ts';
import { Sealer } from '../secrets/sealer.ts';
import { AddressPolicy } from '../webhooks/safe-address/address-policy.ts';
import { removeChat, setChat } from './chats.ts';
import { type Chooser, readChoices, writeChoices } from './choices.ts';
import type { NotificationKind } from './kinds.ts';
import { forgetNotifications, writeMessages } from './messages.ts';
import { claimMessages, retryAfterMs, sendMessage } from './send-messages.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let bench: NotificationBench;
let shop: NotifiedClient;
let ownerId: string;
let developerId: string;
beforeAll(async () => {
  bench = await NotificationBench.open();
  shop = await bench.client('Corner Shop');
  ownerId = await bench.person('owner@example.ug', { client: shop, role: 'client_owner' });
  await bench.person('finance@example.ug', { client: shop, role: 'client_finance' });
  developerId = await bench.person('developer@example.ug', { client: shop, role: 'client_developer' });
  await bench.person('admin@example.ug', { platform: 'platform_administrator' });
  await bench.person('support@example.ug', { platform: 'platform_support' });
});
afterEach(async () => {
  bench.onMail = async () => undefined;
  bench.chatResult = { is: 'accepted' };
  bench.floats = [];
  const { owner } = bench.database;
  await owner.query('UPDATE wallet SET approval_threshold = NULL');
  await owner.query('DELETE FROM approval');
  for (const table of ['message', 'group', 'choice', 'chat']) await owner.query(`DELETE FROM notification_${table}`);
  await owner.query('DELETE FROM webhook');
  await bench.look();
  await owner.query('DELETE FROM notification');
});
afterAll(() => bench.close());

async function failedPayout(net = 5_000): Promise<number> {
  const transactionId = await bench.payout(shop, net);
  await bench.settle(shop, transactionId, 'failed');
  return transactionId;
}

async function waitingPayment(maker?: string): Promise<number> {
  await bench.database.owner.query('UPDATE wallet SET approval_threshold = 1 WHERE wallet_id = $1', [shop.walletId]);
  return await bench.payout(shop, 60_000, maker);
}

async function choose(chooser: Chooser, kinds: readonly NotificationKind[]): Promise<void> {
  await writeChoices(bench.database.pool, chooser, kinds, serviceActor('test'));
}

async function chatOf(kinds: readonly NotificationKind[], owner: number | null = shop.clientId): Promise<void> {
  await setChat(
    {
      pool: bench.database.pool,
      sealer: bench.sealer,
      addressPolicy: new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: [] }),
    },
    owner,
    { url: 'https://8.8.8.8/services/s3cret', kinds },
    serviceActor('test'),
  );
}

describe('payouts that failed', () => {
  test('are in one e-mail to each recipient, and notified once', async () => {
    await failedPayout();
    await failedPayout();
    await bench.look();
    await bench.look();
    expect(await bench.send()).toEqual([]);
    await bench.letPass(minute);
    expect(await bench.send()).toEqual([
      'finance@example.ug: 2 payouts of Corner Shop failed',
      'owner@example.ug: 2 payouts of Corner Shop failed',
    ]);
    expect(bench.mails[0]?.text).toContain('UGX 5,000 to 25670*****99: Try again later.');
    expect(bench.mails[0]?.text).not.toContain('256700999999');
    await bench.letPass(day);
    await bench.look();
    expect(await bench.send()).toEqual([]);
  });

  test('that fail within ten minutes of an e-mail are together in the next one', async () => {
    await failedPayout();
    await bench.look();
    await bench.letPass(minute);
    expect(await bench.send()).toHaveLength(2);
    for (let more = 0; more < 3; more += 1) {
      await failedPayout();
      await bench.look();
      await bench.letPass(3 * minute);
      expect(await bench.send()).toEqual([]);
    }
    await bench.letPass(minute);
    expect(await bench.send()).toContain('owner@example.ug: 3 payouts of Corner Shop failed');
  });

  test('are found once by several processes at the same time, and none is left out', async () => {
    const failed = [await failedPayout(), await failedPayout(), await failedPayout()];
    await Promise.all(Array.from({ length: 4 }, () => bench.look()));
    await bench.look();
    const { rows } = await bench.database.pool.query<{ id: number }>(
      "SELECT (details->>'transaction_id')::integer AS id FROM notification WHERE kind = 'failed_payouts' ORDER BY id",
    );
    expect(rows.map(({ id }) => id)).toEqual(failed);
  });

  test('are not those that succeeded, nor those that a person rejected', async () => {
    await bench.settle(shop, await bench.payout(shop, 5_000), 'succeeded');
    await bench.reject(shop, await waitingPayment());
    await bench.look();
    const { rows } = await bench.database.pool.query("SELECT FROM notification WHERE kind = 'failed_payouts'");
    expect(rows).toEqual([]);
  });

  test('go to who chose them, and to the chat of the client', async () => {
    await choose({ personId: ownerId, clientId: shop.clientId, role: 'client_owner' }, []);
    await choose({ personId: developerId, clientId: shop.clientId, role: 'client_developer' }, ['failed_payouts']);
    await chatOf(['failed_payouts']);
    await failedPayout();
    await bench.look();
    await bench.letPass(minute);
    expect(await bench.send()).toEqual([
      'developer@example.ug: 1 payout of Corner Shop failed',
      'finance@example.ug: 1 payout of Corner Shop failed',
    ]);
    expect(bench.chats).toEqual([
      { url: 'https://8.8.8.8/services/s3cret', text: expect.stringMatching(/^1 payout of Corner Shop failed\n/) },
    ]);
    expect(bench.chats[0]?.text).not.toMatch(/256\d{9}/);
  });
});

describe('a payment that waits for approval', () => {
  test('is notified to those who can approve it, after a minute', async () => {
    const transactionId = await waitingPayment('owner@example.ug');
    await bench.look();
    await bench.letPass(minute);
    // The owner asked for it and cannot approve it.
    expect(await bench.send()).toEqual(['finance@example.ug: 1 approval is pending at Corner Shop']);
    expect(bench.mails[0]?.text).toContain(`- Payment ${transactionId}, UGX 60,000, by owner@example.ug`);
    await bench.letPass(day);
    await bench.look();
    expect(await bench.send()).toEqual([]);
  });

  test('and is decided before the e-mail is written is not notified', async () => {
    await bench.reject(shop, await waitingPaymentThatWasSeen());
    await bench.letPass(minute);
    expect(await bench.send()).toEqual([]);
    await bench.look();
    const { rows } = await bench.database.pool.query("SELECT FROM notification WHERE kind = 'pending_approvals'");
    expect(rows).toEqual([]);
  });

  test('and is decided while the mail server is away is not notified afterwards, and one that still waits is', async () => {
    const decided = await waitingPaymentThatWasSeen();
    const waiting = await waitingPaymentThatWasSeen();
    await bench.letPass(minute);
    bench.onMail = async () => {
      throw Object.assign(new Error('the mail server is away'), { syscall: 'connect' });
    };
    expect(await bench.send()).toEqual([]);
    expect(await bench.messagesLeft()).toMatchObject([{ failures: 1, unknown: 0 }, { failures: 1 }]);
    bench.onMail = async () => undefined;
    await bench.reject(shop, decided);
    expect(await bench.send()).toEqual([]);
    await bench.letPass(minute);
    expect(await bench.send()).toHaveLength(2);
    expect(bench.mails[0]?.text).toContain(`Payment ${waiting},`);
    expect(bench.mails[0]?.text).not.toContain(`Payment ${decided},`);
    expect(await bench.messagesLeft()).toEqual([]);
  });

  async function waitingPaymentThatWasSeen(): Promise<number> {
    const transactionId = await waitingPayment();
    await bench.look();
    return transactionId;
  }

  test('is not notified to who lost the role meanwhile', async () => {
    await waitingPaymentThatWasSeen();
    await bench.letPass(minute);
    await writeMessages(bench.database.pool, { mailsAreSent: true });
    await bench.database.pool.query(
      "UPDATE person_client_role SET role = 'client_viewer' WHERE person_id = (SELECT id FROM person WHERE email = 'finance@example.ug')",
    );
    try {
      expect(await bench.send()).toEqual(['owner@example.ug: 1 approval is pending at Corner Shop']);
    } finally {
      await bench.database.pool.query(
        "UPDATE person_client_role SET role = 'client_finance' WHERE person_id = (SELECT id FROM person WHERE email = 'finance@example.ug')",
      );
    }
  });
});

describe('a proposal that waits for a second administrator', () => {
  test('is notified to administrators', async () => {
    await bench.database.owner.query(
      `INSERT INTO adjustment_proposal (form_key, fingerprint, client_id, wallet_id, mode, type, direction, amount, reason, external_reference, proposed_by)
       VALUES ('f1', 'f1', $1, $2, 'live', 'deposit', 'in', 700000, 'Bank slip', 'SLIP-1', 'support@example.ug')`,
      [shop.clientId, shop.walletId],
    );
    await bench.look();
    await bench.letPass(minute);
    expect(await bench.send()).toEqual(['admin@example.ug: 1 approval is pending at the platform']);
    expect(bench.mails[0]?.text).toContain('Top up or correct a wallet');
    await bench.database.owner.query('DELETE FROM adjustment_proposal');
  });
});

describe('a webhook', () => {
  async function webhook(state: string): Promise<void> {
    await bench.database.owner.query(
      `INSERT INTO webhook (wallet_id, client_id, mode, url, events, secret, api_version, is_active, failing_since, disabled_at, disabled_reason)
       SELECT $1, $2, 'live', 'https://shop.example.ug/hooks', '{transaction.failed}', '\\x00', '2026-11-23', ${state}`,
      [shop.walletId, shop.clientId],
    );
  }

  test('that fails for ten minutes is notified to developers', async () => {
    await webhook('true, clock_timestamp(), NULL, NULL');
    await bench.look();
    await bench.letPass(9 * minute);
    expect(await bench.send()).toEqual([]);
    await bench.letPass(minute);
    expect(await bench.send()).toEqual(['developer@example.ug: 1 webhook of Corner Shop cannot be delivered']);
  });

  test('that is delivered again before is not notified', async () => {
    await webhook('true, clock_timestamp(), NULL, NULL');
    await bench.look();
    await bench.database.owner.query('UPDATE webhook SET failing_since = NULL');
    await bench.letPass(10 * minute);
    await bench.look();
    expect(await bench.send()).toEqual([]);
  });

  test('that the service disabled is notified, and one that a person disabled is not', async () => {
    await webhook("false, NULL, clock_timestamp(), 'Disabled by its owner.'");
    await bench.look();
    await bench.letPass(10 * minute);
    expect(await bench.send()).toEqual([]);
    await webhook("false, NULL, clock_timestamp(), 'The last retry of delivery 7 failed.'");
    await bench.look();
    await bench.letPass(10 * minute);
    expect(await bench.send()).toEqual(['developer@example.ug: 1 webhook of Corner Shop cannot be delivered']);
  });
});

describe('a float', () => {
  const low = { operator: 'MTN', float: 'disbursement', level: 'low', known: 90_000 } as const;

  test('that is low is notified to administrators once, and again when it was filled in between', async () => {
    bench.floats = [low];
    await bench.look();
    await bench.letPass(minute);
    expect(await bench.send()).toEqual(['admin@example.ug: A float is low']);
    // Nothing is known of it for a while.
    for (const level of ['unknown', 'low'] as const) {
      bench.floats = [{ ...low, level }];
      await bench.letPass(11 * minute);
      await bench.look();
      expect(await bench.send()).toEqual([]);
    }
    bench.floats = [{ ...low, level: 'ok' }];
    await bench.look();
    bench.floats = [low];
    await bench.look();
    await bench.letPass(minute);
    expect(await bench.send()).toEqual(['admin@example.ug: A float is low']);
  });

  test('that is filled before the e-mail is sent is not notified', async () => {
    bench.floats = [low];
    await bench.look();
    await bench.letPass(minute);
    bench.floats = [{ ...low, level: 'ok' }];
    expect(await bench.send()).toEqual([]);
  });
});

describe('a sign-in with a new browser', () => {
  const visitor = { address: '196.0.3.7', browser: 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' };
  const browsers = () => new KnownBrowsers(bench.database.pool, [{ id: 'k1', key: Buffer.alloc(32, 7) }]);

  test('is written with the browser, mailed to the person at once, and not again with the known one', async () => {
    const signed = await browsers().remember(null, ownerId, visitor);
    expect(await bench.send()).toEqual(['owner@example.ug: New sign-in to your account']);
    expect(bench.mails[0]?.text).toContain('Firefox on Windows');
    expect(bench.mails[0]?.text).toContain('196.0.3.7');
    const known = browsers();
    await known.remember(known.verify(signed), ownerId, visitor);
    expect(await bench.send()).toEqual([]);
    await known.remember(null, ownerId, visitor);
    expect(await bench.send()).toEqual(['owner@example.ug: New sign-in to your account']);
  });

  test('is not mailed to a person who does not want that, nor where they are mailed about what they did', async () => {
    await browsers().remember(null, ownerId, null);
    expect(await bench.send()).toEqual([]);
    await choose({ personId: ownerId, clientId: null, role: null }, []);
    await browsers().remember(null, ownerId, visitor);
    expect(await bench.send()).toEqual([]);
  });
});

describe('a message', () => {
  async function due(): Promise<void> {
    await failedPayout();
    await bench.look();
    await bench.letPass(minute);
  }

  test('is written and sent by one of several processes', async () => {
    await due();
    const { pool } = bench.database;
    bench.mails = [];
    const written = await Promise.all(Array.from({ length: 4 }, () => writeMessages(pool, { mailsAreSent: true })));
    expect(written.reduce((sum, count) => sum + count)).toBe(2);
    const claimed = (await Promise.all(Array.from({ length: 4 }, () => claimMessages(pool, 100)))).flat();
    expect(claimed).toHaveLength(2);
    await Promise.all(claimed.map((message) => sendMessage(bench.parts, message)));
    expect(bench.mails).toHaveLength(2);
    expect(await bench.send()).toEqual([]);
  });

  test('of a process that ended before it sent it is sent when its lease has ended', async () => {
    await due();
    await writeMessages(bench.database.pool, { mailsAreSent: true });
    for (let crash = 0; crash < 5; crash += 1) {
      expect(await claimMessages(bench.database.pool, 100)).toHaveLength(2);
      expect(await bench.send()).toEqual([]);
      await bench.letPass(2 * minute);
    }
    expect(await bench.send()).toHaveLength(2);
  });

  test('of a process that ended while it sent it is sent once more, and never a third time', async () => {
    await due();
    const sentTo: string[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      bench.onMail = async (mail) => {
        sentTo.push(mail.to);
        // The process is gone: nothing is written after this.
        await new Promise(() => undefined);
      };
      await writeMessages(bench.database.pool, { mailsAreSent: true });
      for (const message of await claimMessages(bench.database.pool, 100)) {
        const sending = sendMessage(bench.parts, message);
        const wasSent = sentTo.length + 1;
        await Promise.race([sending, expect.poll(() => sentTo.length).toBe(wasSent)]);
      }
      await bench.letPass(2 * minute);
    }
    expect(sentTo.sort()).toEqual(['finance@example.ug', 'finance@example.ug', 'owner@example.ug', 'owner@example.ug']);
    expect(await bench.messagesLeft()).toEqual([]);
  });

  test('of which the mail server gave no answer is sent once more, and never a third time', async () => {
    await due();
    let attempts = 0;
    bench.onMail = async () => {
      attempts += 1;
      throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' });
    };
    for (let look = 0; look < 4; look += 1) {
      await bench.send();
      await bench.letPass(10 * minute);
    }
    expect(attempts).toBe(4);
    expect(await bench.messagesLeft()).toEqual([]);
  });

  test('that is refused is sent later, and given up after a day', async () => {
    await due();
    let attempts = 0;
    bench.onMail = async () => {
      attempts += 1;
      throw Object.assign(new Error('no such box'), { responseCode: 550 });
    };
    await bench.send();
    await bench.send();
    expect(attempts).toBe(2);
    await bench.letPass(minute);
    await bench.send();
    expect(attempts).toBe(4);
    expect(await bench.messagesLeft()).toMatchObject([{ failures: 2, unknown: 0 }, { failures: 2 }]);
    await bench.letPass(day);
    await bench.send();
    expect(await bench.messagesLeft()).toEqual([]);
  });

  test('that waits for the mail server takes up what is found meanwhile, so that there is one e-mail afterwards', async () => {
    bench.onMail = async () => {
      throw Object.assign(new Error('the mail server is away'), { syscall: 'connect' });
    };
    for (let found = 0; found < 3; found += 1) {
      await due();
      await bench.send();
      await bench.letPass(60 * minute);
    }
    expect(await bench.messagesLeft()).toHaveLength(2);
    bench.onMail = async () => undefined;
    expect(await bench.send()).toEqual([
      'finance@example.ug: 3 payouts of Corner Shop failed',
      'owner@example.ug: 3 payouts of Corner Shop failed',
    ]);
  });

  test('that a process is sending takes up nothing: what is found meanwhile has a message of its own', async () => {
    await due();
    await writeMessages(bench.database.pool, { mailsAreSent: true });
    const sending = await claimMessages(bench.database.pool, 100);
    await due();
    await bench.database.owner.query("UPDATE notification_group SET next_at = '-infinity'");
    await writeMessages(bench.database.pool, { mailsAreSent: true });
    bench.mails = [];
    for (const message of [...sending, ...(await claimMessages(bench.database.pool, 100))]) {
      await sendMessage(bench.parts, message);
    }
    expect(bench.mails.map(({ subject }) => subject)).toEqual(Array(4).fill('1 payout of Corner Shop failed'));
  });

  test('waits from a minute to an hour for its next attempt', () => {
    expect([1, 2, 3, 7, 30].map(retryAfterMs)).toEqual([60_000, 120_000, 240_000, 3_600_000, 3_600_000]);
  });

  test('to a chat that refuses it leaves the reason for the page, until one is accepted', async () => {
    const { pool } = bench.database;
    await chatOf(['failed_payouts']);
    await due();
    bench.chatResult = { is: 'failed', error: 'The receiver answered with 404.', mayHaveArrived: false };
    await bench.send();
    const failure = async () => {
      const { rows } = await pool.query('SELECT failure FROM notification_chat');
      return rows[0]?.failure;
    };
    expect(await failure()).toBe('The receiver answered with 404.');
    bench.chatResult = { is: 'accepted' };
    await bench.letPass(minute);
    await bench.send();
    expect(bench.chats).toHaveLength(1);
    expect(await failure()).toBeNull();
  });

  test('to a chat with a URL that was sealed with other keys is not sent, and the page says why', async () => {
    const { pool } = bench.database;
    await chatOf(['failed_payouts']);
    await due();
    await writeMessages(pool, { mailsAreSent: false });
    bench.chats = [];
    const sealer = new Sealer([{ id: 'k2', key: Buffer.alloc(32, 8) }]);
    for (const message of await claimMessages(pool, 100)) await sendMessage({ ...bench.parts, sealer }, message);
    expect(bench.chats).toEqual([]);
    expect(await bench.messagesLeft()).toMatchObject([{ failures: 1, unknown: 0 }]);
    const { rows } = await pool.query('SELECT failure FROM notification_chat');
    expect(rows).toEqual([{ failure: expect.stringContaining('set it again') }]);
  });

  test('to a chat that was removed meanwhile is not sent', async () => {
    await chatOf(['failed_payouts']);
    await due();
    await writeMessages(bench.database.pool, { mailsAreSent: false });
    await removeChat(bench.database.pool, shop.clientId, serviceActor('test'));
    await bench.send();
    expect(bench.chats).toEqual([]);
    expect(await bench.messagesLeft()).toEqual([]);
  });

  test('is written for nobody where no mail server and no chat is set, and what was found then is not sent later', async () => {
    await due();
    expect(await writeMessages(bench.database.pool, { mailsAreSent: false })).toBe(0);
    expect(await bench.send()).toEqual([]);
  });
});

describe('the choice of a person', () => {
  test('follows the defaults until it differs from them', async () => {
    const { pool } = bench.database;
    const chooser = { personId: ownerId, clientId: shop.clientId, role: 'client_owner' } as const;
    const wanted = async () =>
      (await readChoices(pool, chooser)).flatMap(({ kind, byEmail }) => (byEmail ? [kind] : []));
    expect(await wanted()).toEqual(['pending_approvals', 'failed_payouts']);
    await choose(chooser, ['pending_approvals', 'daily_summary']);
    expect(await wanted()).toEqual(['pending_approvals', 'daily_summary']);
    const { rows } = await pool.query('SELECT kind FROM notification_choice ORDER BY kind');
    expect(rows.map(({ kind }) => kind)).toEqual(['daily_summary', 'failed_payouts']);
    await choose(chooser, ['pending_approvals', 'failed_payouts']);
    expect(await wanted()).toEqual(['pending_approvals', 'failed_payouts']);
  });

  test('cannot be a kind that the role does not get', async () => {
    const chooser = { personId: developerId, clientId: shop.clientId, role: 'client_developer' } as const;
    await expect(choose(chooser, ['pending_approvals'])).rejects.toMatchObject({
      code: 'invalid_request',
      errors: { kinds: [expect.stringContaining('your role does not get it')] },
    });
  });
});

test('what was notified is forgotten after forty days, and what still waits is not', async () => {
  await waitingPayment();
  await bench.look();
  await failedPayoutOfOld();
  await bench.letPass(minute);
  await bench.send();
  await bench.letPass(41 * day);
  expect(await forgetNotifications.work(bench.database.pool)).toEqual({ more: false });
  const { rows } = await bench.database.pool.query('SELECT kind FROM notification');
  expect(rows).toEqual([{ kind: 'pending_approvals' }]);
  await bench.look();
  expect(await bench.send()).toEqual([]);
});

async function failedPayoutOfOld(): Promise<void> {
  await bench.database.owner.query('UPDATE wallet SET approval_threshold = NULL');
  await failedPayout();
  await bench.look();
}
