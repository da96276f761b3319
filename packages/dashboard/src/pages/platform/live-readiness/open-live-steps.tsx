import { Alert, List, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../../components/links.tsx';
import { goLivePath, isOpen, liveReadinessQuery } from './live-readiness.ts';

/** The steps that are still open, for who is about to propose or approve live mode. It warns and stops nobody. */
export function OpenLiveSteps() {
  const { data, error } = useQuery(liveReadinessQuery);
  if (data === undefined) {
    if (error === null) return <Skeleton height={64} aria-label="Checking the steps" />;
    return <Text c="dimmed">Which steps are open could not be checked.</Text>;
  }
  const open = data.steps.filter(isOpen);
  if (open.length === 0) return <Text>All steps of Go live are done.</Text>;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={open.length === 1 ? 'One step is still open' : `${open.length} steps are still open`}
    >
      <List size="sm" mb="xs">
        {open.map(({ id, title, found }) => (
          <List.Item key={id}>
            {title}: {found}
          </List.Item>
        ))}
      </List>
      <TextLink to={goLivePath as string}>Go live</TextLink>
    </Alert>
  );
}
