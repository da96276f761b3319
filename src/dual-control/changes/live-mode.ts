import { recordAudit } from '../../access/audit-log.ts';
import { readLiveMode } from '../../access/live-mode.ts';
import { Refusal } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';

/** The beginning of live money, which two administrators with second factors decide. */
export const liveMode: ChangeKind<ChangeOf<'live_mode'>> = {
  mode: () => 'live',
  read: async (db) => {
    if ((await readLiveMode(db)) !== null) throw new Refusal('not_pending', 'Live mode is enabled already.');
    return {};
  },
  isLoosening: () => true,
  make: async (db, _change, { proposedBy, approvedBy }) => {
    await db.query(
      'INSERT INTO live_mode (enabled_at, proposed_by, approved_by) VALUES (trusted_now(), $1, $2) ON CONFLICT DO NOTHING',
      [proposedBy.name, approvedBy?.name],
    );
    // The founding pair is the root of trust (SECURITY.md): nobody could vouch for the two before them.
    await db.query(
      `UPDATE person_tie SET vouched_by = 'live mode enabled', vouched_at = clock_timestamp()
        WHERE vouched_at IS NULL AND tied_to = ANY ($1::text[])
          AND person_id IN (SELECT id FROM person WHERE email = ANY ($1::text[]))`,
      [[proposedBy.name, approvedBy?.name]],
    );
    await recordAudit(db, {
      actor: proposedBy,
      action: 'live_mode.enabled',
      subject: 'service',
      details: { approved_by: approvedBy?.name ?? null },
    });
    return {};
  },
};
