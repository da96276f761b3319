import { Button, Grid, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { notFound, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  FeeBandObject,
  FeeOperationName,
  FeeScheduleObject,
} from '../../../../../../src/http/dashboard/schemas/fees.ts';
import { api } from '../../../api/api.ts';
import { useIdempotencyKey } from '../../../api/idempotency-key.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { fieldErrors } from '../../../components/field-errors.ts';
import { FormError } from '../../../components/form-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { noteProposed, type Requested } from '../../../components/proposed-notice.tsx';
import { SentBefore } from '../../../components/sent-before.tsx';
import { momentInKampala, momentText } from '../../../components/time-text.ts';
import { bandProblems, bandsOf, bandValues } from './band-values.ts';
import { BandsEditor, type FeeValues } from './bands-editor.tsx';
import { BandsTable } from './bands-table.tsx';
import { FeePreview } from './fee-preview.tsx';
import { isOperation, operations } from './operations.ts';
import { useFees } from './use-fees.ts';

/** A new schedule for one operation, which begins with the bands of the one in force. */
export function FeeEditorPage() {
  const { operation } = useParams({ from: '/desk/platform/fees/$operation' });
  const { client } = useSearch({ from: '/desk/platform/fees/$operation' });
  if (!isOperation(operation)) throw notFound();
  const fees = useFees(client);
  const clientId = client === undefined ? null : Number(client);
  const inForce =
    fees?.schedules.filter((one) => one.operation === operation && one.state === 'in_force' && one.bands !== null) ??
    [];
  const name = fees?.clients.find(({ client_id: id }) => id === clientId)?.name ?? `client ${client}`;
  return (
    <>
      <PageHeader
        title={`Fees of ${operations[operation].title.toLowerCase()}`}
        description={clientId === null ? 'For all clients without their own fees.' : `For ${name} only.`}
        back={{ to: '/platform/fees', label: 'Fees' }}
      />
      {fees === undefined ? (
        <Skeleton height={320} />
      ) : (
        <Editor
          key={`${operation} ${client}`}
          operation={operation}
          clientId={clientId}
          before={
            inForce.find(({ client_id: id }) => id === clientId) ?? inForce.find(({ client_id: id }) => id === null)
          }
        />
      )}
    </>
  );
}

function Editor(props: {
  readonly operation: FeeOperationName;
  readonly clientId: number | null;
  readonly before: FeeScheduleObject | undefined;
}) {
  const { operation, clientId, before } = props;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<readonly FeeBandObject[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const idempotency = useIdempotencyKey(`fees ${clientId}`);
  const form = useForm<FeeValues>({
    initialValues: { bands: before?.bands?.map(bandValues) ?? [bandValues()], effective_from: '' },
    validate: { bands: bandProblems },
  });
  const { effective_from: from } = form.values;
  const bands = bandsOf(form.values.bands);
  const save = async () => {
    const effective_from = from === '' ? null : momentInKampala(from);
    let requested: Requested;
    try {
      const body = { operation, client_id: clientId, effective_from, bands };
      requested = await api.post<Requested>('/platform/fees', body, { idempotencyKey: idempotency.key });
    } catch (failure) {
      setError(failure);
      setAsking(null);
      form.setErrors(fieldErrors(failure));
      return;
    }
    idempotency.renew();
    if (!noteProposed(requested)) notifications.show({ message: 'Fees saved.' });
    await queries.invalidateQueries({ queryKey: ['platform'] });
    await navigate({ to: '/platform/fees', search: clientId === null ? {} : { client: String(clientId) } });
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <form
          onSubmit={form.onSubmit(() => {
            setError(null);
            setAsking(bands);
          })}
        >
          <Stack gap="md">
            <FormError error={error} fields={fieldsOf(form.values)} whenRepeated="happens_once" />
            <SentBefore error={error} idempotency={idempotency} reset={() => setError(null)} />
            <BandsEditor form={form} />
            <TextInput
              label="Starts"
              description="Kampala time. Leave empty to start at once."
              type="datetime-local"
              maw={280}
              {...form.getInputProps('effective_from')}
            />
            <Group justify="flex-end">
              <Button type="submit">Set these fees</Button>
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Paper withBorder p={{ base: 'sm', xs: 'lg' }} component="section" aria-labelledby="preview-title">
          <Title order={2} size="h4" mb="sm" id="preview-title">
            Fee preview
          </Title>
          {bands === null ? (
            <Text c="dimmed">Shown when every field is valid.</Text>
          ) : (
            <FeePreview operation={operation} clientId={clientId} bands={bands} />
          )}
        </Paper>
      </Grid.Col>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title="Set these fees?"
        confirmLabel="Set the fees"
        onConfirm={save}
      >
        <Stack gap="xs">
          <BandsTable bands={asking ?? []} label="New fees" />
          <Text>
            {from === ''
              ? 'They apply to new payments at once. Accepted payments keep their fee.'
              : `They apply from ${momentText(new Date(momentInKampala(from)))}.`}
          </Text>
        </Stack>
      </ConfirmDialog>
    </Grid>
  );
}

/** The names of the fields that can show a message of their own. */
function fieldsOf({ bands }: FeeValues): string[] {
  const parts = ['up_to', 'fixed', 'basis_points', 'minimum', 'maximum'];
  const last = bands.length - 1;
  return [
    'effective_from',
    ...bands.flatMap((_, index) =>
      parts.filter((part) => index !== last || part !== 'up_to').map((part) => `bands.${index}.${part}`),
    ),
  ];
}
