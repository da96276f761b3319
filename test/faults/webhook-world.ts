import { expect } from 'vitest';
import { Receiver } from '../journeys/receiver.ts';
import type { SeededClient } from '../service/seeded-clients.ts';
import { waitUntil } from '../service/wait-until.ts';

/** Longer than a lease: what a process had in hand when it died is sent again by then. */
const allReceivedWithinMs = 200_000;

/** Receivers for every client of a world, and what each of them should have received. */
export class WebhookWorld {
  readonly receiver: Receiver;
  readonly #baseUrl: string;
  readonly #clients: readonly SeededClient[];

  private constructor(receiver: Receiver, baseUrl: string, clients: readonly SeededClient[]) {
    this.receiver = receiver;
    this.#baseUrl = baseUrl;
    this.#clients = clients;
  }

  static async open(baseUrl: string, clients: readonly SeededClient[]): Promise<WebhookWorld> {
    const world = new WebhookWorld(await Receiver.open(), baseUrl, clients);
    for (const client of clients) {
      const events = ['send_money.completed', 'wallet.credited'];
      const { success } = await world.#ask(client, '/webhooks', { url: world.receiver.at(pathOf(client)), events });
      expect(success).toBe(true);
    }
    return world;
  }

  /** Waits until every event that the feed has was received, and expects that nothing else was. */
  async expectAllReceived(): Promise<void> {
    for (const client of this.#clients) {
      const expected = (await this.#events(client)).sort();
      const received = () => new Set(this.receiver.to(pathOf(client)).map(({ body }) => String(body.id)));
      await waitUntil(
        `client ${client.clientId} received its ${expected.length} events`,
        () => received().size >= expected.length,
        allReceivedWithinMs,
      );
      expect([...received()].sort()).toEqual(expected);
    }
  }

  /** How often each delivery was received, by its id; a delivery has one event only. */
  timesReceived(): Map<string, number> {
    const times = new Map<string, number>();
    const events = new Map<string, string>();
    for (const { headers, body } of this.receiver.received) {
      const id = String(headers['x-service-delivery']);
      times.set(id, (times.get(id) ?? 0) + 1);
      expect(events.get(id) ?? body.id).toBe(body.id);
      events.set(id, body.id);
    }
    expect(new Set(events.values()).size).toBe(events.size);
    return times;
  }

  async close(): Promise<void> {
    await this.receiver.close();
  }

  async #events(client: SeededClient): Promise<string[]> {
    const ids: string[] = [];
    for (let after = 0, more = true; more; ) {
      const { data, pagination } = await this.#ask(client, `/events?limit=100&after=${after}`);
      for (const { id, type } of data) if (type === 'send_money.completed' || type === 'wallet.credited') ids.push(id);
      more = pagination.has_more;
      after = Number(pagination.next_cursor);
    }
    // What came before the webhook did: the opening balance.
    return ids.filter((id) => id !== ids[0]);
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes.
  async #ask({ apiKey }: SeededClient, path: string, body?: object): Promise<any> {
    const response = await fetch(`${this.#baseUrl}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return await response.json();
  }
}

function pathOf({ clientId }: SeededClient): string {
  return `/clients/${clientId}`;
}
