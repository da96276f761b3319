import { Group, Paper, Text } from '@mantine/core';
import type { DeliveryShown } from '../../../../../src/http/dashboard/schemas/webhooks.ts';
import { JsonView } from '../../components/json-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';

/** How a receiver answered once. */
export function Attempt({ attempt }: { readonly attempt: DeliveryShown['attempts'][number] }) {
  const { at, response_status: status, duration_ms: durationMs, error, response_excerpt: excerpt } = attempt;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="xs">
        <StatusBadge
          status={error === null ? 'delivered' : 'failed'}
          label={status === null ? 'No response' : String(status)}
        />
        <Text c="dimmed" size="sm">
          <When at={at} to="second" /> · {durationMs} ms
        </Text>
      </Group>
      {error === null ? null : (
        <Text mt="xs" size="sm">
          {error}
        </Text>
      )}
      {excerpt === null ? null : (
        <div style={{ marginTop: 8 }}>
          <JsonView value={excerpt} label="Start of the response" maxHeight={160} />
        </div>
      )}
    </Paper>
  );
}
