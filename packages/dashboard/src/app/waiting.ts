import { useServiceState } from '../api/service-state.ts';
import type { OpenClient } from './last-desk.ts';

/** How much waits for a second person: at the client in its mode, and on the platform. Zero until it is known. */
export function useWaiting(openClient: OpenClient | null): { readonly atClient: number; readonly onPlatform: number } {
  const state = useServiceState();
  const atClient = state?.waiting_at_clients.find(
    ({ client_id: id, mode }) => String(id) === openClient?.clientId && mode === openClient.mode,
  );
  return { atClient: atClient?.count ?? 0, onPlatform: state?.waiting_on_platform ?? 0 };
}
