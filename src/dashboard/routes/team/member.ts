import { isoTime } from '../../../ledger/transaction-object.ts';
import type { KnownPerson } from '../../people/people.ts';

/** Somebody of a client's team as the dashboard's API shows them: nothing of other clients. */
export function memberObject(person: KnownPerson, clientId: number): object {
  return {
    id: person.personId,
    email: person.email,
    name: person.name,
    role: person.clients.find((client) => client.clientId === clientId)?.role ?? null,
    status: person.status,
    two_factor_enabled: person.twoFactorEnabled,
    last_seen_at: person.lastSeenAtMs === null ? null : isoTime(person.lastSeenAtMs),
  };
}
