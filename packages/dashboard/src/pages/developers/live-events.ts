import { useEffect, useEffectEvent, useState } from 'react';
import { eventNames } from '../webhooks/event-names.ts';

/** News within so many milliseconds are told once. */
const togetherMs = 250;

/**
 * Follows a stream of server-sent events while the page is open. The browser comes again by itself, with the last event
 * that it heard, whenever the connection ends.
 * @param live.path null while nothing is to be followed. @returns how the connection stands.
 */
export function useLiveEvents(live: {
  readonly path: string | null;
  readonly onEvents: () => void;
}): 'connecting' | 'open' {
  const { path, onEvents } = live;
  const [state, setState] = useState<'connecting' | 'open'>('connecting');
  const tell = useEffectEvent(onEvents);
  useEffect(() => {
    setState('connecting');
    if (path === null) return;
    const stream = new EventSource(path);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        tell();
      }, togetherMs);
    };
    stream.onopen = () => {
      setState('open');
      // What happened before it was open is in the list alone.
      tell();
    };
    stream.onerror = () => setState('connecting');
    for (const name of eventNames) stream.addEventListener(name, hear);
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [path]);
  return state;
}
