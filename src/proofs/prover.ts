import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Mailer } from '../access/people/mail.ts';
import { WakeableLoop } from '../jobs/wakeable-loop.ts';
import { whileLocked } from '../postgres/advisory-lock.ts';
import { createPool, type DatabaseTarget } from '../postgres/pool.ts';
import { introduceKeys, keyInForce, readProofKeys } from './keys.ts';
import { type ProvenStep, proveStep } from './prove.ts';
import { type Comparison, comparePublished, isForkDecided, publishRounds } from './published.ts';
import { sendRounds } from './receivers.ts';
import { readInstallationId } from './stored-rounds.ts';

/** What the prover can say about itself. */
export type ProverState =
  /** It proves what comes. */
  | 'ok'
  /** Another process of this service proves. */
  | 'elsewhere'
  /** The database has lost rounds that were published. Nothing is signed until two people decide. */
  | 'behind_published'
  /** Keys, file or database cannot be used; the log says why. */
  | 'failing';

/** The state of the prover of this process; `off` where it has none. */
export type ProofState = ProverState | 'off';

export interface ProverOptions {
  readonly target: DatabaseTarget;
  readonly keysFile: string;
  readonly roundsFile: string;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  readonly receivers: readonly string[];
  readonly sendEveryMs: number;
  readonly mailer: Mailer | null;
  readonly onRound: () => void;
  readonly onBehind: (comparison: Extract<Comparison, { is: 'behind' }>) => void;
  readonly onError: (error: unknown) => void;
  readonly onReceiverFailure: (address: string, error: unknown) => void;
}

/** The share of the time for which the event loop is busy with other work, from which on the prover gives way. */
const busyFrom = 0.5;
/** How long it rests after a round, as a multiple of the time that the round took: on a busy machine and on another. */
const restWhenBusy = 40;
const restWhenIdle = 1;
const longestRestMs = 60_000;
const nothingProven: ProvenStep = { round: null, more: false };

/** Milliseconds to rest after a round before more work. @param busyShare of other work in the last rest, from 0 to 1. */
export function restAfter(workedMs: number, busyShare: number): number {
  return Math.min(workedMs * (busyShare >= busyFrom ? restWhenBusy : restWhenIdle), longestRestMs);
}

/**
 * Proves what was committed, round after round, beside the payments. Of the processes that share a database one proves, and each
 * publishes to its own file what was proven.
 */
export class Prover {
  readonly #options: ProverOptions;
  readonly #pool: pg.Pool;
  readonly #loop: WakeableLoop;
  readonly #stopping = new AbortController();
  #sending: Promise<void> | null = null;
  #state: ProverState = 'ok';
  #utilization = performance.eventLoopUtilization();

  constructor(options: ProverOptions) {
    this.#options = options;
    this.#pool = createPool(options.target, {
      applicationName: 'nsimbi prover',
      max: 2,
      // Few rows by key from large tables; a table that was empty when it was analyzed would be read whole.
      settings: { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' },
    });
    this.#loop = new WakeableLoop(() => this.#step());
  }

  get state(): ProverState {
    return this.#state;
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
    await this.#sending;
    await this.#pool.end();
  }

  async #step(): Promise<number> {
    const { everyMs, onError } = this.#options;
    const busyShare = performance.eventLoopUtilization(this.#utilization).utilization;
    const began = performance.now();
    let step: ProvenStep = nothingProven;
    try {
      step = await this.#proveAndPublish();
      // A receiver that is slow to answer delays no proof.
      this.#sending ??= this.#send();
    } catch (error) {
      this.#state = 'failing';
      onError(error);
    }
    this.#utilization = performance.eventLoopUtilization();
    // What found nothing to prove cost little, however long it waited for its turn.
    const rest = step.round === null ? 0 : restAfter(performance.now() - began, busyShare);
    return step.more ? rest : Math.max(rest, everyMs);
  }

  async #send(): Promise<void> {
    const { receivers, sendEveryMs, mailer, onError, onReceiverFailure } = this.#options;
    const { signal } = this.#stopping;
    try {
      await sendRounds(this.#pool, { receivers, everyMs: sendEveryMs, mailer, onFailure: onReceiverFailure, signal });
    } catch (error) {
      onError(error);
    } finally {
      this.#sending = null;
    }
  }

  async #proveAndPublish(): Promise<ProvenStep> {
    const { roundsFile, onBehind } = this.#options;
    const comparison = await comparePublished(this.#pool, roundsFile);
    if (comparison.is === 'behind' && !(await isForkDecided(this.#pool, comparison))) {
      this.#state = 'behind_published';
      onBehind(comparison);
      return nothingProven;
    }
    const step = await this.#prove();
    // Processes of one host share the file: while one appends, another would take a line that is half written for what a crash left.
    await whileLocked(this.#pool, 'nsimbi.proof_rounds', () => publishRounds(this.#pool, roundsFile));
    return step;
  }

  /** Proves while no other process does. */
  async #prove(): Promise<ProvenStep> {
    const { keysFile, onRound } = this.#options;
    const step = await whileLocked(this.#pool, 'nsimbi.prover', async () => {
      const nowMs = Date.now();
      const keys = readProofKeys(keysFile, nowMs);
      await introduceKeys(this.#pool, await readInstallationId(this.#pool), keys);
      return await proveStep(this.#pool, keyInForce(keys, nowMs));
    });
    this.#state = step === null ? 'elsewhere' : 'ok';
    if (step === null) return nothingProven;
    if (step.round !== null) onRound();
    return step;
  }
}
