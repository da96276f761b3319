import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDesk } from '../../api/desk.ts';

const eventNames = [
  'transaction.created',
  'transaction.pending',
  'transaction.completed',
  'transaction.failed',
  'wallet.credited',
  'wallet.debited',
];

/** Many events at once make one read; milliseconds. */
const gatherMs = 700;
const comeAgainMs = 10_000;

/**
 * Reads again whatever is shown of this client's money when the service tells that something happened. Only a page that
 * is looked at listens: a browser has few connections for all of its tabs. While the answer is false, pages should read
 * again by themselves from time to time.
 */
export function useLiveChanges(): boolean {
  const desk = useDesk();
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const { clientId, mode } = desk;

  useEffect(() => {
    const address = `/dashboard/api/clients/${clientId}/${mode}/events/stream`;
    let source: EventSource | null = null;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let comingAgain: ReturnType<typeof setTimeout> | undefined;

    const readAgain = () => {
      gathering = undefined;
      for (const part of ['home', 'transactions', 'approvals']) {
        void queryClient.invalidateQueries({ queryKey: ['clients', clientId, mode, part] });
      }
    };
    const heard = () => {
      gathering ??= setTimeout(readAgain, gatherMs);
    };
    const leave = () => {
      clearTimeout(comingAgain);
      source?.close();
      source = null;
      setIsLive(false);
    };
    const listen = () => {
      const opened = new EventSource(address);
      source = opened;
      for (const name of eventNames) opened.addEventListener(name, heard);
      opened.addEventListener('open', () => {
        setIsLive(true);
        // What happened between the first read and now was told to nobody.
        heard();
      });
      opened.addEventListener('error', () => {
        setIsLive(false);
        // A lost connection is taken up by the browser itself; a refusal is final until we ask again.
        if (opened.readyState === EventSource.CLOSED) comingAgain = setTimeout(listen, comeAgainMs);
      });
    };
    const lookedAt = () => {
      leave();
      if (document.visibilityState === 'hidden') return;
      listen();
      heard();
    };
    if (document.visibilityState !== 'hidden') listen();
    document.addEventListener('visibilitychange', lookedAt);
    return () => {
      document.removeEventListener('visibilitychange', lookedAt);
      clearTimeout(gathering);
      leave();
    };
  }, [clientId, mode, queryClient]);
  return isLive;
}
