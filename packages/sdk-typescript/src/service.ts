import { type CallOptions, idInPath, type MoneyCallOptions, type Transport } from './transport.ts';
import type {
  ApiKey,
  Envelope,
  Funding,
  FundTestWalletRequest,
  Health,
  Prompt,
  PromptsQuery,
  ProofKeys,
  ProofRounds,
  ProofRoundsQuery,
  Readiness,
  Round,
} from './types.ts';

/** The key itself. */
export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Who the key is, what it may do, and what is left of its budget, in shillings.
   * @throws NsimbiError
   */
  async get(options?: CallOptions): Promise<ApiKey> {
    return (await this.#transport.json<Envelope<ApiKey>>({ method: 'GET', path: '/api/v1/key', kind: 'read' }, options))
      .data;
  }
}

/** The signed rounds of the ledger. They are public, so the key is not sent. */
export class Proofs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page, the newest round first; `next_before` is the `before` of the next one.
   * @throws NsimbiError
   */
  list(query: ProofRoundsQuery = {}, options?: CallOptions): Promise<ProofRounds> {
    return this.#transport.json({ ...publicRead('/proofs'), query: { ...query } }, options);
  }

  /**
   * All rounds, the newest first.
   * @throws NsimbiError
   */
  async *iterate(query: ProofRoundsQuery = {}, options?: CallOptions): AsyncGenerator<Round, void, undefined> {
    let page = await this.list(query, options);
    for (;;) {
      yield* page.rounds;
      // A page of none, or one that names no lower number, would be read for ever.
      if (page.next_before === null || page.rounds.length === 0) return;
      page = await this.list({ before: page.next_before }, options);
    }
  }

  /**
   * The newest round.
   * @throws NotFoundError before the first one; NsimbiError
   */
  latest(options?: CallOptions): Promise<Round> {
    return this.#transport.json(publicRead('/proofs/latest'), options);
  }

  /** @throws NsimbiError */
  get(number: number, options?: CallOptions): Promise<Round> {
    return this.#transport.json(publicRead(`/proofs/${idInPath(number)}`), options);
  }

  /**
   * The public keys that sign rounds, the oldest first. To verify receipts, keep those that you trust with your program.
   * @throws NsimbiError
   */
  keys(options?: CallOptions): Promise<ProofKeys> {
    return this.#transport.json(publicRead('/proofs/keys'), options);
  }
}

/** Whether the service works. The key is not sent. */
export class ServiceHealth {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Answers when the process of the service does.
   * @throws NsimbiError
   */
  alive(options?: CallOptions): Promise<Health> {
    return this.#transport.json(publicRead('/healthz'), options);
  }

  /**
   * Whether requests can be served. "Not ready" is an answer and no error.
   * @throws NsimbiError
   */
  ready(options?: CallOptions): Promise<Readiness> {
    return this.#transport.json({ ...publicRead('/readyz'), alsoAnswers: 503 }, options);
  }
}

/** What a test key can do beside the rest. */
export class TestMode {
  readonly prompts: Prompts;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.prompts = new Prompts(transport);
  }

  /**
   * Puts test shillings into the wallet. The same `idempotencyKey` never funds twice.
   * @throws NsimbiError with the `idempotencyKey`, to continue with
   */
  async fund(request: FundTestWalletRequest, options?: MoneyCallOptions): Promise<Funding> {
    const call = { method: 'POST', path: '/api/v1/test/wallet/fund', kind: 'keyed', body: request } as const;
    return (await this.#transport.json<Envelope<Funding>>(call, options)).data;
  }
}

/** The prompts on the phones of the simulator. */
export class Prompts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @throws NsimbiError */
  async list(query: PromptsQuery = {}, options?: CallOptions): Promise<readonly Prompt[]> {
    const call = { method: 'GET', path: '/api/v1/test/prompts', kind: 'read', query: { ...query } } as const;
    return (await this.#transport.json<Envelope<readonly Prompt[]>>(call, options)).data;
  }

  /** @throws NsimbiError */
  approve(id: number, options?: CallOptions): Promise<Prompt> {
    return this.#answer(id, 'approve', options);
  }

  /** @throws NsimbiError */
  decline(id: number, options?: CallOptions): Promise<Prompt> {
    return this.#answer(id, 'decline', options);
  }

  async #answer(id: number, answer: 'approve' | 'decline', options?: CallOptions): Promise<Prompt> {
    const path = `/api/v1/test/prompts/${idInPath(id)}/${answer}`;
    return (await this.#transport.json<Envelope<Prompt>>({ method: 'POST', path, kind: 'unkeyed' }, options)).data;
  }
}

function publicRead(path: string) {
  return { method: 'GET', path, kind: 'read', isPublic: true } as const;
}
