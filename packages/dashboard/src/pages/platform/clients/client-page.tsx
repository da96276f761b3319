import { Alert, Grid, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { api } from '../../../api/api.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { AllowedAddresses } from '../../../components/allowed-addresses.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { phoneText } from '../../../components/phone-text.ts';
import { AdjustmentForm } from './adjustment-form.tsx';
import { ClientAdjustments } from './client-adjustments.tsx';
import { ClientDetails } from './client-details.tsx';
import { ClientSettings } from './client-settings.tsx';
import { ownerInvitation } from './owner-invitation.ts';
import { WalletPanel } from './wallet-panel.tsx';
import { WalletSettings } from './wallet-settings.tsx';

/** One client: its money in each mode, what is set for it, and the top-ups and corrections of its wallets. */
export function ClientPage() {
  const { clientId } = useParams({ from: '/desk/platform/clients/$clientId' });
  const { mode = 'live' } = useSearch({ from: '/desk/platform/clients/$clientId' });
  const navigate = useNavigate({ from: '/platform/clients/$clientId' });
  const me = useMe();
  const { data: client } = useQuery({
    queryKey: ['platform', 'clients', clientId],
    queryFn: ({ signal }) => api.get<ClientAtPlatform>(`/platform/clients/${clientId}`, { signal }),
    throwOnError: true,
  });
  const back = { to: '/platform/clients', label: 'Clients' };
  if (client === undefined) {
    return (
      <>
        <PageHeader title={`Client ${clientId}`} back={back} />
        <Skeleton height={280} />
      </>
    );
  }
  const mayWrite = mayOnPlatform(me, 'clients.write');
  const page: string = `/clients/${clientId}/${mode}`;
  return (
    <>
      <PageHeader
        title={client.name}
        description={`Client ${client.client_id} · ${phoneText(client.phone)}`}
        back={back}
        actions={
          <ButtonLink to={page} variant="default">
            Open the client’s dashboard
          </ButtonLink>
        }
      />
      {client.has_owner ? null : (
        <Alert color="yellow" mb="lg" title="This client has no owner yet">
          <Group justify="space-between" gap="sm">
            <Text>Its owner invites the other people of the client.</Text>
            {mayWrite ? <ButtonLink {...ownerInvitation(client.client_id)}>Invite its owner</ButtonLink> : null}
          </Group>
        </Alert>
      )}
      <SegmentedControl
        aria-label="Wallet"
        mb="lg"
        value={mode}
        data={[
          { value: 'live', label: 'Live wallet' },
          { value: 'test', label: 'Test wallet' },
        ]}
        onChange={(value) => void navigate({ search: value === 'test' ? { mode: 'test' } : {} })}
      />
      {/* Another wallet is another form: nothing that was typed for one is ever sent for the other. */}
      <Grid gap="lg" key={`${clientId} ${mode}`}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <WalletPanel client={client} mode={mode} mayWrite={mayWrite} />
            <WalletSettings client={client} mode={mode} mayWrite={mayWrite} />
            <ClientDetails client={client} mayWrite={mayWrite} />
            <ClientSettings client={client} mayWrite={mayWrite} />
            <Paper withBorder p="lg">
              <AllowedAddresses
                path={`/platform/clients/${clientId}/dashboard-ips`}
                mayWrite={mayWrite}
                note="These pages of the platform stay open to you, whatever the list says."
              />
            </Paper>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            {mayOnPlatform(me, 'adjustments.make') ? <AdjustmentForm client={client} mode={mode} /> : null}
            <ClientAdjustments clientId={client.client_id} mode={mode} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}
