import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Records } from './records.ts';
import type { PersonName, Surroundings } from './surroundings.ts';

/** An answer as a client saw it. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, of which a few fields are read.
export type Json = any;

/** A client that gives a broken service this long has its answer. */
const patienceMs = 240_000;
const answerWithinMs = 30_000;

/** Answers after which the same request is sent again under its key. */
const againCodes = new Set([
  'request_in_progress',
  'request_timeout',
  'outcome_unknown',
  'database_unavailable',
  'internal_error',
  'rate_limited',
]);

/** Whether a client may take an answer as the last word; a key that was rolled meanwhile is no word at all. */
export function isFinalAnswer({ status, text }: Answer): boolean {
  return isFinalCode(status, parse(text).code ?? null);
}

/** The same, of an answer's status and code. */
export function isFinalCode(status: number, code: string | null): boolean {
  return status !== 401 && (code === null || !againCodes.has(code));
}

export function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Sends requests to the service's processes in turn, and records those that move money. */
export class CampaignHttp {
  readonly #surroundings: Surroundings;
  readonly #records: Records;
  readonly #agent = new Agent({ connections: 256, headersTimeout: answerWithinMs, bodyTimeout: answerWithinMs });
  readonly #sessions = new Map<PersonName, Promise<string>>();
  #turn = 0;

  constructor(surroundings: Surroundings, records: Records) {
    this.#surroundings = surroundings;
    this.#records = records;
  }

  /** One request of operation `n` under its key, to whichever process is next. Null when no answer came. */
  async attempt(
    operation: { readonly n: number; readonly client: number; readonly path: string; readonly key: string },
    body: object,
    options: { readonly leaveAfterMs?: number; readonly isChanged?: boolean } = {},
  ): Promise<Answer | null> {
    const client = this.#surroundings.saved.clients[operation.client];
    const atMs = Date.now();
    const beganMs = performance.now();
    const { leaveAfterMs } = options;
    const answer = await this.#send('POST', this.#nextBaseUrl() + operation.path, {
      headers: { authorization: `Bearer ${client?.apiKey}`, 'idempotency-key': operation.key },
      body,
      ...(leaveAfterMs === undefined ? {} : { signal: AbortSignal.timeout(leaveAfterMs) }),
    });
    const { code = null, data } = answer === null ? {} : parse(answer.text);
    this.#records.add({
      is: 'attempt',
      n: operation.n,
      atMs,
      tookMs: Math.round(performance.now() - beganMs),
      status: answer?.status ?? null,
      code,
      transactionId: data?.transaction_id ?? null,
      hash: answer === null ? null : createHash('sha256').update(answer.text).digest('hex').slice(0, 16),
      isChanged: options.isChanged === true,
    });
    return answer;
  }

  /** Sends until there is a final answer. Null when there was none in four minutes. */
  async untilFinal(send: () => Promise<Answer | null>): Promise<Answer | null> {
    const endMs = Date.now() + patienceMs;
    for (;;) {
      const answer = await send();
      if (answer !== null && isFinalAnswer(answer)) return answer;
      if (Date.now() > endMs) return null;
      await sleep(200);
    }
  }

  /** What a client's program reads. Null when no answer came. */
  async read(client: number, path: string): Promise<Answer | null> {
    const apiKey = this.#surroundings.saved.clients[client]?.apiKey;
    return await this.#send('GET', this.#nextBaseUrl() + path, { headers: { authorization: `Bearer ${apiKey}` } });
  }

  /**
   * What a program reads with a key that should be refused, from the loopback address of that number: the service counts failed
   * authentication for each address. Null when no answer came.
   */
  async readWithEndedKey(path: string, apiKey: string, number: number): Promise<Answer | null> {
    const localAddress = `127.1.${(number >> 8) & 255}.${number & 255}`;
    const agent = new Agent({ localAddress, headersTimeout: answerWithinMs, bodyTimeout: answerWithinMs });
    try {
      return await this.#send('GET', this.#nextBaseUrl() + path, {
        headers: { authorization: `Bearer ${apiKey}` },
        agent,
      });
    } finally {
      await agent.close();
    }
  }

  /** A request of a person in the dashboard, who signs in where there is no session. Null when no answer came. */
  async asPerson(
    person: PersonName,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    key?: string,
  ): Promise<Answer | null> {
    const answer = await this.#sendAsPerson(person, method, path, body, key);
    // Nothing was done. The sign-in that follows gives the factor that is asked for every five minutes.
    const isFactorOld = answer?.status === 403 && parse(answer.text).code === 'factor_required';
    return isFactorOld ? await this.#sendAsPerson(person, method, path, body, key) : answer;
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #sendAsPerson(
    person: PersonName,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    key?: string,
  ): Promise<Answer | null> {
    const cookie = await this.#session(person);
    if (cookie === null) return null;
    const session = this.#sessions.get(person);
    const answer = await this.#send(method, `${this.#nextBaseUrl()}/dashboard/api${path}`, {
      headers: {
        cookie,
        origin: this.#surroundings.relay.url,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const isOver = answer?.status === 401 || (answer?.status === 403 && parse(answer.text).code === 'factor_required');
    // Another request may have signed in again meanwhile.
    if (isOver && this.#sessions.get(person) === session) this.#sessions.delete(person);
    return answer;
  }

  async #session(person: PersonName): Promise<string | null> {
    const signingIn = this.#sessions.get(person) ?? this.#signIn(person);
    this.#sessions.set(person, signingIn);
    return await signingIn.catch(() => {
      this.#sessions.delete(person);
      return null;
    });
  }

  async #signIn(person: PersonName): Promise<string> {
    const { email, password } = this.#surroundings.saved.people[person];
    const response = await fetch(`${this.#nextBaseUrl()}/dashboard/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#surroundings.relay.url },
      body: JSON.stringify({ email, password }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!response.ok) throw new Error(`sign-in was answered ${response.status}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    return cookies.join('; ');
  }

  async #send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    {
      headers,
      body,
      signal,
      agent = this.#agent,
    }: { headers: Record<string, string>; body?: object; signal?: AbortSignal; agent?: Agent },
  ): Promise<Answer | null> {
    try {
      const answer = await request(url, {
        method,
        dispatcher: agent,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch {
      return null;
    }
  }

  #nextBaseUrl(): string {
    this.#turn += 1;
    return this.#surroundings.baseUrl(this.#turn % this.#surroundings.processes);
  }
}
