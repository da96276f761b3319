import { Group, Text, Title } from '@mantine/core';
import type { FeeInForce } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';
import { BandsTable } from '../platform/fees/bands-table.tsx';
import { operations } from '../platform/fees/operations.ts';
import { Panel } from './panel.tsx';

/** The fees of each operation, and whether they were agreed with this business. */
export function FeesInForce({ fees }: { readonly fees: readonly FeeInForce[] }) {
  return (
    <Panel
      title="Fees"
      description="Own fees were agreed with this business. Standard fees are those of everybody else."
    >
      {fees.map((fee) => {
        const { title, who } = operations[fee.operation];
        return (
          <section key={fee.operation} aria-label={title}>
            <Group justify="space-between" gap="xs" mb={4}>
              <div>
                <Title order={3} size="h4">
                  {title}
                </Title>
                <Text c="dimmed" size="sm">
                  {who}
                </Text>
              </div>
              <StatusBadge
                status={fee.is_own ? 'own' : 'standard'}
                label={fee.is_own ? 'Own fees' : 'Standard fees'}
                tone={fee.is_own ? 'good' : 'neutral'}
              />
            </Group>
            <BandsTable bands={fee.bands} label={`Fees: ${title}`} />
            <Text c="dimmed" size="xs" mt={4}>
              In force since <When at={fee.effective_from} to="day" />.
            </Text>
          </section>
        );
      })}
    </Panel>
  );
}
