import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** Waits until the prover has proven all that is written, so that it takes no processor time from what is measured next. */
export async function untilProven(database: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query('SELECT FROM nsimbi.proof_work LIMIT 1');
    if (rowCount === 0) return;
    await sleep(1_000);
  }
}
