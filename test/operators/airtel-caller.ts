import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';
import type { AirtelStandIn } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { type Reply, type Sent, sendRequest } from './send-request.ts';

/** A caller of Airtel's interface that follows providers.md section 2, and deviates from it where a test wants. */
export class AirtelCaller {
  readonly #standIn: AirtelStandIn;
  readonly #prefix: string;
  #token: string | null = null;

  constructor(standIn: AirtelStandIn) {
    this.#standIn = standIn;
    this.#prefix = standIn.account.pathPrefix;
  }

  login(change: object = {}): Promise<Reply> {
    const { clientId, clientSecret } = this.#standIn.account;
    const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', ...change };
    return this.raw('POST', '/auth/oauth2/token', { 'content-type': 'application/json' }, body);
  }

  async headers(): Promise<Record<string, string>> {
    this.#token ??= String((await this.login()).body.access_token);
    return { authorization: `Bearer ${this.#token}`, 'x-country': 'UG', 'x-currency': 'UGX', accept: '*/*' };
  }

  forgetToken(): void {
    this.#token = null;
  }

  async post(path: string, body: unknown, headers: Sent = {}, signal: AbortSignal | null = null): Promise<Reply> {
    const all = { ...(await this.headers()), 'content-type': 'application/json', ...headers };
    return sendRequest(this.#standIn.baseUrl + path, 'POST', all, body, signal);
  }

  async get(path: string, headers: Sent = {}): Promise<Reply> {
    return this.raw('GET', path, { ...(await this.headers()), ...headers });
  }

  raw(method: string, path: string, headers: Sent = {}, body?: unknown): Promise<Reply> {
    return sendRequest(this.#standIn.baseUrl + path, method, headers, body);
  }

  async collect(
    phone: string,
    { id = newId(), amount = 25_000 as unknown, version = 'v1', headers = {} as Sent, change = {} } = {},
  ): Promise<Reply & { id: string }> {
    const body = {
      reference: 'Invoice7',
      subscriber: { country: 'UG', currency: 'UGX', msisdn: phone },
      transaction: { amount, country: 'UG', currency: 'UGX', id },
      ...change,
    };
    return { ...(await this.post(`${this.#prefix}/merchant/${version}/payments/`, body, headers)), id };
  }

  async disburse(
    phone: string,
    {
      id = newId(),
      amount = 25_000,
      version = 'v2',
      pin = this.pin() as unknown,
      change = {},
      headers = {} as Sent,
    } = {},
  ): Promise<Reply & { id: string }> {
    const body = {
      payee: { msisdn: phone, ...(version === 'v1' ? {} : { currency: 'UGX' }) },
      reference: 'Salary7',
      pin,
      transaction: { amount, id, ...(version === 'v1' ? {} : { type: 'B2C' }) },
      ...change,
    };
    const slash = version === 'v3' ? '' : '/';
    return { ...(await this.post(`/standard/${version}/disbursements${slash}`, body, headers)), id };
  }

  enquire(id: string): Promise<Reply> {
    return this.get(`${this.#prefix}/standard/v1/payments/${id}`);
  }

  enquirePayout(id: string): Promise<Reply> {
    return this.get(`/standard/v2/disbursements/${id}?transactionType=B2C`);
  }

  refund(airtelMoneyId: string): Promise<Reply> {
    return this.post(`${this.#prefix}/standard/v1/payments/refund`, {
      transaction: { airtel_money_id: airtelMoneyId },
    });
  }

  /** A PIN, encrypted as version 1 and 2 want it. */
  pin(pin = this.#standIn.account.pin, key = this.#standIn.world.keys.pinKey): string {
    return encrypted(key, constants.RSA_PKCS1_PADDING, pin);
  }

  /** The headers that sign these bytes. */
  signatureOf(body: string, key = this.#standIn.world.keys.signingKey): Record<string, string> {
    const [aesKey, iv] = [randomBytes(32), randomBytes(16)];
    const cipher = createCipheriv('aes-256-cbc', aesKey, iv);
    const signature = Buffer.concat([cipher.update(body), cipher.final()]).toString('base64');
    const text = `${aesKey.toString('base64')}:${iv.toString('base64')}`;
    return { 'x-signature': signature, 'x-key': encrypted(key, constants.RSA_PKCS1_PADDING, text) };
  }

  async booked(reference: string): Promise<Reply['body']> {
    return (await this.raw('GET', `/_books/${reference}`)).body;
  }

  async faults(plan: object): Promise<void> {
    const answer = await this.raw('PUT', '/_faults', {}, plan);
    if (answer.status !== 200) throw new Error(answer.text);
  }

  async set(settings: object): Promise<void> {
    const answer = await this.raw('PUT', '/_settings', {}, settings);
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

/** 32 hex characters, as providers.md 2.3 advises. */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}

export function encrypted(base64Der: string, padding: number, text: string, oaepHash = 'sha1'): string {
  const key = createPublicKey({ key: Buffer.from(base64Der, 'base64'), format: 'der', type: 'spki' });
  return publicEncrypt({ key, padding, oaepHash }, Buffer.from(text)).toString('base64');
}
