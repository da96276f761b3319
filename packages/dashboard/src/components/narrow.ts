import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is that of a phone: below 48em, as in the style sheets. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
