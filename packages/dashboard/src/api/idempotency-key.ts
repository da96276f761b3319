import { useRef, useState } from 'react';
import { isEndOfRequest, isPlainRefusal } from './failure.ts';
import { usePagePath } from './page-path.ts';
import { useMe } from './session.ts';

export interface IdempotencyKey {
  /** Goes with the request: `api.post(path, body, { idempotencyKey: idempotency.key })`. */
  readonly key: string;
  /** Whether it was sent and its response was never received, here or before the page was reloaded. */
  readonly isSent: boolean;
  /** Call it as the request goes out, where `isSent` is asked for. */
  readonly noteSent: () => void;
  /** Call it when the request succeeded, or when the person says that this is another one. */
  readonly renew: () => void;
  /** Call it with each failure: the key is renewed where the failure is the end of the request, and only there. */
  readonly noteFailure: (error: unknown) => void;
}

/**
 * The idempotency key of a form that moves money. It is made when the form is first opened and stays the same through
 * refusals, lost answers, double clicks and reloads of the page, so that what was sent twice happens once: a refusal may
 * be of a repeat whose first answer was lost, and a key under which nothing was made is as good as new. It is a person's
 * own, so that the next person who signs in in the same tab cannot continue another's payment.
 * `name` distinguishes the forms of one page.
 */
export function useIdempotencyKey(name: string): IdempotencyKey {
  const path = usePagePath();
  const { person } = useMe();
  const place = `nsimbi.idempotency-key ${person.id} ${path} ${name}`;
  const [held, setHeld] = useState(() => keptAt(place));
  const current = held.place === place ? held : keptAt(place);
  if (current !== held) setHeld(current);
  const wasSent = useRef(false);
  const setSent = (isSent: boolean) => {
    keepSent(place, isSent);
    setHeld({ ...current, isSent });
  };
  const noteSent = () => {
    wasSent.current = current.isSent;
    setSent(true);
  };
  const renew = () => {
    forgetKey(place);
    setHeld(keptAt(place));
  };
  const noteFailure = (error: unknown) => {
    if (isEndOfRequest(error)) renew();
    else if (isPlainRefusal(error) && !wasSent.current) setSent(false);
  };
  return { key: current.key, isSent: current.isSent, noteSent, renew, noteFailure };
}

function keptAt(place: string): { readonly place: string; readonly key: string; readonly isSent: boolean } {
  return { place, key: keptKey(place), isSent: keptSent(place) };
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

function keptSent(place: string): boolean {
  try {
    return sessionStorage.getItem(sentAt(place)) !== null;
  } catch {
    return false;
  }
}

function keepSent(place: string, isSent: boolean): void {
  try {
    if (isSent) sessionStorage.setItem(sentAt(place), 'yes');
    else sessionStorage.removeItem(sentAt(place));
  } catch {
    // As above.
  }
}

function sentAt(place: string): string {
  return `${place} was sent`;
}

function forgetKey(place: string): void {
  keepSent(place, false);
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
