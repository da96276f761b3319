import { Counter, Gauge, type Registry } from 'prom-client';
import { dueRowsLagMs } from '../jobs/due-rows.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Circuits } from './circuit.ts';
import { readOpenTransactions, readWaitingCalls } from './open-transactions.ts';
import type { OperatorState } from './operator-states.ts';

/** What is counted about operators. */
export interface SettlementMetrics {
  readonly calls: Counter<'mode' | 'operator' | 'direction' | 'first_word'>;
  readonly ourFailures: Counter<'mode' | 'operator' | 'direction' | 'code'>;
  readonly queries: Counter<'mode' | 'operator' | 'direction' | 'word'>;
  readonly queriesSkipped: Counter<'mode' | 'operator'>;
  readonly callbacks: Counter<'mode' | 'operator' | 'known'>;
  readonly resendsStopped: Counter<'mode' | 'operator'>;
  readonly balanceQuestions: Counter<'mode' | 'operator' | 'float' | 'word'>;
}

/** Registers the metrics of settlement; open transactions are read from the database when metrics are collected. */
export function createSettlementMetrics(registry: Registry, db: Queryable, circuits: Circuits): SettlementMetrics {
  const registers = [registry];
  new Gauge({
    name: 'nsimbi_operator_circuit_open',
    help: '1 while calls of an operator account and direction are held back because too many were not answered',
    labelNames: ['operator_account_id', 'direction'],
    registers,
    collect() {
      for (const { operatorAccountId, direction, open } of circuits.states()) {
        this.set({ operator_account_id: operatorAccountId, direction }, open ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'nsimbi_open_transactions',
    help: 'Transactions that an operator has not ended, by age',
    labelNames: ['mode', 'operator', 'direction', 'age'],
    registers,
    async collect() {
      const open = await readOpenTransactions(db).catch(() => null);
      this.reset();
      for (const { count, ...labels } of open ?? []) this.set(labels, count);
    },
  });
  new Gauge({
    name: 'nsimbi_waiting_calls',
    help: 'Money calls that are due and held back, by what they wait for',
    labelNames: ['mode', 'operator', 'direction', 'waits_for'],
    registers,
    async collect() {
      const waiting = await readWaitingCalls(db).catch(() => null);
      this.reset();
      for (const { count, ...labels } of waiting ?? []) this.set(labels, count);
    },
  });
  new Gauge({
    name: 'nsimbi_due_rows_lag_seconds',
    help: 'For how long the longest waiting row of a work table has been due',
    labelNames: ['table'],
    registers,
    async collect() {
      for (const table of ['submission', 'approval'] as const) {
        const lagMs = await dueRowsLagMs(db, table).catch(() => null);
        if (lagMs !== null) this.set({ table }, lagMs / 1_000);
      }
    },
  });
  return {
    calls: new Counter({
      name: 'nsimbi_operator_calls_total',
      help: "Money calls by the operator's first word",
      labelNames: ['mode', 'operator', 'direction', 'first_word'],
      registers,
    }),
    ourFailures: new Counter({
      name: 'nsimbi_operator_faults_of_ours_total',
      help: 'Payments that failed for a reason on our side, by failure code: a setting, our PIN, our account, our float',
      labelNames: ['mode', 'operator', 'direction', 'code'],
      registers,
    }),
    queries: new Counter({
      name: 'nsimbi_operator_queries_total',
      help: "Status queries by the operator's answer",
      labelNames: ['mode', 'operator', 'direction', 'word'],
      registers,
    }),
    queriesSkipped: new Counter({
      name: 'nsimbi_operator_queries_skipped_total',
      help: 'Queries put off because the budget of the second was spent',
      labelNames: ['mode', 'operator'],
      registers,
    }),
    callbacks: new Counter({
      name: 'nsimbi_operator_callbacks_total',
      help: 'Callbacks received; known tells whether they name a payment of ours',
      labelNames: ['mode', 'operator', 'known'],
      registers,
    }),
    resendsStopped: new Counter({
      name: 'nsimbi_operator_resends_stopped_total',
      help: 'Re-sends held back because an operator does not know too many payments: check its settings',
      labelNames: ['mode', 'operator'],
      registers,
    }),
    balanceQuestions: new Counter({
      name: 'nsimbi_operator_balance_questions_total',
      help: 'Questions about what an operator holds for us, by its answer',
      labelNames: ['mode', 'operator', 'float', 'word'],
      registers,
    }),
  };
}

/** Registers the known floats; an unknown float has no value. */
export function measureFloats(registry: Registry, operatorStates: () => readonly OperatorState[]): void {
  new Gauge({
    name: 'nsimbi_operator_float_shillings',
    help: 'What a float can still pay: what the operator last said, less what was sent since',
    labelNames: ['mode', 'operator', 'float'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { mode, operator, floats } of operatorStates()) {
        for (const [float, { known }] of Object.entries(floats)) {
          if (known !== null) this.set({ mode, operator, float }, Number(known));
        }
      }
    },
  });
  new Gauge({
    name: 'nsimbi_operator_float_low',
    help: '1 while a float is known to hold less than NSIMBI_FLOAT_ALERT',
    labelNames: ['mode', 'operator', 'float'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { mode, operator, floats } of operatorStates()) {
        for (const [float, { level }] of Object.entries(floats)) {
          if (level !== 'unknown') this.set({ mode, operator, float }, level === 'low' ? 1 : 0);
        }
      }
    },
  });
}
