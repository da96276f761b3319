import { Alert, Button, Group, Menu, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { WebhookShown } from '../../../../../src/http/dashboard/schemas/webhooks.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ActsMenu } from '../../components/acts-menu.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Fact } from '../../components/fact.tsx';
import { FormError } from '../../components/form-error.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { EnableDialog } from './enable-dialog.tsx';
import { FailingText } from './failing-text.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import { RollDialog, type RolledSecret } from './roll-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookForm } from './webhook-form.tsx';
import classes from './webhooks.module.css';

const Verification = lazy(() => import('./verification.tsx').then((module) => ({ default: module.Verification })));

interface Tested {
  readonly delivery_id: number;
  readonly delivered: boolean;
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

type Dialog = 'edit' | 'disable' | 'delete' | 'roll' | 'enable' | 'redeliver' | null;

/** One webhook: its events, the responses of its receiver, and all actions on it. */
export function WebhookPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const { webhookId } = useParams({ from: '/desk/clients/$clientId/$mode/webhooks/$webhookId' });
  const [dialog, setDialog] = useState<Dialog>(null);
  const [rolled, setRolled] = useState<RolledSecret | null>(null);
  const path = context.path(`/webhooks/${webhookId}`);
  const { data: webhook } = useQuery({
    queryKey: context.key('webhooks', 'one', webhookId),
    queryFn: ({ signal }) => api.get<WebhookShown>(path, { signal }),
    refetchInterval: 15_000,
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const refresh = () => client.invalidateQueries({ queryKey: context.key('webhooks') });
  const test = useMutation({ mutationFn: () => api.post<Tested>(`${path}/test`), onSettled: refresh });
  if (webhook === undefined)
    return <PageHeader title="Webhook" back={{ to: context.page('/webhooks'), label: 'Webhooks' }} />;
  const close = () => setDialog(null);
  const mayWrite = context.may('webhooks.write') && webhook.deleted_at === null;
  return (
    <>
      <PageHeader
        title={webhook.description ?? `Webhook ${webhook.id}`}
        badge={<WebhookBadge webhook={webhook} />}
        description={<span className={classes.url}>{webhook.url}</span>}
        back={{ to: context.page('/webhooks'), label: 'Webhooks' }}
        actions={
          mayWrite ? (
            <>
              <ActsMenu label="More actions for this webhook" inHeader>
                <Menu.Item onClick={() => setDialog('edit')}>Edit…</Menu.Item>
                <Menu.Item onClick={() => setDialog('roll')}>Roll the secret…</Menu.Item>
                {webhook.is_active ? (
                  <>
                    <Menu.Item onClick={() => setDialog('redeliver')}>Send missed events…</Menu.Item>
                    <Menu.Item onClick={() => setDialog('disable')}>Disable…</Menu.Item>
                  </>
                ) : null}
                <Menu.Item color="red" onClick={() => setDialog('delete')}>
                  Delete…
                </Menu.Item>
              </ActsMenu>
              <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
                Send a test event
              </Button>
              {webhook.is_active ? null : <Button onClick={() => setDialog('enable')}>Enable</Button>}
            </>
          ) : undefined
        }
      />
      <Stack gap="md">
        {webhook.deleted_at === null && !webhook.is_active ? (
          <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title="This webhook receives no events">
            Disabled <When at={webhook.disabled_at} />. {webhook.disabled_reason} Repair the receiver, send a test
            event, then enable it. You can send the missed events then.
          </Alert>
        ) : null}
        {webhook.failing === null ? null : (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title="The receiver is failing">
            It has not accepted an event since <When at={webhook.failing.since} />.{' '}
            <FailingText failing={webhook.failing} /> The deliveries below show its responses.
          </Alert>
        )}
        <FormError error={test.error} />
        {test.data === undefined ? null : <TestAnswer tested={test.data} />}
        <div className={classes.columns}>
          <div>
            <Title order={2} size="h3" mb="sm">
              Deliveries
            </Title>
            <DeliveriesTable webhook={webhook} mayWrite={mayWrite} onChanged={refresh} />
          </div>
          <Stack gap="md">
            <Paper withBorder p="md">
              <Stack gap="xs">
                <Fact label="Id">{webhook.id}</Fact>
                <Fact label="Created">
                  <When at={webhook.created_at} />
                </Fact>
                {webhook.deleted_at === null ? null : (
                  <Fact label="Deleted">
                    <When at={webhook.deleted_at} />
                  </Fact>
                )}
                <Fact label="Transactions of">
                  {webhook.api_key_id === null ? 'every API key' : `key ${webhook.api_key_id}`}
                </Fact>
                <Fact label="Responses control deliveries">{webhook.honor_hints ? 'Yes' : 'No'}</Fact>
                <Fact label="Events of a transaction in order">{webhook.ordered ? 'Yes' : 'No'}</Fact>
                {webhook.previous_secret_ends_at === null ? null : (
                  <Fact label="Old secret signs until">
                    <When at={webhook.previous_secret_ends_at} />
                  </Fact>
                )}
                <Fact label="Events">
                  {webhook.events.map((name) => (
                    <div key={name}>{name}</div>
                  ))}
                </Fact>
              </Stack>
            </Paper>
          </Stack>
        </div>
        {webhook.deleted_at === null ? (
          <Suspense fallback={null}>
            <Verification headerPrefix={webhook.header_prefix} />
          </Suspense>
        ) : null}
      </Stack>
      <Modal
        opened={dialog === 'edit'}
        onClose={close}
        title="Edit the webhook"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <WebhookForm
          webhook={webhook}
          onDone={() => {
            close();
            void refresh();
          }}
        />
      </Modal>
      <RollDialog
        webhookId={webhook.id}
        opened={dialog === 'roll'}
        onClose={close}
        onRolled={(one) => {
          close();
          setRolled(one);
          void refresh();
        }}
      />
      <SecretDialog
        secret={rolled?.secret ?? null}
        previousEndsAt={
          rolled !== null && Date.parse(rolled.previous_secret_ends_at) > Date.now()
            ? rolled.previous_secret_ends_at
            : null
        }
        onClose={() => setRolled(null)}
      />
      <EnableDialog
        webhookId={webhook.id}
        opened={dialog === 'enable'}
        onClose={close}
        onChanged={() => void refresh()}
      />
      <RedeliverDialog
        webhookId={webhook.id}
        opened={dialog === 'redeliver'}
        onClose={close}
        onChanged={() => void refresh()}
      />
      <ConfirmDialog
        opened={dialog === 'disable'}
        onClose={close}
        title="Disable this webhook?"
        confirmLabel="Disable the webhook"
        isDangerous
        onConfirm={() => api.put(path, { is_active: false }).then(refresh)}
      >
        It receives no events until it is enabled, and its waiting deliveries are cancelled. When you enable it, you can
        send the missed events.
      </ConfirmDialog>
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title="Delete this webhook?"
        confirmLabel="Delete the webhook"
        isDangerous
        onConfirm={() => api.delete(path).then(refresh)}
      >
        Deliveries waiting for <span className={classes.url}>{webhook.url}</span> are cancelled permanently. Its
        deliveries stay readable under “Show deleted webhooks”.
      </ConfirmDialog>
    </>
  );
}

function TestAnswer({ tested }: { readonly tested: Tested }) {
  const context = useStaffContext();
  const { webhookId } = useParams({ from: '/desk/clients/$clientId/$mode/webhooks/$webhookId' });
  const { delivered, response_status: status, duration_ms: durationMs, error, delivery_id: id } = tested;
  const Icon = delivered ? IconCheck : IconX;
  return (
    <Alert
      color={delivered ? 'green' : 'red'}
      icon={<Icon size={18} aria-hidden />}
      role="status"
      title={delivered ? 'The receiver accepted the test event' : 'The receiver did not accept the test event'}
    >
      <Group gap="xs">
        <Text size="sm">
          {status === null ? 'No response' : `Status ${status}`} after {durationMs} ms. {error}
        </Text>
        <TextLink size="sm" to={context.page(`/webhooks/${webhookId}/deliveries/${id}`)}>
          View the request and the response
        </TextLink>
      </Group>
    </Alert>
  );
}
