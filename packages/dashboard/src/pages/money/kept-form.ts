import { useState } from 'react';
import { usePagePath } from '../../api/page-path.ts';
import { useMe } from '../../api/session.ts';

export interface KeptForm<State> {
  readonly state: State;
  /** What was kept when the page was opened, until it is resumed or dropped; null when nothing was. */
  readonly began: State | null;
  /** Changes the form and keeps it. */
  readonly keep: (next: State) => void;
  /** Changes the form as it is shown here, and leaves what is kept. */
  readonly show: (next: State) => void;
  /** Continues with the kept form. */
  readonly resume: () => void;
  /** Forgets what was kept; the form stays as it is. */
  readonly drop: () => void;
}

/**
 * State of a form that is kept when the page is left, reloaded or the session ends. Opened again the form is empty and
 * offers what was kept, so that nobody confirms by mistake what they had given up. It lives as long as the tab, and is a
 * person's own.
 */
export function useKeptForm<State>(empty: State): KeptForm<State> {
  const path = usePagePath();
  const { person } = useMe();
  const place = `nsimbi.form ${person.id} ${path}`;
  const [began, setBegan] = useState(() => readKept<State>(place));
  const [state, show] = useState(empty);
  const keep = (next: State) => {
    show(next);
    writeKept(place, JSON.stringify(next));
  };
  const resume = () => {
    if (began === null) return;
    keep(began);
    setBegan(null);
  };
  const drop = () => {
    writeKept(place, null);
    setBegan(null);
  };
  return { state, began, keep, show, resume, drop };
}

function readKept<State>(place: string): State | null {
  try {
    const text = sessionStorage.getItem(place);
    return text === null ? null : (JSON.parse(text) as State);
  } catch {
    return null;
  }
}

function writeKept(place: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
  } catch {
    // Storage is forbidden or full: the form lives as long as the page.
  }
}
