import { InvalidArgumentError } from '@commander-js/extra-typings';
import { AddressPolicy } from '../webhooks/safe-address/address-policy.ts';
import { newWebhookSecret } from '../webhooks/secret.ts';
import { type AttemptResult, createSender, isDelivered, type Sender } from '../webhooks/sending/sender.ts';
import type { Cli } from './cli.ts';
import { type FollowedEvent, followEvents } from './follow-events.ts';
import { CommandRefused, newCommand } from './new-command.ts';
import { eventNamesValue, sequenceValue } from './option-values.ts';
import { jsonLine, type OutputRecord } from './record.ts';
import { serviceConnection, shownKey } from './service-connection.ts';
import { untilStopped } from './until-stopped.ts';

/** nsimbi listen */
export function listen(cli: Cli) {
  return newCommand(
    'listen',
    'Show the events of a key as they happen, and forward each to your server, signed like a delivery. Stop it with Ctrl-C.',
  )
    .option(
      '--forward-to <url>',
      'where to forward them, such as http://localhost:3000/hooks; without it they are only shown',
    )
    .option('--events <names>', 'only these events, separated by commas; default all', eventNamesValue)
    .option('--since <sequence>', 'start after this sequence, 0 for all events; default now', sequenceValue)
    .option('--secret <secret>', 'the signing secret; default a new one', secretValue)
    .option('--key <api-key>', 'an API key; default NSIMBI_API_KEY, else the key in credentials.json')
    .option('--url <url>', 'the address of the service; default the address in credentials.json')
    .action(async ({ json, forwardTo, events = null, since = null, secret = newWebhookSecret(), key, url }) => {
      const connection = serviceConnection(cli, { key, url });
      if (forwardTo !== undefined) refuseForwardTo(forwardTo);
      let forwarder = null as Forwarder | null;
      const start = { key: shownKey(connection.apiKey), base_url: connection.baseUrl, events: events ?? 'all' };
      await untilStopped(async (stopped) => {
        stopped.addEventListener('abort', () => void forwarder?.close());
        let isOpen = false;
        for await (const step of followEvents(connection, { after: since, events, signal: stopped })) {
          if (step.is === 'away') {
            cli.output.say(`The connection was lost (${step.why}). Missed events follow after it is restored.`);
          } else if (step.is === 'event') {
            const result = (await forwarder?.forward(step.event)) ?? null;
            if (stopped.aborted) break;
            cli.output.print(json === true ? jsonLine(recordOf(step.event, result)) : lineOf(step.event, result));
          } else if (isOpen) {
            cli.output.say('The connection is restored.');
          } else {
            isOpen = true;
            // The headers bear the brand of the service, which may be another than that of this machine's settings.
            if (forwardTo !== undefined) forwarder = new Forwarder({ url: forwardTo, secret, brand: step.brand });
            const ready = { ...start, after: step.sequence };
            cli.show(
              json,
              forwardTo === undefined ? ready : { ...ready, forward_to: forwardTo, signing_secret: secret },
            );
          }
        }
      }, cli.output.closed);
      await forwarder?.close();
    });
}

function recordOf(event: FollowedEvent, result: Forwarded | null): OutputRecord {
  const record = { sequence: event.sequence, type: event.type, id: event.id, transaction_id: event.data.id };
  if (result === null) return { at: new Date().toISOString(), ...record };
  return {
    at: new Date(result.atMs).toISOString(),
    ...record,
    delivered: result.delivered,
    response_status: result.responseStatus,
    duration_ms: result.durationMs,
    error: result.error,
  };
}

/** The time of this machine, the event, and the server's response. */
function lineOf(event: FollowedEvent, result: Forwarded | null): string {
  const at = new Date(result?.atMs ?? Date.now()).toTimeString().slice(0, 8);
  const words = [at, event.type.padEnd(21), event.id.padEnd(12)];
  if (result === null) return words.join('  ').trimEnd();
  const { responseStatus, durationMs, error } = result;
  const answered = responseStatus === null ? [`-    ${error}`] : [String(responseStatus)];
  return [...words, ...answered, `${durationMs} ms`].join('  ');
}

function secretValue(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(text)) {
    throw new InvalidArgumentError("It must be a webhook's secret, whsec_ and base64.");
  }
  return text;
}

/** The command may connect to every address; only the service must restrict those of its clients. */
const anywhere = new AddressPolicy({ allowLoopbackInTest: true, allowedNetworks: ['0.0.0.0/0', '::/0'] });
/** In which plain http is allowed, whatever the mode of the events. */
const mode = 'test';

type Forwarded = AttemptResult & { readonly delivered: boolean };

/** @throws CommandRefused when nothing can be sent to the address. */
function refuseForwardTo(url: string): void {
  const problem = anywhere.urlProblem(url, mode);
  if (problem !== null) throw new CommandRefused(problem.replace(/^url/, '--forward-to'));
}

/** Sends events to one address as the service delivers them: the same bytes, headers and signatures. */
class Forwarder {
  readonly #url: string;
  readonly #secret: string;
  readonly #sender: Sender;

  /** @param options.url without anything that `refuseForwardTo` refuses. */
  constructor(options: { readonly url: string; readonly secret: string; readonly brand: string }) {
    this.#url = options.url;
    this.#secret = options.secret;
    this.#sender = createSender({ brand: options.brand, addressPolicy: anywhere });
  }

  /** There is no delivery with a number, so the event's sequence is used. */
  async forward({ sequence, ...payload }: FollowedEvent): Promise<Forwarded> {
    const result = await this.#sender.attempt({
      url: this.#url,
      mode,
      eventType: payload.type,
      eventId: payload.id,
      deliveryId: sequence,
      sequence,
      body: JSON.stringify(payload),
      secret: this.#secret,
      nextSecret: null,
    });
    return { ...result, delivered: isDelivered(result) };
  }

  /** Ends what is under way at once. */
  close(): Promise<void> {
    return this.#sender.close();
  }
}
