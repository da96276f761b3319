import { Approvals } from './approvals.ts';
import { BulkPayouts } from './bulk-payouts.ts';
import { Collections, Refunds } from './collections.ts';
import { Events } from './events.ts';
import { Quotes } from './quotes.ts';
import { Receipts } from './receipts.ts';
import { RequestSigner, type SigningKey } from './request-signing.ts';
import { Keys, Proofs, ServiceHealth, TestMode } from './service.ts';
import { Transport } from './transport.ts';
import { Wallet } from './wallet.ts';
import { Webhooks } from './webhooks.ts';

export interface NsimbiOptions {
  /** `nsk_live_…` or `nsk_test_…`; it decides whether real money moves. */
  readonly apiKey: string;
  /** The address of the service, for example `https://pay.example.ug`. */
  readonly baseUrl: string;
  /** Milliseconds for one attempt. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed call is repeated where that is safe. Default 3; 0 for never. */
  readonly maxRetries?: number | undefined;
  /** Replaces the global fetch, for tests and proxies. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Signs every attempt of every request. Needed where the API key has signing keys. */
  readonly signingKey?: SigningKey | undefined;
}

/** A client of the service with one key. */
export class Nsimbi {
  readonly wallet: Wallet;
  readonly collections: Collections;
  readonly refunds: Refunds;
  readonly approvals: Approvals;
  readonly quotes: Quotes;
  readonly bulkPayouts: BulkPayouts;
  readonly webhooks: Webhooks;
  readonly events: Events;
  readonly receipts: Receipts;
  readonly proofs: Proofs;
  readonly key: Keys;
  readonly health: ServiceHealth;
  readonly testMode: TestMode;

  /** @throws TypeError when a value cannot be right, before anything is sent. */
  constructor({
    apiKey,
    baseUrl,
    timeoutMs = 30_000,
    maxRetries = 3,
    fetch = globalThis.fetch,
    signingKey,
  }: NsimbiOptions) {
    if (typeof apiKey !== 'string' || !/^nsk_(?:live|test)_[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be the whole text of a key, which begins with nsk_live_ or nsk_test_.');
    }
    if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be a number of milliseconds above 0.');
    if (!Number.isSafeInteger(maxRetries) || maxRetries < 0) throw new TypeError('maxRetries must be 0 or more.');
    const signer = signingKey === undefined ? null : new RequestSigner(signingKey);
    const transport = new Transport({ apiKey, baseUrl: checkedAddress(baseUrl), timeoutMs, maxRetries, fetch, signer });
    this.wallet = new Wallet(transport);
    this.collections = new Collections(transport);
    this.refunds = new Refunds(transport);
    this.approvals = new Approvals(transport);
    this.quotes = new Quotes(transport);
    this.bulkPayouts = new BulkPayouts(transport);
    this.webhooks = new Webhooks(transport);
    this.events = new Events(transport);
    this.receipts = new Receipts(transport);
    this.proofs = new Proofs(transport);
    this.key = new Keys(transport);
    this.health = new ServiceHealth(transport);
    this.testMode = new TestMode(transport);
  }
}

/** The address without a slash at its end. */
function checkedAddress(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must be an address such as https://pay.example.ug.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
