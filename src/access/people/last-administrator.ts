import type { Queryable } from '../../postgres/pool.ts';
import { invalidField } from '../../refusal.ts';

/**
 * Refuses to remove the last administrator: without one, no other could be admitted. A person who was only invited, or is shut
 * out, could not admit others and does not count. Call it in the database transaction of the change: two administrators who
 * remove each other wait for each other here.
 * @throws Refusal `invalid_request` at the field.
 */
export async function refuseLastAdministrator(db: Queryable, personId: string, field: string): Promise<void> {
  await db.query("SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.platform_administrators', 0))");
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM person
      WHERE platform_role = 'platform_administrator' AND disabled_at IS NULL
        AND EXISTS (SELECT FROM person_credential WHERE person_id = person.id AND password IS NOT NULL)`,
  );
  if (rows.length === 1 && rows[0]?.id === personId) {
    throw invalidField(
      field,
      'This is the last administrator who can sign in; make another person an administrator first.',
    );
  }
}
