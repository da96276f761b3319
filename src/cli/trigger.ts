import { Argument } from '@commander-js/extra-typings';
import type pg from 'pg';
import { readApiKey } from '../access/api-key-text.ts';
import { findApiKeys } from '../access/find-api-keys.ts';
import type { Principal } from '../access/principal.ts';
import { setApprovalThreshold } from '../access/wallet-settings.ts';
import { type EventName, eventNames } from '../ledger/event-names.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import { ensureMigrated } from '../postgres/migrate.ts';
import { openDatabase } from '../postgres/open-database.ts';
import { createPool } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import type { FollowedEvent } from './follow-events.ts';
import { CommandRefused, newCommand } from './new-command.ts';
import { fieldLines, type OutputRecord } from './record.ts';
import { type ServiceConnection, serviceConnection } from './service-connection.ts';
import { untilStopped } from './until-stopped.ts';
import { clientNumbered } from './wallet-record.ts';

/** The events come a second after the payment at most; the rest is for a busy machine. */
const eventWaitMs = 30_000;

/** nsimbi trigger */
export function trigger(cli: Cli) {
  return newCommand('trigger', 'Make a payment in test mode that causes an event, and wait for the event.')
    .addArgument(new Argument('<event>', 'which').choices(eventNames))
    .option('--key <api-key>', 'a test key; default NSIMBI_API_KEY, else the key in credentials.json')
    .option('--url <url>', 'the address of the service; default the address in credentials.json')
    .action(async (name, { json, key, url }) => {
      const connection = serviceConnection(cli, { key, url });
      if (!connection.apiKey.startsWith('nsk_test_')) {
        throw new CommandRefused('only a test key can trigger events, because a live key would move real money');
      }
      const event = await untilStopped((stopped) => cause(cli, connection, name, stopped));
      if (json === true) cli.output.print(JSON.stringify(event));
      else for (const line of fieldLines(recordOf(event))) cli.output.print(line);
    });
}

/** Listens first, so that the event cannot be missed. */
async function cause(
  cli: Cli,
  connection: ServiceConnection,
  name: EventName,
  stopped: AbortSignal,
): Promise<FollowedEvent> {
  const { followEvents } = await import('./follow-events.ts');
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(eventWaitMs)]);
  let made: MadePayment | null = null;
  for await (const step of followEvents(connection, { after: null, events: [name], signal })) {
    if (step.is === 'open') made ??= await pay(cli, connection, name);
    if (step.is === 'event' && step.event.data.id === made?.transactionId) return step.event;
  }
  const heardNothing = made === null ? 'nothing was paid' : `check with: nsimbi transaction show ${made.transactionId}`;
  throw new CommandRefused(
    stopped.aborted
      ? `stopped before ${name} arrived; ${heardNothing}`
      : `${name} did not arrive in time; ${heardNothing}`,
  );
}

async function pay(cli: Cli, connection: ServiceConnection, name: EventName): Promise<MadePayment> {
  const causing = causeOf[name];
  const made = causing.needsApproval
    ? await payWithApproval(cli, connection, causing)
    : await makePayment(connection, causing);
  const said = `${wordsOf[causing.operation]} of UGX ${paymentShillings.toLocaleString('en-US')}`;
  cli.output.say(`Transaction ${made.transactionId}, ${made.reference}: ${said}, ${causing.ends}.`);
  if (made.requiresApproval && !comesBeforeApproval.has(name)) {
    throw new CommandRefused(
      `the wallet's approval threshold holds the payment; ${name} follows after: nsimbi transaction approve ${made.transactionId}`,
    );
  }
  return made;
}

async function payWithApproval(cli: Cli, connection: ServiceConnection, causing: Cause): Promise<MadePayment> {
  const gross = ugx(await grossOf(connection, causing));
  const made = await whileApprovalIsNeeded(cli, connection.apiKey, gross, () => makePayment(connection, causing));
  cli.output.say(
    `While it was made, payments of UGX ${gross.toLocaleString('en-US')} or more from this test wallet needed approval; the threshold is restored. To continue: nsimbi transaction approve ${made.transactionId}`,
  );
  return made;
}

const wordsOf: Readonly<Record<Cause['operation'], string>> = {
  collection: 'a collection',
  send_money: 'a payment',
  withdrawal: 'a withdrawal',
};

const comesBeforeApproval: ReadonlySet<EventName> = new Set([
  'transaction.created',
  'wallet.debited',
  'transaction.pending',
]);

function recordOf({ id, type, sequence, data }: FollowedEvent): OutputRecord {
  return {
    event: id,
    type,
    sequence,
    transaction_id: data.id,
    reference: data.reference,
    transaction_type: data.type,
    status: data.status,
    amount: ugx(data.amount),
    fee_amount: ugx(data.fee_amount),
    net_amount: ugx(data.net_amount),
    failure_reason: data.failure_reason,
    created_at: data.created_at,
  };
}

/** The least that every operation takes, in shillings. */
const paymentShillings = 1_000;

/** Test money that an empty wallet gets before it can pay. */
const fundedShillings = 100_000;

/** A payment that the service has written. */
interface MadePayment {
  readonly transactionId: number;
  readonly reference: string;
  readonly requiresApproval: boolean;
}

/**
 * Makes the payment of a cause; a wallet with too little money is filled with test money first.
 * @throws CommandRefused when nothing was written.
 */
async function makePayment(connection: ServiceConnection, cause: Cause): Promise<MadePayment> {
  let answer = await ask(connection, cause);
  if (answer.code === 'insufficient_funds') {
    dataOf(await callService(connection, '/test/wallet/fund', { amount: fundedShillings }));
    answer = await ask(connection, cause);
  }
  const { transaction_id: transactionId, reference, requires_approval: requiresApproval } = answer.data;
  // A payment that failed at the operator's first word is an answer of its own that names it: that was wanted.
  if (typeof transactionId !== 'number') throw new CommandRefused(`the service refused the request: ${answer.message}`);
  return { transactionId, reference: String(reference), requiresApproval: requiresApproval === true };
}

/** What the payment of a cause takes out of the wallet, fee included, in shillings. */
async function grossOf(connection: ServiceConnection, { operation, phone }: Cause): Promise<number> {
  const query = new URLSearchParams({ operation, amount: String(paymentShillings), recipient_phone: phone });
  const { total_deducted: gross } = dataOf(await callService(connection, `/wallet/fees?${query}`));
  return Number(gross);
}

function ask(connection: ServiceConnection, { operation, phone }: Cause): Promise<ServiceAnswer> {
  const payment = { amount: paymentShillings, description: 'nsimbi trigger' };
  switch (operation) {
    case 'collection':
      return callService(connection, '/wallet/collect-payment', { ...payment, customer_phone: phone });
    case 'send_money':
      return callService(connection, '/wallet/send-money', { ...payment, recipient_phone: phone });
    case 'withdrawal':
      return callService(connection, '/wallet/withdraw/mobile', { ...payment, phone });
  }
}

/** A payment with a number of the simulator that makes an event happen (interface-decisions.md sections 6 and 8). */
interface Cause {
  readonly operation: 'collection' | 'send_money' | 'withdrawal';
  readonly phone: string;
  /** What the number does, for the person who waits. */
  readonly ends: string;
  /** Whether the event is that of a payment that waits for a second person. */
  readonly needsApproval: boolean;
}

/** Approves or pays after a second. */
const willing = { phone: '256770000001', ends: 'which succeeds after a second', needsApproval: false };
/** A customer who rejects after a second; a recipient that the operator does not know. */
const rejecting = { phone: '256770000002', ends: 'which the customer rejects after a second', needsApproval: false };
const unknown = { phone: '256770000002', ends: 'which the operator refuses at once', needsApproval: false };

/** What makes each event happen. */
const causeOf: Readonly<Record<EventName, Cause>> = {
  'transaction.created': { operation: 'collection', ...willing },
  'transaction.completed': { operation: 'collection', ...willing },
  'transaction.failed': { operation: 'collection', ...rejecting },
  'transaction.pending': {
    operation: 'withdrawal',
    phone: willing.phone,
    ends: 'which waits for approval',
    needsApproval: true,
  },
  'wallet.credited': { operation: 'collection', ...willing },
  'wallet.debited': { operation: 'withdrawal', ...willing },
  'deposit.completed': { operation: 'collection', ...willing },
  'deposit.failed': { operation: 'collection', ...rejecting },
  'withdrawal.completed': { operation: 'withdrawal', ...willing },
  'withdrawal.failed': { operation: 'withdrawal', ...unknown },
  'send_money.completed': { operation: 'send_money', ...willing },
  'send_money.failed': { operation: 'send_money', ...unknown },
};

/** What the service answered, its body as far as a command reads it. */
interface ServiceAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The longest that the service itself takes to answer is below this. */
const answerWaitMs = 60_000;

/**
 * Asks a running service; a body makes it a POST.
 * @throws CommandRefused when it cannot be reached, or what answers is no such service.
 */
async function callService(
  { baseUrl, apiKey }: ServiceConnection,
  path: string,
  body?: object,
): Promise<ServiceAnswer> {
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWaitMs),
    });
  } catch {
    throw new CommandRefused(`${baseUrl} cannot be reached; is the service running?`);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) {
    throw new CommandRefused(`the server at ${baseUrl} is not a Nsimbi service`);
  }
  return {
    status: response.status,
    code: 'code' in answer ? String(answer.code) : null,
    message: String(answer.message),
    data: 'data' in answer && typeof answer.data === 'object' ? { ...answer.data } : {},
  };
}

/** The data of an answer that must be a success. @throws CommandRefused in the service's own words. */
function dataOf(answer: ServiceAnswer): ServiceAnswer['data'] {
  if (answer.status !== 200) throw new CommandRefused(`the service refused the request: ${answer.message}`);
  return answer.data;
}

/**
 * Does `work` while a payment of `gross` shillings by a key needs approval. A wallet whose threshold is higher, or that
 * has none, gets this one for so long and its own again; other payments of at least so much wait too in that moment,
 * which is why it is for test mode only. To be called where a signal does not end the process, so that the threshold is
 * surely set back.
 * @throws CommandRefused when the key is not one of this machine's database.
 */
async function whileApprovalIsNeeded<T>(cli: Cli, apiKey: string, gross: Ugx, work: () => Promise<T>): Promise<T> {
  const database = await openDatabase(cli.config(), {
    purpose: 'command',
    report: (sentence) => cli.output.say(sentence),
  });
  try {
    await ensureMigrated(database);
    const pool = createPool(database.target, { applicationName: 'nsimbi command', max: 1 });
    try {
      const { clientId, mode } = await ownerOf(pool, apiKey);
      const before = (await clientNumbered(pool, clientId)).wallets[mode].approvalThreshold;
      if (before !== null && before <= gross) return await work();
      const set = (threshold: Ugx | null) =>
        setApprovalThreshold(pool, { clientId, mode, threshold, actor: cli.actor });
      await set(gross);
      try {
        return await work();
      } finally {
        await set(before);
      }
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}

async function ownerOf(pool: pg.Pool, apiKey: string): Promise<Principal> {
  const publicId = readApiKey(apiKey)?.publicId ?? '';
  const known = (await findApiKeys(pool, [publicId])).get(publicId);
  if (known === undefined) {
    throw new CommandRefused(
      'the approval threshold is in the database, and the database of these settings does not have the key; run the command where the service runs',
    );
  }
  return known.principal;
}
