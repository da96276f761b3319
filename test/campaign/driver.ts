import { setTimeout as sleep } from 'node:timers/promises';
import { uniform } from '../../packages/operator-stand-ins/src/faults/uniform.ts';
import { type Answer, CampaignHttp, isFinalAnswer, parse } from './client.ts';
import type { Observer } from './observer.ts';
import {
  keyOf,
  type MoneyOperation,
  type PlannedOperation,
  planOperation,
  type StaffOperation,
  tokenOf,
} from './plan.ts';
import type { Begun, Outcome, Records } from './records.ts';
import { Staff } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

/** Enough that payments go on while many requests wait for an operator. */
const workers = 192;

/** Performs the operations of a plan, each as its client behaves, and records every request. */
export class Driver {
  readonly http: CampaignHttp;
  readonly #surroundings: Surroundings;
  readonly #records: Records;
  readonly #staff: Staff;
  readonly #options: { readonly seed: number; readonly operations: number };
  /** What an earlier sitting has done, or begun with a path that was drawn while it ran. */
  readonly #done: ReadonlySet<number>;
  readonly #begun: ReadonlyMap<number, Begun>;
  /** Collections that can be refunded, oldest first, by client. */
  readonly #collections = new Map<number, { id: number; amount: number }[]>();
  readonly #observer: Observer;
  #next = 0;
  #isStopped = false;
  ended = 0;

  constructor(parts: {
    readonly surroundings: Surroundings;
    readonly records: Records;
    readonly seed: number;
    readonly operations: number;
    readonly done: ReadonlySet<number>;
    readonly begun: ReadonlyMap<number, Begun>;
    readonly observer: Observer;
  }) {
    this.#surroundings = parts.surroundings;
    this.#records = parts.records;
    this.#options = parts;
    this.#done = parts.done;
    this.#begun = parts.begun;
    this.#observer = parts.observer;
    this.ended = parts.done.size;
    this.http = new CampaignHttp(parts.surroundings, parts.records);
    this.#staff = new Staff(this.http, parts.surroundings, parts.records, parts.seed);
  }

  /** Settles when all operations have ended, or, after `stop`, those that were begun. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.#work()));
  }

  /** Begins nothing more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #work(): Promise<void> {
    const { seed, operations } = this.#options;
    while (!this.#isStopped && this.#next < operations) {
      const n = this.#next++;
      if (this.#done.has(n)) continue;
      const planned = planOperation(seed, n, this.#surroundings.saved.clients.length);
      const outcome = 'conduct' in planned ? await this.#moveMoney(planned) : await this.#workOfPeople(planned);
      this.#records.add({ is: 'ended', n, atMs: Date.now(), outcome });
      this.ended += 1;
    }
  }

  async #workOfPeople(planned: StaffOperation): Promise<Outcome> {
    this.#begin(planned, planned.kind === 'adjustment' ? Math.abs(planned.rows[0]?.amount ?? 0) : 0, null);
    return await this.#staff.perform(planned);
  }

  async #moveMoney(planned: MoneyOperation): Promise<Outcome> {
    const { path, body, amount } = this.#requestOf(planned);
    this.#begin(planned, amount, path);
    const operation = { n: planned.n, client: planned.client, path, key: keyOf(this.#options.seed, planned.n) };
    const send = () => this.http.attempt(operation, body);
    const leaveAfterMs = 2 + Math.floor(uniform(this.#options.seed, 'leaves', planned.n) * 300);
    if (planned.conduct === 'walks_away') {
      const answer = await this.http.attempt(operation, body, { leaveAfterMs });
      return answer !== null && isFinalAnswer(answer) ? outcomeOf(answer) : 'unknown';
    }
    if (planned.conduct === 'gives_up_and_retries') {
      await this.http.attempt(operation, body, { leaveAfterMs });
      await sleep(leaveAfterMs);
    }
    if (planned.conduct === 'doubles') await Promise.all([send(), send()]);
    const answer = await this.http.untilFinal(send);
    if (answer === null) {
      this.#records.add({
        is: 'problem',
        rule: 'no_answer',
        detail: `${operation.key} has no answer after four minutes`,
      });
      return 'unknown';
    }
    const transactionId: number | undefined = parse(answer.text).data?.transaction_id;
    if (transactionId !== undefined) this.#observer.watch(planned, answer, transactionId);
    if (planned.conduct === 'repeats') for (const _ of [1, 2]) await send();
    if (planned.conduct === 'changes_body' && transactionId !== undefined && 'amount' in body) {
      await this.http.attempt(operation, { ...body, amount: amount + 1 }, { isChanged: true });
    }
    if (planned.kind === 'collection' && transactionId !== undefined && answer.status === 200) {
      this.#collectionsOf(planned.client).push({ id: transactionId, amount });
    }
    if (planned.kind === 'approval' && transactionId !== undefined) await this.#staff.decide(planned, transactionId);
    return outcomeOf(answer);
  }

  #begin(planned: PlannedOperation, amount: number, path: string | null): void {
    const walletId = this.#surroundings.saved.clients[planned.client]?.walletId ?? 0;
    const { n, kind } = planned;
    this.#records.add({ is: 'begun', n, kind, walletId, token: tokenOf(this.#options.seed, n), amount, path });
  }

  #requestOf(planned: MoneyOperation): { path: string; body: Readonly<Record<string, unknown>>; amount: number } {
    const { kind, amount, description } = planned;
    const phone = 'phone' in planned.to ? planned.to.phone : this.#surroundings.saved.clients[planned.to.client]?.phone;
    if (kind === 'refund') {
      const earlier = this.#begun.get(planned.n);
      const collection = earlier === undefined ? this.#collectionsOf(planned.client).shift() : undefined;
      const path = earlier?.path ?? (collection && `/api/v1/wallet/collections/${collection.id}/refund`);
      if (path?.endsWith('/refund') === true) {
        return { path, body: { description }, amount: earlier?.amount ?? collection?.amount ?? 0 };
      }
    }
    switch (kind) {
      case 'withdrawal':
        return { path: '/api/v1/wallet/withdraw/mobile', body: { phone, amount, description }, amount };
      case 'collection':
      case 'refund':
        // A refund while there is no collection is one more collection.
        return { path: '/api/v1/wallet/collect-payment', body: { customer_phone: phone, amount, description }, amount };
      default:
        return { path: '/api/v1/wallet/send-money', body: { recipient_phone: phone, amount, description }, amount };
    }
  }

  #collectionsOf(client: number): { id: number; amount: number }[] {
    const collections = this.#collections.get(client) ?? [];
    this.#collections.set(client, collections);
    return collections;
  }
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.status === 200) return 'acknowledged';
  return parse(answer.text).data?.transaction_id === undefined ? 'refused' : 'failed';
}
