import type { Logger } from 'pino';
import { WakeableLoop } from '../jobs/wakeable-loop.ts';
import type { BalanceResult } from '../operators/contract.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Connectors, RegisteredConnector } from './connectors.ts';
import {
  type BalanceQuery,
  claimBalanceQueries,
  readFloats,
  readSent,
  returnBalanceQuery,
  writeReport,
} from './float-rows.ts';
import { callsThatLeave, type FloatName, type KnownFloat, knownFloat, levelOf } from './known-float.ts';
import type { SettlementMetrics } from './metrics.ts';
import type { QueryBudget } from './query-budget.ts';

/** How often the balance of each float of a real operator is queried, all processes together. */
const usualEveryMs = 60_000;
const lookEveryMs = 5_000;
const queryTimeoutMs = 10_000;

/**
 * Queries operators for the balances of our floats, and alerts when one is low (providers.md section 4, rule 24). An operator
 * account has two floats, so this needs neither concurrency limits nor back-off: only the engine's loop. The number of
 * the query is the lease's token.
 */
export class FloatWatch {
  readonly #db: Queryable;
  readonly #registry: Connectors;
  readonly #budget: QueryBudget;
  readonly #metrics: Pick<SettlementMetrics, 'balanceQuestions'>;
  readonly #logger: Logger;
  readonly #alertBelow: number;
  readonly #everyMs: number;
  readonly #operatorAccountIds: readonly number[];
  readonly #loop = new WakeableLoop(() => this.#lookInBackground());
  #known: readonly KnownFloat[] = [];

  constructor(parts: {
    db: Queryable;
    registry: Connectors;
    budget: QueryBudget;
    metrics: Pick<SettlementMetrics, 'balanceQuestions'>;
    logger: Logger;
    /** Shillings under which a float for payouts is low. */
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
    // The simulator's floats hold no money.
    this.#operatorAccountIds = parts.registry
      .all()
      .filter(({ connector }) => !connector.simulated)
      .map(({ operatorAccountId }) => operatorAccountId);
  }

  start(): void {
    if (this.#operatorAccountIds.length > 0) this.#loop.start();
  }

  /** Resolves when the look under way has ended. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** As of this process's last look, seconds ago; empty before the first. */
  known(): readonly KnownFloat[] {
    return this.#known;
  }

  /** Queries every float that is due, and reads what is known of all. */
  async look(): Promise<void> {
    const queries = await claimBalanceQueries(this.#db, this.#operatorAccountIds, this.#everyMs);
    await Promise.all(queries.map((query) => this.#query(query)));
    const before = this.#known;
    this.#known = await this.read();
    this.#alert(before);
  }

  /** What all processes together know now. Calls no operator. */
  async read(): Promise<readonly KnownFloat[]> {
    if (this.#operatorAccountIds.length === 0) return [];
    const floats = await readFloats(this.#db, this.#operatorAccountIds);
    return floats.map(({ operatorAccountId, float, ...report }) => {
      const known = knownFloat(report);
      return { operatorAccountId, float, known, level: levelOf(float, known, this.#alertBelow) };
    });
  }

  async #lookInBackground(): Promise<number> {
    try {
      await this.look();
    } catch (error) {
      this.#logger.warn({ err: error }, 'the balances of floats could not be queried');
    }
    return lookEveryMs;
  }

  async #query(query: BalanceQuery): Promise<void> {
    const registered = this.#registry.byAccount(query.operatorAccountId);
    if (registered === undefined) return;
    const { connector, operatorAccountId } = registered;
    if (!(await this.#budget.take(operatorAccountId, connector.queriesPerSecond, 'payout'))) {
      return returnBalanceQuery(this.#db, query);
    }
    const sent = await readSent(this.#db, query, callsThatLeave(query.float, connector));
    const result = await balanceOf(registered, query.float);
    const { mode, operator } = connector;
    this.#metrics.balanceQuestions.inc({ mode, operator, float: query.float, word: result.is });
    if (result.is === 'known') return writeReport(this.#db, query, result.amount, sent);
    const line = { operator, operator_account_id: operatorAccountId, float: query.float, raw: result.raw };
    if (result.is === 'refused') this.#logger.error(line, 'the operator refuses to report our balance');
    else this.#logger.info(line, 'the operator did not report our balance');
  }

  /** Logs a float once when it becomes low, and once when it is filled again. */
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
  const timer = setTimeout(() => cut.abort(), queryTimeoutMs);
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
