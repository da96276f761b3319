import { Box, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FeeOperationName, FeeScheduleObject } from '../../../../../../src/http/dashboard/schemas/fees.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import { BandsTable } from './bands-table.tsx';
import { ClearFees } from './clear-fees.tsx';
import { ClientPicker } from './client-picker.tsx';
import { operationNames, operations } from './operations.ts';
import { useFees } from './use-fees.ts';

/** Who made the schedules that are there from the first start on. */
const defaultMaker = 'default';

/** What each operation costs now, will cost, and has cost. */
export function FeesPage() {
  const { client } = useSearch({ from: '/desk/platform/fees' });
  const navigate = useNavigate({ from: '/platform/fees' });
  const fees = useFees(client);
  return (
    <>
      <PageHeader
        title="Fees"
        description="A change adds a new schedule. Earlier schedules are kept, and accepted payments keep their fee."
      />
      <Stack gap="lg">
        <ClientPicker
          client={client}
          withFees={fees?.clients ?? []}
          onChange={(chosen) => void navigate({ search: chosen === undefined ? {} : { client: chosen } })}
        />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          {operationNames.map((operation) =>
            fees === undefined ? (
              <Skeleton key={operation} height={180} />
            ) : (
              <Operation key={operation} operation={operation} client={client} schedules={fees.schedules} />
            ),
          )}
        </SimpleGrid>
      </Stack>
    </>
  );
}

function Operation(props: {
  readonly operation: FeeOperationName;
  readonly client: string | undefined;
  readonly schedules: readonly FeeScheduleObject[];
}) {
  const { operation, client, schedules } = props;
  const me = useMe();
  const { title, who } = operations[operation];
  const owner = client === undefined ? null : Number(client);
  const all = schedules.filter((one) => one.operation === operation);
  const own = all.filter(({ client_id: id }) => id === owner);
  const now = own.find(({ state }) => state === 'in_force');
  const general = all.find(({ client_id: id, state }) => id === null && state === 'in_force');
  const shown = now === undefined || now.bands === null ? general : now;
  const hasOwn = owner !== null && shown === now;
  const rest = own.filter((one) => one !== now);
  const editor: string = `/platform/fees/${operation}`;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={`fees-${operation}`}>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <div>
          <Title order={2} size="h4" id={`fees-${operation}`}>
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {who}
          </Text>
        </div>
        {mayOnPlatform(me, 'fees.write') ? (
          <Group gap="xs" wrap="nowrap">
            {hasOwn && client !== undefined ? <ClearFees operation={operation} client={client} /> : null}
            <ButtonLink
              to={editor}
              search={client === undefined ? {} : { client }}
              variant="default"
              size="xs"
              aria-label={`Change the fees of ${title.toLowerCase()}`}
            >
              Change
            </ButtonLink>
          </Group>
        ) : null}
      </Group>
      {shown === undefined ? (
        <Text mt="md">None set.</Text>
      ) : (
        <Stack gap="xs" mt="md">
          {owner !== null && !hasOwn ? (
            <Text size="sm" c="dimmed">
              This client has no fees of its own for this operation. These are the general fees.
            </Text>
          ) : null}
          <BandsTable bands={shown.bands ?? []} label={`${title}: in force`} />
          <Text size="sm" c="dimmed">
            {shown.created_by === defaultMaker ? (
              'Default fees of the service.'
            ) : (
              <>
                Since <When at={shown.effective_from} />, set by {shown.created_by}.
              </>
            )}
          </Text>
        </Stack>
      )}
      {rest.map((schedule) => (
        <Other key={schedule.id} schedule={schedule} title={title} />
      ))}
    </Paper>
  );
}

/** A schedule that counts later, or counted once. */
function Other({ schedule, title }: { readonly schedule: FeeScheduleObject; readonly title: string }) {
  const isPlanned = schedule.state === 'planned';
  return (
    <Box component="details" mt="sm" open={isPlanned}>
      <summary>
        <Group component="span" display="inline-flex" gap="xs">
          <StatusBadge
            status={schedule.state}
            label={isPlanned ? 'Planned' : 'Past'}
            tone={isPlanned ? 'waiting' : 'neutral'}
          />
          <Text span size="sm">
            {schedule.created_by === defaultMaker ? (
              'Default fees of the service'
            ) : (
              <>
                From <When at={schedule.effective_from} />, set by {schedule.created_by}
              </>
            )}
          </Text>
        </Group>
      </summary>
      {schedule.bands === null ? (
        <Text size="sm">The general fees.</Text>
      ) : (
        <BandsTable bands={schedule.bands} label={`${title}: schedule ${schedule.id}`} />
      )}
    </Box>
  );
}
