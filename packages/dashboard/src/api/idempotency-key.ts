import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

export interface IdempotencyKey {
  /** Goes with the request: `api.post(path, body, { idempotencyKey: idempotency.key })`. */
  readonly key: string;
  /** Call it when the request succeeded, or when the person starts a new one on purpose. */
  readonly renew: () => void;
}

/**
 * The idempotency key of a form that moves money. It is made when the form is first opened and stays the same through
 * failures, double clicks and reloads of the page, so that what was sent twice happens once.
 * `name` tells apart the forms of one page.
 */
export function useIdempotencyKey(name: string): IdempotencyKey {
  const path = useLocation({ select: (location) => location.pathname });
  const place = `nsimbi.idempotency-key ${path} ${name}`;
  const [held, setHeld] = useState(() => ({ place, key: keptKey(place) }));
  const current = held.place === place ? held : { place, key: keptKey(place) };
  if (current !== held) setHeld(current);
  const renew = () => {
    forgetKey(place);
    setHeld({ place, key: keptKey(place) });
  };
  return { key: current.key, renew };
}

function keptKey(place: string): string {
  const made = randomKey();
  try {
    const kept = sessionStorage.getItem(place);
    if (kept !== null) return kept;
    sessionStorage.setItem(place, made);
  } catch {
    // Storage is forbidden or full: the key lives as long as the page.
  }
  return made;
}

function forgetKey(place: string): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // As above.
  }
}

/** 128 random bits. crypto.randomUUID is missing on pages served without TLS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
