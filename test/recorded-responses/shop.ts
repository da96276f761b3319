import { expect, test } from 'vitest';
import { type Business, type Json, type KeyOptions, Speaker, World } from '../journeys/world.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { Recording, type Request } from './recording.ts';

/** Longer than any operator call of the simulator takes on a busy machine, so that the answer never depends on it. */
const operatorWait = '20s';

/**
 * A test that records an area of the interface with a service and a database of its own, so that the ids in one
 * recording do not depend on another. `settings` are settings of the service.
 */
export function area(
  name: string,
  record: (shop: Shop, recording: Recording, world: World) => Promise<void>,
  settings: Record<string, string> = {},
): void {
  test(`the responses recorded in ${name}.txt`, { timeout: 300_000 }, async () => {
    const world = await World.open({
      NSIMBI_OPERATOR_WAIT: operatorWait,
      NSIMBI_TRUST_PROXY: '127.0.0.1',
      ...settings,
    });
    try {
      const recording = new Recording(name, world.baseUrl);
      await record(await Shop.open(recording, world, 'Kato Hardware', 5_000_000), recording, world);
      recording.compare();
      expect(await auditFindings(world.database.pool)).toEqual([]);
    } finally {
      await world.close();
    }
  });
}

/** A client program of one business, whose requests are recorded. */
export class Shop {
  readonly business: Business;
  readonly apiKey: string;
  readonly apiKeyId: number;
  readonly #recording: Recording;
  readonly #world: World;

  private constructor(
    business: Business,
    key: { readonly apiKey: string; readonly apiKeyId: number },
    recording: Recording,
    world: World,
  ) {
    this.business = business;
    this.apiKey = key.apiKey;
    this.apiKeyId = key.apiKeyId;
    this.#recording = recording;
    this.#world = world;
  }

  /** A new business with a key of every permission, whose rate limits hold nothing back. */
  static async open(recording: Recording, world: World, name: string, balance = 0): Promise<Shop> {
    const business = await world.business(name, balance);
    return await Shop.with(recording, world, business, `key of ${name}`);
  }

  /** A key of a business that exists. `named` stands for it in the recording. */
  static async with(
    recording: Recording,
    world: World,
    business: Business,
    named: string,
    options: KeyOptions = {},
  ): Promise<Shop> {
    const key = await world.key(business, options);
    recording.name(key.apiKey, named);
    return new Shop(business, key, recording, world);
  }

  /** Another key of the same business. */
  async withKey(named: string, options: KeyOptions): Promise<Shop> {
    return await Shop.with(this.#recording, this.#world, this.business, named, options);
  }

  async get(title: string, path: string): Promise<Json> {
    return await this.ask(title, { method: 'GET', path });
  }

  async post(title: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Json> {
    return await this.ask(title, { method: 'POST', path, body, headers });
  }

  async ask(title: string, { path, ...request }: Request): Promise<Json> {
    return await this.#recording.ask(title, { apiKey: this.apiKey, path: `/api/v1${path}`, ...request });
  }

  /** Waits until a transaction is final, without recording the requests. */
  async end({ data }: Json): Promise<void> {
    await new Speaker(this.#world.baseUrl, this.apiKey).end(data.transaction_id);
  }

  /** Waits until every payment of a bulk payout is final, without recording the requests. */
  async endOfBulk({ data }: Json): Promise<void> {
    const speaker = new Speaker(this.#world.baseUrl, this.apiKey);
    await waitUntil(`bulk payout ${data.id} has ended`, async () => {
      const { progress, ended_at } = (await speaker.get(`/bulk-payouts/${data.id}`)).body.data;
      return ended_at !== null && progress.waiting + progress.processing === 0;
    });
  }

  /** Waits until every event has met the webhooks as they are now, so that a later change of a webhook comes after it. */
  async fannedOut(): Promise<void> {
    await waitUntil('the events are fanned out', async () => {
      const { rows } = await this.#world.database.pool.query('SELECT FROM event_fan_out LIMIT 1');
      return rows.length === 0;
    });
  }

  /** Sets something of the client at the command line. */
  async set(command: string, ...words: string[]): Promise<void> {
    const wallet = ['--client', String(this.business.clientId), '--mode', 'test'];
    await this.#world.terminal.ask('client', command, ...wallet, ...words);
  }
}

export const mtn = '256772300555';
export const airtel = '256701234567';
/** The simulator's fixed numbers, by their last four digits. */
export const fixed = (lastFour: string) => `25677000${lastFour}`;
