import { Counter, Gauge, type Registry } from 'prom-client';
import type { Queryable } from '../postgres/pool.ts';
import { readProofLag } from './lag.ts';
import type { ProverState } from './prover.ts';

/**
 * Registers how far the proofs are behind, how many rounds were signed, and whether the database has lost published ones.
 * @returns what the prover calls after each round.
 */
export function measureProofs(registry: Registry, db: Queryable, state: () => ProverState): { onRound: () => void } {
  const rounds = new Counter({
    name: 'nsimbi_proof_rounds_total',
    help: 'Rounds that this process has signed.',
    registers: [registry],
  });
  new Gauge({
    name: 'nsimbi_proof_lag_seconds',
    help: 'Age of the oldest batch that is not proven yet; 0 where all are.',
    registers: [registry],
    async collect() {
      const lag = await readProofLag(db).catch(() => null);
      if (lag !== null) this.set(lag.seconds);
    },
  });
  new Gauge({
    name: 'nsimbi_proof_behind_published',
    help: '1 while the database has lost rounds that were published.',
    registers: [registry],
    collect() {
      this.set(state() === 'behind_published' ? 1 : 0);
    },
  });
  return { onRound: () => rounds.inc() };
}
