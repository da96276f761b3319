import { Outlet, useParams } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { NotFoundPage } from './not-found-page.tsx';

/**
 * The pages of a client for its own people and for staff; for everybody else there is no such client. Another client or
 * mode is another page: nothing that was typed, opened or answered for one is ever shown for the other.
 */
export function OwnClient() {
  const { clientId, mode } = useParams({ from: '/desk/clients/$clientId/$mode' });
  const me = useMe();
  const isTheirs = me.platform_role !== null || me.clients.some(({ client_id: id }) => String(id) === clientId);
  return isTheirs ? <Outlet key={`${clientId} ${mode}`} /> : <NotFoundPage />;
}
