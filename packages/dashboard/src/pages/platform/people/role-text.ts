import type { PersonObject } from '../../../../../../src/http/dashboard/schemas/people.ts';
import { wordText } from '../../../components/status.ts';

/** The roles of staff as people read them. */
export const platformRoles = { platform_administrator: 'Administrator', platform_support: 'Support' } as const;

/** The roles of a person in words: that of staff, then those at clients. */
export function roleText({ platform_role: role, clients }: PersonObject): string {
  const ofClients = clients.map(({ name, role: there }) => `${wordText(there.replace(/^client_/, ''))} of ${name}`);
  const all = [...(role === null ? [] : [platformRoles[role]]), ...ofClients];
  if (all.length === 0) return 'None';
  return all.length > 3 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : all.join(', ');
}
