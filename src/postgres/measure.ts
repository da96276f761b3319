import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from './pool.ts';
import { readClockDifference } from './trusted-clock.ts';

/** Registers how a pool is used and how old the oldest snapshot of the database is: long ones make hot rows slow. */
export function measurePool(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: 'nsimbi_database_connections',
    help: 'Connections of the pool by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'nsimbi_database_oldest_snapshot_seconds',
    help: 'Age of the oldest database transaction that holds a snapshot.',
    registers: [registry],
    async collect() {
      const { rows } = await pool
        .query<{ age: number }>(
          `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 AS age
             FROM pg_stat_activity WHERE backend_xmin IS NOT NULL AND datname = current_database()`,
        )
        .catch(() => ({ rows: [] }));
      if (rows[0] !== undefined) this.set(rows[0].age);
    },
  });
}

/** Registers how far the database's wall clock is from trusted time (docs/clocks.md). */
export function measureClock(registry: Registry, db: Queryable): void {
  const alarm = new Gauge({
    name: 'nsimbi_clock_alarm',
    help: '1 while the wall clock is more than a minute further from trusted time than usual.',
    registers: [registry],
  });
  new Gauge({
    name: 'nsimbi_clock_difference_seconds',
    help: "The database's wall clock minus trusted time.",
    registers: [registry],
    async collect() {
      const clock = await readClockDifference(db).catch(() => null);
      if (clock === null) return;
      this.set(clock.differenceMs / 1_000);
      alarm.set(clock.isAlarming ? 1 : 0);
    },
  });
}
