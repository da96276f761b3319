import { feeBandFromJson, feeBandToJson } from '../../fees/band-json.ts';
import { BadFeeBands, feeBandProblems } from '../../fees/band-problems.ts';
import { clearFees } from '../../fees/clear-fees.ts';
import { readDatabaseClock } from '../../fees/database-clock.ts';
import { newestSchedule, readFeeSchedules } from '../../fees/schedules.ts';
import { setFees } from '../../fees/set-fees.ts';
import { invalidField } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';

/** A fee schedule, for everybody or for one client, or the end of a client's own. */
export const fees: ChangeKind<ChangeOf<'fees'>> = {
  // Fees are the same in both modes.
  mode: () => null,
  read: async (db, { operation, client_id: clientId, effective_from, bands }) => {
    const problems = bands === null ? [] : feeBandProblems(bands.map(feeBandFromJson));
    if (problems.length > 0) throw new BadFeeBands(problems);
    const nowMs = await readDatabaseClock(db);
    if (effective_from !== null && !(Date.parse(effective_from) > nowMs)) {
      throw invalidField(
        'effective_from',
        'A schedule must start in the future, because past schedules do not change; leave it empty to start now.',
      );
    }
    const schedules = await readFeeSchedules(db, clientId ?? 0);
    const own = newestSchedule(schedules, operation, clientId, nowMs)?.bands ?? null;
    const general = newestSchedule(schedules, operation, null, nowMs)?.bands ?? null;
    if (clientId === null) return { bands: general?.map(feeBandToJson) ?? null };
    const { rows } = await db.query<{ name: string }>('SELECT name FROM client WHERE client_id = $1', [clientId]);
    if (rows[0] === undefined) throw invalidField('client_id', `There is no client ${clientId}.`);
    if (bands === null && own === null) {
      throw invalidField('client_id', `Client ${clientId} has no fees of its own for this operation.`);
    }
    return { client: rows[0].name, bands: (own ?? general)?.map(feeBandToJson) ?? null };
  },
  // Lower fees for a friend take money too, so that every change of fees counts.
  isLoosening: () => true,
  make: async (db, { operation, client_id: clientId, effective_from, bands }, { proposedBy: actor, form }) => {
    if (bands === null) {
      if (clientId !== null) await clearFees(db, { clientId, operation, actor });
      return {};
    }
    const effectiveFromMs = effective_from === null ? null : Date.parse(effective_from);
    await setFees(db, { clientId, operation, effectiveFromMs, bands: bands.map(feeBandFromJson), actor }, form);
    return {};
  },
};
