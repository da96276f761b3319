import { Reach } from '../../webhooks/safe-address/reach.ts';
import { type AttemptResult, createSender, isDelivered, type Sender } from '../../webhooks/sending/sender.ts';
import { CommandRefused } from '../command-refused.ts';
import type { FollowedEvent } from './follow-events.ts';

/** Whoever runs the command may reach whatever this machine reaches; only the service must not for its clients. */
const anywhere = new Reach({ allowLoopbackInTest: true, allowedNetworks: ['0.0.0.0/0', '::/0'] });
/** In which plain http is allowed, whatever the mode of the events. */
const mode = 'test';

export type Forwarded = AttemptResult & { readonly delivered: boolean };

/** @throws CommandRefused when nothing can be sent to the address. */
export function refuseForwardTo(url: string): void {
  const problem = anywhere.urlProblem(url, mode);
  if (problem !== null) throw new CommandRefused(problem.replace(/^url/, '--forward-to'));
}

/** Sends events to one address as the service delivers them: the same bytes, headers and signatures. */
export class Forwarder {
  readonly #url: string;
  readonly #secret: string;
  readonly #sender: Sender;

  /** @param options.url without anything that `refuseForwardTo` refuses. */
  constructor(options: { readonly url: string; readonly secret: string; readonly brand: string }) {
    this.#url = options.url;
    this.#secret = options.secret;
    this.#sender = createSender({ brand: options.brand, reach: anywhere });
  }

  /** There is no delivery whose number could be told, so the event's sequence stands for it. */
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
