import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Writer } from '../ledger/writer/writer.ts';
import { createConnectorObserver } from '../operators/connector-observer.ts';
import { connectOperators } from '../operators/registry.ts';
import { createSimulator, type Simulator } from '../operators/simulator/simulator.ts';
import { createPool } from '../postgres/pool.ts';
import { publicUrlDoubt } from '../settings/public-url.ts';
import { CallbackIntake } from '../settlement/callback-intake.ts';
import { registerConnectors } from '../settlement/connectors.ts';
import { createSettlement, type SettlementService } from '../settlement/settlement.ts';
import type { Foundation } from './foundation.ts';
import { openCallLog } from './open-logs.ts';

/** Operators, real and simulated, and the due work of their payments. */
export interface StartedSettlement {
  readonly settlement: SettlementService;
  readonly simulator: Simulator;
  /** Receives the callbacks of real operators. */
  readonly operatorCallbacks: CallbackIntake;
}

/**
 * Connections of its own, because many payments are polled at once, and requests must not wait for them. To be opened
 * before the writer, and so closed after it: after the last commits it may have to record that their calls were not made.
 */
export function openSettlementPool({ target, stopping }: Pick<Foundation, 'target' | 'stopping'>): pg.Pool {
  const pool = createPool(target, {
    applicationName: 'nsimbi settlement',
    max: 10,
    // It reaches few rows by key, in a table that may be empty when it is analyzed and long a minute later.
    settings: { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' },
  });
  stopping.add(async () => {
    // Callbacks of the last commits run in this turn of the event loop and write with this pool.
    await setImmediate();
    await pool.end();
  });
  return pool;
}

/** Connects the operators. `settlement.start` starts the loops that poll them. */
export async function startSettlement(
  foundation: Foundation,
  settlementPool: pg.Pool,
  writer: Writer,
): Promise<StartedSettlement> {
  const { config, pool, records, notices, installation, metricsRegistry, logger, stopping } = foundation;
  const { simulatorDelayMs: delayMs, pollDelaysMs } = config;
  const simulator = createSimulator({ db: pool, delayMs, pollDelaysMs });
  stopping.add(() => simulator.stop());
  const liveConnectors = await connectOperators(config, createConnectorObserver(metricsRegistry, logger));
  stopping.add(() => Promise.all(liveConnectors.map((connector) => connector.close())));
  const doubt = publicUrlDoubt(config.publicUrl);
  if (doubt !== null) logger.warn(doubt);
  // Closed after the calls that it records: those under way have ended by then.
  const callNotes = openCallLog(foundation);
  const liveAllowed = installation.liveRefusal === null;
  const settlement = createSettlement({
    pool: settlementPool,
    records,
    writer,
    notices,
    registry: await registerConnectors(pool, [...simulator.connectors, ...liveConnectors], liveAllowed),
    settings: config,
    liveAllowed,
    callNotes,
    metricsRegistry,
    logger,
  });
  simulator.deliverCallbacksTo((operator, callback) => void settlement.receiveCallback('test', operator, callback));
  stopping.add(() => settlement.stop());
  const operatorCallbacks = new CallbackIntake({
    receive: (operator, callback) => settlement.receiveCallback('live', operator, callback),
    metricsRegistry,
    logger,
  });
  stopping.add(() => operatorCallbacks.close());
  return { settlement, simulator, operatorCallbacks };
}
