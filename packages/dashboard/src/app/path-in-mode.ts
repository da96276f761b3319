import type { Mode } from '../api/session.ts';

/** Areas that only one mode has. */
const testOnlyAreas = new Set(['handset']);

/**
 * The same page in another mode. A thing of one mode does not exist in the other, so the page of one thing becomes the
 * list that it belongs to, and an area that the mode lacks becomes the home.
 */
export function pathInMode(path: string, mode: Mode): string {
  const [, , clientId, , area] = path.split('/');
  const home = `/clients/${clientId}/${mode}`;
  if (area === undefined || area === '' || (mode === 'live' && testOnlyAreas.has(area))) return home;
  return `${home}/${area}`;
}
