import { Type } from 'typebox';
import { notFound } from '../../../../http/refusal-of-error.ts';
import { isoTime } from '../../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../../postgres/pool.ts';
import { findPersonById, type KnownPerson } from '../../../people/people.ts';
import type { PersonObject } from '../../../schemas/people.ts';
import { personId } from '../../../schemas/person.ts';

export const personPath = '/platform/people/:personId';
export const personParams = Type.Object({ personId });

/** A person as the platform's staff sees them. */
export function personObject(person: KnownPerson): PersonObject {
  return {
    id: person.personId,
    email: person.email,
    name: person.name,
    status: person.status,
    platform_role: person.platformRole,
    clients: person.clients.map(({ clientId, name, role }) => ({ client_id: clientId, name, role })),
    two_factor_enabled: person.twoFactorEnabled,
    last_seen_at: person.lastSeenAtMs === null ? null : isoTime(person.lastSeenAtMs),
  };
}

/** @throws Refusal `not_found` */
export async function personNumbered(db: Queryable, id: string): Promise<KnownPerson> {
  const person = await findPersonById(db, id);
  if (person === null) throw notFound();
  return person;
}
