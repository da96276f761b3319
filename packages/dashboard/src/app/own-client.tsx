import { Button } from '@mantine/core';
import { IconWorldOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { meQuery, useMe } from '../api/session.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { useTitle } from '../components/page-header.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/**
 * The pages of a client for its own people and for staff; for everybody else there is no such client. Another client or
 * mode is another page: nothing that was typed, opened or answered for one is ever shown for the other.
 */
export function OwnClient() {
  const { clientId, mode } = useParams({ from: '/desk/clients/$clientId/$mode' });
  const me = useMe();
  const client = me.clients.find(({ client_id: id }) => String(id) === clientId);
  if (client === undefined && me.platform_role === null) return <NotFoundPage />;
  if (client?.address_allowed === false) return <AddressRefused name={client.name} />;
  return <Outlet key={`${clientId} ${mode}`} />;
}

/** In place of every page of a client that limits the addresses of its people. */
function AddressRefused({ name }: { readonly name: string }) {
  useTitle('Not from this address');
  const queries = useQueryClient();
  return (
    <EmptyState
      icon={IconWorldOff}
      level={1}
      title="Not from this address"
      action={<Button onClick={() => void queries.invalidateQueries(meQuery)}>Try again</Button>}
    >
      {name} can be used only from certain addresses, and yours is not one of them. Use an allowed network, or ask an
      owner of the client or an administrator of the service.
    </EmptyState>
  );
}
