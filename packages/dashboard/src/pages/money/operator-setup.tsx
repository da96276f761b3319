import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OperatorSetup } from '../../../../../src/http/dashboard/operator-setup.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Me, useMe } from '../../api/session.ts';

/** Above a form that moves money: which operators it cannot use here, and who can change that. */
export function OperatorSetupNotice() {
  const context = useStaffContext();
  const me = useMe();
  const { data: setup } = useQuery({
    queryKey: context.key('operators'),
    queryFn: ({ signal }) => api.get<OperatorSetup>(context.path('/operators'), { signal }),
  });
  const text = setup === undefined ? null : setupText(setup, me);
  if (text === null) return null;
  return (
    <Alert color="yellow" role="status" icon={<IconPlugConnectedX size={18} aria-hidden />}>
      {text}
    </Alert>
  );
}

/** What is missing for live payments and who can add it; null when nothing is. */
export function setupText(
  { connected, missing, live_refused }: OperatorSetup,
  me: Pick<Me, 'platform_role'>,
): string | null {
  const isAdministrator = me.platform_role === 'platform_administrator';
  if (live_refused === 'owner_login') {
    return isAdministrator
      ? 'Live payments are switched off: the login of DATABASE_URL may do more than serve. See “Your own PostgreSQL” in docs/operations.md.'
      : 'Live payments are switched off: the service’s database login has more rights than it needs. Ask the administrator of the service.';
  }
  if (live_refused === 'other_installation') {
    return isAdministrator
      ? 'Live payments are switched off: this database belongs to another installation. See “Backup and restore” in docs/backup-and-upgrade.md.'
      : 'Live payments are switched off: this service runs on a copy of another installation’s database. Ask the administrator of the service.';
  }
  if (missing.length === 0) return null;
  const what =
    connected.length === 0
      ? `No operator is connected: live payments to and from mobile money (${missing.join(', ')}) are not possible yet. Only payments between wallets of this service are.`
      : `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not connected: only ${connected.join(' and ')} numbers can be used in live mode.`;
  return isAdministrator
    ? `${what} Set the credentials of ${missing.join(' or ')} and restart the service; see docs/operators.md.`
    : `${what} Ask the administrator of this service to connect an operator. Test mode works without one.`;
}
