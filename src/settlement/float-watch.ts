import type { Logger } from 'pino';
import type { Ugx } from '../money/ugx.ts';
import type { BalanceResult } from '../operators/contract.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Connectors, RegisteredConnector } from './connectors.ts';
import {
  type FloatKey,
  type FloatQuestion,
  leaveQuestion,
  readFloats,
  readSent,
  takeQuestions,
  writeReport,
} from './float-rows.ts';
import { callsThatLeave, type FloatLevel, type FloatName, knownFloat, levelOf } from './known-float.ts';
import type { SettlementMetrics } from './metrics.ts';
import type { QueryBudget } from './query-budget.ts';

/** How often each float of a real operator is asked about, all processes together. */
const usualEveryMs = 60_000;
const lookEveryMs = 5_000;
const questionTimeoutMs = 10_000;

/** What is known of a float: shillings that it can still pay, or null. */
export interface KnownFloat extends FloatKey {
  readonly known: Ugx | null;
  readonly level: FloatLevel;
}

/** Asks operators what they hold for us, and tells a person when it is little (providers.md section 4, rule 24). */
export class FloatWatch {
  readonly #db: Queryable;
  readonly #registry: Connectors;
  readonly #budget: QueryBudget;
  readonly #metrics: Pick<SettlementMetrics, 'balanceQuestions'>;
  readonly #logger: Logger;
  readonly #alertBelow: number;
  readonly #everyMs: number;
  readonly #operatorAccountIds: readonly number[];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #known: readonly KnownFloat[] = [];

  constructor(parts: {
    db: Queryable;
    registry: Connectors;
    budget: QueryBudget;
    metrics: Pick<SettlementMetrics, 'balanceQuestions'>;
    logger: Logger;
    /** Shillings under which a float for payouts is little. */
    alertBelow: number;
    everyMs?: number;
  }) {
    this.#db = parts.db;
    this.#registry = parts.registry;
    this.#budget = parts.budget;
    this.#metrics = parts.metrics;
    this.#logger = parts.logger;
    this.#alertBelow = parts.alertBelow;
    this.#everyMs = parts.everyMs ?? usualEveryMs;
    // What the simulator holds is no money.
    this.#operatorAccountIds = parts.registry
      .all()
      .filter(({ connector }) => !connector.simulated)
      .map(({ operatorAccountId }) => operatorAccountId);
  }

  start(): void {
    if (this.#operatorAccountIds.length === 0) return;
    this.#lookInBackground();
    this.#timer = setInterval(() => this.#lookInBackground(), lookEveryMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** As of this process's last look, seconds ago; empty before the first. */
  known(): readonly KnownFloat[] {
    return this.#known;
  }

  /** Asks about every float whose turn it is, and takes note of what is known of all. */
  async look(): Promise<void> {
    const questions = await takeQuestions(this.#db, this.#operatorAccountIds, this.#everyMs);
    await Promise.all(questions.map((question) => this.#ask(question)));
    const before = this.#known;
    this.#known = await this.read();
    this.#alert(before);
  }

  /** What all processes together know now. Asks no operator. */
  async read(): Promise<readonly KnownFloat[]> {
    if (this.#operatorAccountIds.length === 0) return [];
    const floats = await readFloats(this.#db, this.#operatorAccountIds);
    return floats.map(({ operatorAccountId, float, ...standing }) => {
      const known = knownFloat(standing);
      return { operatorAccountId, float, known, level: levelOf(float, known, this.#alertBelow) };
    });
  }

  #lookInBackground(): void {
    this.#looking ??= this.look()
      .catch((error: unknown) => this.#logger.warn({ err: error }, 'floats could not be looked at'))
      .then(() => {
        this.#looking = null;
      });
  }

  async #ask(question: FloatQuestion): Promise<void> {
    const registered = this.#registry.byAccount(question.operatorAccountId);
    if (registered === undefined) return;
    const { connector, operatorAccountId } = registered;
    if (!(await this.#budget.take(operatorAccountId, connector.queriesPerSecond, 'payout'))) {
      return leaveQuestion(this.#db, question);
    }
    const sent = await readSent(this.#db, question, callsThatLeave(question.float, connector));
    const word = await balanceOf(registered, question.float);
    const { mode, operator } = connector;
    this.#metrics.balanceQuestions.inc({ mode, operator, float: question.float, word: word.is });
    if (word.is === 'known') return writeReport(this.#db, question, word.amount, sent);
    const line = { operator, operator_account_id: operatorAccountId, float: question.float, raw: word.raw };
    if (word.is === 'refused') this.#logger.error(line, 'the operator refuses to say what it holds for us');
    else this.#logger.info(line, 'the operator did not say what it holds for us');
  }

  /** Tells of a float once when it becomes little, and once when it is filled again. */
  #alert(before: readonly KnownFloat[]): void {
    for (const { operatorAccountId, float, known, level } of this.#known) {
      const earlier = before.find((one) => one.operatorAccountId === operatorAccountId && one.float === float);
      const line = {
        operator: this.#registry.byAccount(operatorAccountId)?.connector.operator,
        operator_account_id: operatorAccountId,
        float,
        known: known === null ? null : Number(known),
        alert_below: this.#alertBelow,
      };
      if (level === 'low' && earlier?.level !== 'low') this.#logger.error(line, 'a float is low; fund it');
      if (level === 'ok' && earlier?.level === 'low') this.#logger.info(line, 'a float is filled again');
    }
  }
}

async function balanceOf({ connector }: RegisteredConnector, float: FloatName): Promise<BalanceResult> {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), questionTimeoutMs);
  const late = new Promise<BalanceResult>((resolve) => {
    cut.signal.addEventListener('abort', () => setImmediate(resolve, { is: 'unknown', raw: 'cut: no answer in time' }));
  });
  try {
    const direction = float === 'collection_float' ? 'collection' : 'payout';
    return await Promise.race([connector.balance(direction, cut.signal), late]);
  } catch (error) {
    return { is: 'unknown', raw: String(error) };
  } finally {
    clearTimeout(timer);
  }
}
