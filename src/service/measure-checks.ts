import { Gauge, type Registry } from 'prom-client';
import { readLastLedgerAudit } from '../audit/record.ts';
import { readLastBackupCheck } from '../backup/last-check.ts';
import type { Queryable } from '../postgres/pool.ts';

/**
 * Registers what the last audit and the last check of the backups found, which timers run beside the service. A metric is absent while there
 * is nothing to say: before the first check, and while the database does not answer.
 */
export function measureChecks(registry: Registry, db: Queryable): void {
  const lastAudit = () => readLastLedgerAudit(db).catch(() => null);
  const lastBackupCheck = () => readLastBackupCheck(db).catch(() => null);
  new Gauge({
    name: 'nsimbi_audit_broken_rules',
    help: 'Broken rules that the last audit of the books found.',
    registers: [registry],
    async collect() {
      show(this, (await lastAudit())?.broken);
    },
  });
  new Gauge({
    name: 'nsimbi_audit_age_seconds',
    help: 'How long ago the last audit of the books ended.',
    registers: [registry],
    async collect() {
      const audit = await lastAudit();
      show(this, audit === null ? undefined : (Date.now() - audit.atMs) / 1_000);
    },
  });
  new Gauge({
    name: 'nsimbi_backup_problem',
    help: '1 when the last nsimbi backup check found a problem, else 0.',
    registers: [registry],
    async collect() {
      const check = await lastBackupCheck();
      show(this, check === null ? undefined : Number(check.problem !== null));
    },
  });
  new Gauge({
    name: 'nsimbi_backup_check_age_seconds',
    help: 'How long ago nsimbi backup check ran last.',
    registers: [registry],
    async collect() {
      const check = await lastBackupCheck();
      show(this, check === null ? undefined : check.checkedMsAgo / 1_000);
    },
  });
  new Gauge({
    name: 'nsimbi_backup_restorable_age_seconds',
    help: 'Age of the latest time to which the database can be restored, as far as nsimbi backup check has found; infinite without a backup.',
    registers: [registry],
    async collect() {
      const check = await lastBackupCheck();
      show(this, check === null ? undefined : (check.restorableMsAgo ?? Number.POSITIVE_INFINITY) / 1_000);
    },
  });
}

function show(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}
