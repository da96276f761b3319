import { ugx } from '../../../src/money/ugx.ts';
import type {
  AccountStatus,
  BalanceResult,
  CallbackRequest,
  ConnectorObserver,
  LiveConnector,
  MoneyCall,
  OperatorAccountIdentity,
  QueryResult,
  StatusQuery,
  SubmitResult,
} from '../../../src/operators/contract.ts';
import { type JsonAnswer, JsonCaller } from '../../../src/operators/http/json-caller.ts';
import { TokenCache } from '../../../src/operators/tokens.ts';

interface LycaSettings {
  readonly baseUrl: string;
  readonly apiUser: string;
  readonly apiKey: string;
  readonly pollDelaysMs: readonly number[];
  readonly queriesPerSecond: number;
}

/** Speaks the protocol of stand-in.ts. */
export class LycaWallet implements LiveConnector {
  readonly operator = 'Lycamobile';
  readonly mode = 'live';
  readonly simulated = false;
  readonly currency = 'UGX';
  readonly refundsCanBeAskedAbout = true;
  readonly refundsInPart = false;
  readonly refundsLeave = 'collection_float';
  readonly promptWindowMs = 60_000;
  readonly account: OperatorAccountIdentity;
  readonly pollDelaysMs: readonly number[];
  readonly queriesPerSecond: number;
  readonly #caller: JsonCaller;
  readonly #tokens: TokenCache;

  constructor(settings: LycaSettings, observer: ConnectorObserver) {
    const { host, origin } = new URL(settings.baseUrl);
    this.account = { host, environment: 'lyca', apiUser: settings.apiUser };
    this.pollDelaysMs = settings.pollDelaysMs;
    this.queriesPerSecond = settings.queriesPerSecond;
    this.#caller = new JsonCaller({ origin, watch: observer.exchange.bind(observer, this.operator) });
    this.#tokens = new TokenCache({
      earlyMs: 1_000,
      ask: async (signal) => {
        const headers = { 'x-user': settings.apiUser, 'x-api-key': settings.apiKey };
        const request = {
          method: 'POST',
          path: '/session',
          headers,
          secretAnswer: true,
          isTokenRequest: true,
        } as const;
        const answer = await this.#caller.call(request, signal);
        if (answer.is !== 'answered') return { is: 'none', raw: answer.reason };
        if (answer.status !== 200) return { is: 'refused', raw: `HTTP ${answer.status}` };
        return { is: 'token', token: fieldsOf(answer).session ?? '', lifetimeMs: 60_000 };
      },
    });
  }

  newReference(): string {
    return crypto.randomUUID();
  }

  collect(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#pay('/debits', call, signal);
  }

  payOut(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#pay('/credits', call, signal);
  }

  refund(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#pay('/credits', call, signal);
  }

  async query({ reference }: StatusQuery, signal: AbortSignal): Promise<QueryResult> {
    const answer = await this.#send('GET', `/payments/${reference}`, signal);
    if (answer?.is !== 'answered') return { is: 'unknown', raw: answer?.reason ?? 'no session' };
    if (answer.status === 404) return { is: 'not_found' };
    const { state, wallet_receipt: receipt, amount } = fieldsOf(answer);
    if (state === 'PAID') return { is: 'succeeded', receipt: receipt ?? null, amount: ugx(amount ?? '') };
    return state === 'WAITING' ? { is: 'pending' } : { is: 'unknown', raw: answer.text };
  }

  async lookupName(): Promise<string | null> {
    return null;
  }

  async accountStatus(): Promise<AccountStatus> {
    return 'unknown';
  }

  async balance(direction: 'collection' | 'payout', signal: AbortSignal): Promise<BalanceResult> {
    const answer = await this.#send('GET', `/balances/${direction}`, signal);
    if (answer?.is !== 'answered') return { is: 'unknown', raw: answer?.reason ?? 'no session' };
    const { balance } = fieldsOf(answer);
    return balance === undefined ? { is: 'unknown', raw: answer.text } : { is: 'known', amount: ugx(balance) };
  }

  readCallback({ path }: CallbackRequest): { readonly reference: string } | null {
    const reference = path.split('/').at(-1);
    return reference === undefined ? null : { reference };
  }

  close(): Promise<void> {
    return this.#caller.close();
  }

  async #pay(path: string, call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    const { reference, phone, amount, onExchange } = call;
    const body = JSON.stringify({ partner_ref: reference, phone, amount: String(amount) });
    const answer = await this.#send('POST', path, signal, { body, onExchange });
    if (answer === null) return { is: 'not_reached', raw: 'no session' };
    if (answer.is !== 'answered') return { is: answer.is, raw: answer.reason };
    if (answer.status === 201) return { is: 'accepted', paid: false };
    return { is: 'unknown', raw: answer.text };
  }

  /** Null where there is no session. */
  async #send(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    more: { readonly body?: string; readonly onExchange?: MoneyCall['onExchange'] } = {},
  ): Promise<JsonAnswer | null> {
    const call = (token: string) =>
      this.#caller.call({ method, path, headers: { authorization: `Session ${token}` }, ...more }, signal);
    const sent = await this.#tokens.send(call, (answer) => answer.is === 'answered' && answer.status === 401, signal);
    return sent.is === 'sent' ? sent.answer : null;
  }
}

function fieldsOf({ json }: Extract<JsonAnswer, { is: 'answered' }>): Readonly<Record<string, string | undefined>> {
  return typeof json === 'object' && json !== null ? (json as Record<string, string>) : {};
}
