import { Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiFailure, isNotFound, sentenceOf } from '../api/failure.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { useTitle } from '../components/page-header.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** What a page shows in its own place when it could not be drawn. The shell around it goes on working. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  if (isNotFound(error)) return <NotFoundPage />;
  return <Broken error={error} reset={reset} />;
}

/** The same where the shell itself could not be drawn. */
export function OutsideErrorPage(props: ErrorComponentProps) {
  return (
    <main>
      <ErrorPage {...props} />
    </main>
  );
}

function Broken({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  useTitle('Something went wrong');
  const router = useRouter();
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      icon={IconAlertTriangle}
      level={1}
      title="This page could not be shown"
      action={
        <Group gap="sm">
          <Button onClick={again}>Try again</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </Group>
      }
    >
      {sentenceOf(error)}
      {requestId === null ? null : (
        <Text span display="block" mt="xs" size="xs" c="dimmed">
          Request <Code>{requestId}</Code>
        </Text>
      )}
    </EmptyState>
  );
}
