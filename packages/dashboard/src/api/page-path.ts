import { useMatch } from '@tanstack/react-router';

/** The path of the page that asks, also while the next one loads, of which the address bar speaks already. */
export function usePagePath(): string {
  return useMatch({ strict: false, select: ({ pathname }) => pathname });
}
