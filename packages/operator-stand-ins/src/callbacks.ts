import * as http from 'node:http';
import * as https from 'node:https';
import type { Payment, SentCallback } from './books.ts';
import type { Timers } from './timers.ts';

export interface CallbackMessage {
  readonly url: string;
  readonly method: 'PUT' | 'POST';
  readonly body: string;
  /** False for a forged callback, which anybody could send to the same address. */
  readonly genuine: boolean;
}

/** Connections kept to one receiver: a burst waits for a free one, and does not knock with hundreds of new ones at once. */
const connectionsMax = 32;

/**
 * One published version of MTN's retries (providers.md 1.9): 20 times a second apart, 30 times every 2 minutes, then
 * every hour, here for a day. The other version is none at all.
 */
export const publishedRetryDelaysMs: readonly number[] = [
  ...Array<number>(20).fill(1_000),
  ...Array<number>(30).fill(120_000),
  ...Array<number>(24).fill(3_600_000),
];

/** Settings of callbacks, in milliseconds. */
interface CallbackSettings {
  readonly callbackDeadlineMs: number;
  readonly callbackRetryDelaysMs: readonly number[];
}

/** Sends callbacks for real, and writes into the books what came of them. */
export class Callbacks {
  readonly #timers: Timers;
  readonly #settings: () => CallbackSettings;
  readonly #httpAgent = new http.Agent({ keepAlive: true, maxSockets: connectionsMax });
  readonly #httpsAgent = new https.Agent({ keepAlive: true, maxSockets: connectionsMax });

  constructor(timers: Timers, settings: () => CallbackSettings) {
    this.#timers = timers;
    this.#settings = settings;
  }

  /** Sends one, and its retries when it was not answered 2xx. Settles after the first attempt; never throws. */
  async send(payment: Payment, message: CallbackMessage, retry = 0): Promise<void> {
    const sent: SentCallback = {
      atMs: Date.now(),
      method: message.method,
      url: message.url,
      genuine: message.genuine,
      answer: null,
    };
    payment.callbacks.push(sent);
    sent.answer = await this.#post(message);
    const taken = typeof sent.answer === 'number' && sent.answer >= 200 && sent.answer <= 299;
    const delayMs = this.#settings().callbackRetryDelaysMs[retry];
    if (taken || delayMs === undefined || !message.genuine) return;
    this.#timers.after(delayMs, () => void this.send(payment, message, retry + 1));
  }

  close(): void {
    this.#httpAgent.destroy();
    this.#httpsAgent.destroy();
  }

  #post({ url, method, body }: CallbackMessage): Promise<number | string> {
    return new Promise((resolve) => {
      try {
        const secure = url.startsWith('https:');
        const request = (secure ? https : http).request(
          url,
          {
            method,
            agent: secure ? this.#httpsAgent : this.#httpAgent,
            headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
            signal: AbortSignal.timeout(this.#settings().callbackDeadlineMs),
          },
          (response) => {
            response.on('error', () => resolve(response.statusCode ?? 0));
            response.on('end', () => resolve(response.statusCode ?? 0));
            response.resume();
          },
        );
        request.on('error', (error) => resolve(error.message));
        request.end(body);
      } catch (error) {
        resolve(error instanceof Error ? error.message : String(error));
      }
    });
  }
}
