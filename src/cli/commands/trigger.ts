import { Argument } from '@commander-js/extra-typings';
import { type EventName, eventNames } from '../../ledger/event-names.ts';
import { ugx } from '../../money/ugx.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import type { FollowedEvent } from '../listen/follow-events.ts';
import { newCommand } from '../new-command.ts';
import { type AnswerRecord, fieldLines } from '../record.ts';
import { type ServiceConnection, serviceConnection } from '../service-connection.ts';
import { whileApprovalIsNeeded } from '../trigger/approval-for-a-moment.ts';
import { type Cause, causeOf } from '../trigger/causes.ts';
import { grossOf, type MadePayment, makePayment, paymentShillings } from '../trigger/make-payment.ts';
import { untilStopped } from '../until-stopped.ts';

/** The events come a second after the payment at most; the rest is for a busy machine. */
const eventWaitMs = 30_000;

/** nsimbi trigger */
export function trigger(cli: Cli) {
  return newCommand('trigger', 'Make a payment in test mode that causes an event, and wait for the event.')
    .addArgument(new Argument('<event>', 'which').choices(eventNames))
    .option('--key <api-key>', 'a test key; NSIMBI_API_KEY, else that of credentials.json when left out')
    .option('--url <url>', 'where the service is; that of credentials.json when left out')
    .action(async (name, { json, key, url }) => {
      const connection = serviceConnection(cli, { key, url });
      if (!connection.apiKey.startsWith('nsk_test_')) {
        throw new CommandRefused('only a test key can trigger events: real money is not moved for a try');
      }
      const event = await untilStopped((stopped) => cause(cli, connection, name, stopped));
      if (json === true) cli.output.answer(JSON.stringify(event));
      else for (const line of fieldLines(recordOf(event))) cli.output.answer(line);
    });
}

/** Listens first, so that the event cannot come unheard. */
async function cause(
  cli: Cli,
  connection: ServiceConnection,
  name: EventName,
  stopped: AbortSignal,
): Promise<FollowedEvent> {
  const { followEvents } = await import('../listen/follow-events.ts');
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(eventWaitMs)]);
  let made: MadePayment | null = null;
  for await (const step of followEvents(connection, { after: null, events: [name], signal })) {
    if (step.is === 'open') made ??= await pay(cli, connection, name);
    if (step.is === 'event' && step.event.data.id === made?.transactionId) return step.event;
  }
  const heardNothing = made === null ? 'nothing was paid' : `look with: nsimbi transaction show ${made.transactionId}`;
  throw new CommandRefused(
    stopped.aborted ? `stopped before ${name} came; ${heardNothing}` : `${name} did not come in time; ${heardNothing}`,
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
      `the wallet's approval threshold holds the payment; ${name} comes after: nsimbi transaction approve ${made.transactionId}`,
    );
  }
  return made;
}

async function payWithApproval(cli: Cli, connection: ServiceConnection, causing: Cause): Promise<MadePayment> {
  const gross = ugx(await grossOf(connection, causing));
  const made = await whileApprovalIsNeeded(cli, connection.apiKey, gross, () => makePayment(connection, causing));
  cli.output.say(
    `While it was made, payments of UGX ${gross.toLocaleString('en-US')} or more from this test wallet needed approval; the wallet's threshold is as it was. To go on: nsimbi transaction approve ${made.transactionId}`,
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

function recordOf({ id, type, sequence, data }: FollowedEvent): AnswerRecord {
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
