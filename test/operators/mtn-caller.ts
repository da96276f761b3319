import { randomUUID } from 'node:crypto';
import type { Product } from '../../packages/operator-stand-ins/src/mtn/settings.ts';
import type { MtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';

import { type Reply, type Sent, sendRequest } from './send-request.ts';

/** A caller of MTN's interface that follows providers.md section 1, and deviates from it where a test wants. */
export class MtnCaller {
  readonly #standIn: MtnStandIn;
  readonly #tokens = new Map<Product, string>();

  constructor(standIn: MtnStandIn) {
    this.#standIn = standIn;
  }

  login(product: Product, headers: Sent = {}, body?: unknown): Promise<Reply> {
    const { apiUser, apiKey, primaryKey } = this.#standIn.account.credentials[product];
    return this.raw(
      'POST',
      `/${product}/token/`,
      {
        authorization: `Basic ${btoa(`${apiUser}:${apiKey}`)}`,
        'ocp-apim-subscription-key': primaryKey,
        ...headers,
      },
      body,
    );
  }

  async headers(product: Product): Promise<Record<string, string>> {
    let token = this.#tokens.get(product);
    if (token === undefined) {
      token = String((await this.login(product)).body.access_token);
      this.#tokens.set(product, token);
    }
    return {
      authorization: `Bearer ${token}`,
      'x-target-environment': this.#standIn.account.environment,
      'ocp-apim-subscription-key': this.#standIn.account.credentials[product].primaryKey,
    };
  }

  forgetTokens(): void {
    this.#tokens.clear();
  }

  async post(path: string, reference: string, body: unknown, headers: Sent = {}, signal?: AbortSignal): Promise<Reply> {
    const usual = await this.headers(productIn(path));
    const own = { 'x-reference-id': reference, 'content-type': 'application/json' };
    return sendRequest(this.#standIn.baseUrl + path, 'POST', { ...usual, ...own, ...headers }, body, signal ?? null);
  }

  async get(path: string, headers: Sent = {}): Promise<Reply> {
    return this.raw('GET', path, { ...(await this.headers(productIn(path))), ...headers });
  }

  raw(method: string, path: string, headers: Sent = {}, body?: unknown): Promise<Reply> {
    return sendRequest(this.#standIn.baseUrl + path, method, headers, body);
  }

  /** Asks a customer to pay, and gives the reference with the answer. */
  async collect(phone: string, change: object = {}, headers: Sent = {}): Promise<Reply & { reference: string }> {
    const reference = randomUUID();
    const answer = await this.post(
      '/collection/v1_0/requesttopay',
      reference,
      { ...this.body(), payer: { partyIdType: 'MSISDN', partyId: phone }, ...change },
      headers,
    );
    return { ...answer, reference };
  }

  /** Pays somebody, and gives the reference with the answer. */
  async transfer(phone: string, change: object = {}, headers: Sent = {}): Promise<Reply & { reference: string }> {
    const reference = randomUUID();
    const answer = await this.post(
      '/disbursement/v1_0/transfer',
      reference,
      { ...this.body(), payee: { partyIdType: 'MSISDN', partyId: phone }, ...change },
      headers,
    );
    return { ...answer, reference };
  }

  body() {
    return {
      amount: '25000',
      currency: this.#standIn.account.currency,
      externalId: '4711',
      payerMessage: 'Invoice 7',
      payeeNote: 'Kampala Books',
    };
  }

  statusOf(reference: string, kind = 'requesttopay'): Promise<Reply> {
    return this.get(`/${kind === 'requesttopay' ? 'collection' : 'disbursement'}/v1_0/${kind}/${reference}`);
  }

  /** The books' page about a reference. */
  async booked(reference: string): Promise<Reply['body']> {
    return (await this.raw('GET', `/_books/${reference}`)).body;
  }

  async faults(plan: object): Promise<void> {
    const answer = await this.raw('PUT', '/_faults', {}, plan);
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

function productIn(path: string): Product {
  return path.split('/')[1] as Product;
}
