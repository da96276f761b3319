import { notifications } from '@mantine/notifications';
import { TextLink } from './links.tsx';

/** What the service answers where a change may need a second person: the number of the proposal, or null where it was made. */
export interface Requested {
  readonly proposal: number | null;
}

/**
 * Says that a change waits for a second person, where it does, with a link to its proposal. Only staff's changes wait.
 * @returns whether it waits: then nothing was changed, and no success may be shown.
 */
export function noteProposed({ proposal }: Requested): boolean {
  if (proposal === null) return false;
  const page: string = `/platform/proposals/${proposal}`;
  notifications.show({
    title: 'Proposed',
    message: (
      <>
        Nothing has changed yet. Another person must approve <TextLink to={page}>proposal {proposal}</TextLink>.
      </>
    ),
    color: 'yellow',
    autoClose: 12_000,
  });
  return true;
}
