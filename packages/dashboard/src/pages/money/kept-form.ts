import { useState } from 'react';
import { usePagePath } from '../../api/page-path.ts';
import { useMe } from '../../api/session.ts';

/**
 * State of a form that outlives a reload of the page, so that what was about to be confirmed is found again as it was.
 * It lives as long as the tab, and is a person's own.
 */
export function useKeptForm<State>(initial: State): [State, (state: State) => void] {
  const path = usePagePath();
  const { person } = useMe();
  const place = `nsimbi.form ${person.id} ${path}`;
  const [state, setState] = useState(() => kept<State>(place) ?? initial);
  return [
    state,
    (next) => {
      setState(next);
      try {
        sessionStorage.setItem(place, JSON.stringify(next));
      } catch {
        // Storage is forbidden or full: the form lives as long as the page.
      }
    },
  ];
}

function kept<State>(place: string): State | null {
  try {
    const text = sessionStorage.getItem(place);
    return text === null ? null : (JSON.parse(text) as State);
  } catch {
    return null;
  }
}
