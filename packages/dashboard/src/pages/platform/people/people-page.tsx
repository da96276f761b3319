import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { PersonObject } from '../../../../../../src/http/dashboard/schemas/people.ts';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { LinkSeenBy } from '../../../components/vouch-dialog.tsx';
import { When } from '../../../components/when.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonMenu } from './person-menu.tsx';
import { roleText } from './role-text.ts';

const columns: readonly Column<PersonObject>[] = [
  { key: 'name', header: 'Name', render: ({ name }) => name, narrow: 'who' },
  { key: 'email', header: 'Email', render: ({ email }) => email, narrow: 'what' },
  { key: 'role', header: 'Role', render: (person) => roleText(person), narrow: 'amount' },
  {
    key: 'status',
    header: 'Status',
    narrow: 'status',
    render: (person) => (
      <>
        {person.status === 'disabled' ? (
          <StatusBadge status="disabled" label="Disabled" />
        ) : (
          <StatusBadge status={person.status} />
        )}
        <LinkSeenBy account={person} />
      </>
    ),
  },
  {
    key: 'factor',
    header: 'Second factor',
    render: ({ two_factor_enabled: on }) => (on ? 'On' : 'Off'),
  },
  {
    key: 'seen',
    header: 'Last seen',
    render: ({ last_seen_at: at }) => <When at={at} />,
  },
];

const menu: Column<PersonObject> = {
  key: 'menu',
  header: '',
  alignRight: true,
  render: (person) => <PersonMenu person={person} />,
};

/** Everybody who can sign in; first the service's own staff. */
export function PeoplePage() {
  const me = useMe();
  const search = useSearch({ from: '/desk/platform/people' });
  const navigate = useNavigate({ from: '/platform/people' });
  const [text, setText] = useState(search.search ?? '');
  const [isInviting, setInviting] = useState(false);
  const mayWrite = mayOnPlatform(me, 'people.write');
  const people = useCursorPages<PersonObject>({
    queryKey: ['platform', 'people'],
    path: '/platform/people',
    query: { search: search.search, staff: search.everybody !== 'true' },
  });
  const find = useDebouncedCallback((wanted: string) => {
    const { search: _, ...others } = search;
    void navigate({ search: wanted === '' ? others : { ...others, search: wanted }, replace: true });
  }, 250);
  return (
    <>
      <PageHeader
        title="People"
        description="Administrators can change everything, support can only read. The people of a client are in its team."
        actions={
          mayWrite ? (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
              Invite staff
            </Button>
          ) : null
        }
      />
      <Group gap="sm" mb="md">
        <TextInput
          aria-label="Find a person"
          placeholder="Name or email address"
          leftSection={<IconSearch size={16} aria-hidden />}
          w={280}
          maxLength={120}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            find(currentTarget.value.trim());
          }}
        />
        <SegmentedControl
          aria-label="Who"
          value={search.everybody === 'true' ? 'everybody' : 'staff'}
          data={[
            { value: 'staff', label: 'Staff' },
            { value: 'everybody', label: 'All people' },
          ]}
          onChange={(value) => {
            const { everybody: _, ...others } = search;
            void navigate({ search: value === 'everybody' ? { ...others, everybody: 'true' } : others });
          }}
        />
      </Group>
      <DataTable
        label="People"
        {...people}
        columns={mayWrite ? [...columns, menu] : columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconUsersGroup} title="No people found">
            Search by part of the name or the address, or among all people.
          </EmptyState>
        }
      />
      <InviteDialog opened={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
