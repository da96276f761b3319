import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClientListed } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/money.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Phone } from '../../../components/phone.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import { NewClientDialog } from './new-client-dialog.tsx';

const columns: readonly Column<ClientListed>[] = [
  { key: 'name', header: 'Name', render: ({ name }) => name, narrow: 'who' },
  { key: 'id', header: 'Number', render: ({ client_id: id }) => id, narrow: 'what' },
  { key: 'phone', header: 'Phone', render: ({ phone }) => <Phone phone={phone} />, narrow: 'what' },
  {
    key: 'live',
    header: 'Live balance',
    alignRight: true,
    render: ({ live }) => <Money amount={live.balance} />,
    narrow: 'amount',
  },
  {
    key: 'held',
    header: 'Live held',
    alignRight: true,
    render: ({ live }) => (live.held === 0 ? '–' : <Money amount={live.held} />),
  },
  { key: 'state', header: 'Wallets', render: (client) => <WalletState client={client} />, narrow: 'status' },
  { key: 'created', header: 'Since', render: ({ created_at: at }) => <When at={at} to="day" /> },
];

/** Every business on the platform, found by name, phone or number. */
export function ClientsPage() {
  const me = useMe();
  const { search } = useSearch({ from: '/desk/platform/clients' });
  const navigate = useNavigate({ from: '/platform/clients' });
  const [text, setText] = useState(search ?? '');
  const [isCreating, setCreating] = useState(false);
  const find = useDebouncedCallback((wanted: string) => {
    void navigate({ search: wanted === '' ? {} : { search: wanted }, replace: true });
  }, 250);
  const clients = useCursorPages<ClientListed>({
    queryKey: ['platform', 'clients', 'list'],
    path: '/platform/clients',
    query: { search },
  });
  return (
    <>
      <PageHeader
        title="Clients"
        description="Businesses that have wallets in this service."
        actions={
          mayOnPlatform(me, 'clients.write') ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              New client
            </Button>
          ) : null
        }
      />
      <TextInput
        aria-label="Find a client"
        placeholder="Name, phone or number"
        leftSection={<IconSearch size={16} aria-hidden />}
        maw={360}
        mb="md"
        maxLength={120}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          find(currentTarget.value.trim());
        }}
      />
      <DataTable
        label="Clients"
        {...clients}
        columns={columns}
        rowKey={({ client_id: id }) => id}
        rowLink={({ client_id: id }) => `/platform/clients/${id}`}
        empty={
          <EmptyState
            icon={IconBuildingStore}
            title={search === undefined ? 'No clients yet' : 'No client has this name, phone or number'}
          >
            {search === undefined
              ? 'A client is a business with one wallet for live money and one for test money.'
              : 'Search by part of the name or the last digits of the phone.'}
          </EmptyState>
        }
      />
      <NewClientDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function WalletState({ client }: { readonly client: ClientListed }) {
  const { live, test } = client;
  if (!live.frozen && !test.frozen) return <StatusBadge status="active" />;
  const which = live.frozen && test.frozen ? 'Both' : live.frozen ? 'Live' : 'Test';
  return <StatusBadge status="frozen" label={`${which} frozen`} />;
}
