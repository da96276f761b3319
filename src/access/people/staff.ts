import type { Actor } from '../../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField, notFound } from '../../refusal.ts';
import { recordAudit } from '../audit-log.ts';
import { refuseLastAdministrator } from './last-administrator.ts';
import { addPerson, findPersonByEmail, type KnownPerson, type PersonAct } from './people.ts';
import type { PlatformRole } from './rights.ts';

/**
 * Gives somebody a role of the service's own staff, who becomes a person if they are none yet.
 * @throws Refusal when they have one already.
 */
export async function joinStaff(
  pool: Transactional,
  joining: { readonly email: string; readonly name: string; readonly role: PlatformRole; readonly actor: Actor },
): Promise<KnownPerson> {
  return await inDatabaseTransaction(pool, async (db) => {
    const person = await addPerson(db, joining);
    if (person.platformRole !== null) {
      throw invalidField('email', 'This person is already staff; change the role in the list.');
    }
    await writeRole(db, { personId: person.personId, role: joining.role, from: null, actor: joining.actor });
    return { ...person, platformRole: joining.role };
  });
}

/**
 * Gives somebody a role of staff, whether they have one by now, another, or are no person yet.
 * @throws Refusal when no administrator would be left.
 */
export async function inviteToStaff(
  pool: Transactional,
  { email, name, role, actor }: { email: string; name: string; role: PlatformRole; actor: Actor },
): Promise<KnownPerson> {
  const known = await findPersonByEmail(pool, email);
  if (known === null || known.platformRole === null) return await joinStaff(pool, { email, name, role, actor });
  await changePlatformRole(pool, { personId: known.personId, role, actor });
  return { ...known, platformRole: role };
}

/**
 * Gives somebody another role of staff, or none.
 * @throws Refusal `not_found`, or when no administrator would be left.
 */
export async function changePlatformRole(
  pool: Transactional,
  { personId, role, actor }: PersonAct & { readonly role: PlatformRole | null },
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { rows } = await db.query<{ platform_role: PlatformRole | null }>(
      'SELECT platform_role FROM person WHERE id = $1',
      [personId],
    );
    const [person] = rows;
    if (person === undefined) throw notFound();
    if (person.platform_role === role) return;
    if (role !== 'platform_administrator') await refuseLastAdministrator(db, personId, 'role');
    await writeRole(db, { personId, role, from: person.platform_role, actor });
  });
}

async function writeRole(
  db: Queryable,
  change: PersonAct & { readonly role: PlatformRole | null; readonly from: PlatformRole | null },
): Promise<void> {
  const { rows } = await db.query<{ email: string }>(
    'UPDATE person SET platform_role = $2, updated_at = clock_timestamp() WHERE id = $1 RETURNING email',
    [change.personId, change.role],
  );
  await recordAudit(db, {
    actor: change.actor,
    action: 'person.staff',
    subject: `person ${change.personId}`,
    details: { email: rows[0]?.email, from: change.from, platform_role: change.role },
  });
}
