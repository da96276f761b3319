import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../components/empty-state.tsx';
import { ButtonLink } from '../components/links.tsx';
import { useTitle } from '../components/page-header.tsx';

/** For an address that leads nowhere, and for what is not this person's, which must look the same. */
export function NotFoundPage() {
  useTitle('Not found');
  return (
    <EmptyState
      icon={IconMapOff}
      level={1}
      title="Page not found"
      action={<ButtonLink to="/">Go to the home page</ButtonLink>}
    >
      The address is wrong, or you have no access to this page. If a colleague sent you the link, ask which client it
      belongs to.
    </EmptyState>
  );
}

/** The same where there is no shell around it. */
export function OutsideNotFoundPage() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
