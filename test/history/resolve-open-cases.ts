import type pg from 'pg';
import { serviceActor } from '../../src/access/audit-log.ts';
import type { Records } from '../../src/history/records.ts';
import type { Resolution } from '../../src/ledger/rows/review-case.ts';
import type { Writer } from '../../src/ledger/writer/writer.ts';
import { findCase } from '../../src/reviews/cases.ts';
import { resolveCase } from '../../src/reviews/resolve.ts';

/** Resolves every open review case in the same way, as two people do, so that no case keeps a partition here. */
export async function resolveOpenCases(
  { pool, records, writer }: { readonly pool: pg.Pool; readonly records: Records; readonly writer: Writer },
  resolution: Resolution,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT review_case_id AS id FROM review_case WHERE resolved_at IS NULL',
  );
  for (const { id } of rows) {
    const open = await findCase(records, Number(id));
    if (open === null) throw new Error(`case ${id} is not found`);
    await resolveCase({ pool, records, submit: (command) => writer.submit(command) }, open, {
      resolution,
      reason: 'The operator confirmed it in writing',
      maker: 'ann@nsimbi.test',
      approver: 'ben@nsimbi.test',
      actor: serviceActor('ben@nsimbi.test'),
    });
  }
}
