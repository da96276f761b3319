import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds until a stream that was refused is asked for again. */
const comeAgainMs = 10_000;

export interface EventStream {
  /** The address of server-sent events. */
  readonly address: string;
  /** The events to listen to. */
  readonly names: readonly string[];
  /** Events within so many milliseconds are reported together. */
  readonly togetherMs: number;
  /** Called after events, and whenever some may have been missed: reload the data that they change. */
  readonly onNews: () => void;
  /** Called with how the connection stands, whenever that changes. */
  readonly onLive: (isLive: boolean) => void;
}

/**
 * Follows events while the page is looked at: a browser has few connections to one service for all of its tabs. The
 * browser takes up a connection that is lost; one that was refused is asked for again here.
 * @returns call it to end.
 */
export function followEvents({ address, names, togetherMs, onNews, onLive }: EventStream): () => void {
  let source: EventSource | null = null;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let comingAgain: ReturnType<typeof setTimeout> | undefined;

  const report = () => {
    gathering = undefined;
    onNews();
  };
  const schedule = () => {
    gathering ??= setTimeout(report, togetherMs);
  };
  const leave = () => {
    clearTimeout(comingAgain);
    source?.close();
    source = null;
    onLive(false);
  };
  const listen = () => {
    const opened = new EventSource(address);
    source = opened;
    for (const name of names) opened.addEventListener(name, schedule);
    opened.addEventListener('open', () => {
      onLive(true);
      // Events between the last read and now were missed.
      schedule();
    });
    opened.addEventListener('error', () => {
      onLive(false);
      if (opened.readyState === EventSource.CLOSED) comingAgain = setTimeout(listen, comeAgainMs);
    });
  };
  const lookedAt = () => {
    leave();
    if (document.visibilityState === 'hidden') return;
    listen();
    schedule();
  };
  if (document.visibilityState !== 'hidden') listen();
  document.addEventListener('visibilitychange', lookedAt);
  return () => {
    document.removeEventListener('visibilitychange', lookedAt);
    clearTimeout(gathering);
    leave();
  };
}

/**
 * Follows events as long as the page is shown.
 * @param stream.address null while nothing is to be followed. @returns whether the stream is open now.
 */
export function useEventStream(stream: {
  readonly address: string | null;
  readonly names: readonly string[];
  readonly togetherMs: number;
  readonly onNews: () => void;
}): boolean {
  const { address, names, togetherMs } = stream;
  const [isLive, setLive] = useState(false);
  const onNews = useEffectEvent(stream.onNews);
  useEffect(() => {
    if (address === null) return;
    return followEvents({ address, names, togetherMs, onNews: () => onNews(), onLive: setLive });
  }, [address, names, togetherMs]);
  return isLive;
}
