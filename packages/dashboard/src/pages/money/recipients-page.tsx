import { Button, Menu, Text } from '@mantine/core';
import { IconAddressBook, IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedRecipientObject } from '../../../../../src/http/dashboard/schemas/recipients.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ActsMenu } from '../../components/acts-menu.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Phone } from '../../components/phone.tsx';
import { When } from '../../components/when.tsx';
import { RecipientDialog, type RecipientEdited } from './recipient-dialog.tsx';
import { savedRecipientsQuery } from './recipients-query.ts';

/** The saved recipients of one mode: added, renamed and deleted here; the forms that move money are filled in with them. */
export function RecipientsPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const navigate = useNavigate();
  const saved = useQuery(savedRecipientsQuery(context));
  const [editing, setEditing] = useState<RecipientEdited | null>(null);
  const [deleting, setDeleting] = useState<SavedRecipientObject | null>(null);
  const mayWrite = context.may('money.move');
  const add = mayWrite ? (
    <Button
      leftSection={<IconUserPlus size={16} aria-hidden />}
      onClick={() => setEditing({ is: 'new', phone: '', name: '' })}
    >
      Add a recipient
    </Button>
  ) : undefined;
  const columns: Column<SavedRecipientObject>[] = [
    {
      key: 'name',
      header: 'Name',
      narrow: 'who',
      render: ({ name }) => (
        <Text span inherit fw={550}>
          {name}
        </Text>
      ),
    },
    { key: 'phone', header: 'Phone', render: ({ phone }) => <Phone phone={phone} />, narrow: 'what' },
    { key: 'note', header: 'Note', render: ({ note }) => note, narrow: 'what' },
    {
      key: 'saved',
      header: 'Saved',
      render: ({ saved_by: by, saved_at: at }) => (
        <>
          <When at={at} to="day" /> by {by}
        </>
      ),
    },
    {
      key: 'acts',
      header: '',
      render: (recipient) =>
        mayWrite ? (
          <ActsMenu label={`Actions for ${recipient.name}`}>
            <Menu.Item
              onClick={() => void navigate({ to: context.page('/send') as string, search: { phone: recipient.phone } })}
            >
              Send money
            </Menu.Item>
            <Menu.Item onClick={() => setEditing({ is: 'saved', recipient })}>Edit…</Menu.Item>
            <Menu.Item color="red" onClick={() => setDeleting(recipient)}>
              Delete…
            </Menu.Item>
          </ActsMenu>
        ) : null,
    },
  ];
  return (
    <>
      <PageHeader
        title="Recipients"
        description={`Choose them in the forms of ${context.mode} mode. Saving a recipient moves no money.`}
        actions={add}
      />
      <DataTable
        label="Saved recipients"
        rows={saved.data}
        error={saved.data === undefined ? saved.error : null}
        retry={() => void saved.refetch()}
        columns={columns}
        rowKey={({ phone }) => phone}
        empty={
          <EmptyState icon={IconAddressBook} title="No saved recipients" action={add}>
            After a payment you can save its recipient, too.
          </EmptyState>
        }
      />
      <RecipientDialog
        title={editing?.is === 'saved' ? 'Edit the recipient' : 'Add a recipient'}
        editing={editing}
        onClose={() => setEditing(null)}
      />
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this recipient?"
        confirmLabel="Delete the recipient"
        isDangerous
        onConfirm={async () => {
          await api.delete(context.path(`/recipients/${deleting?.phone}`));
          await client.invalidateQueries({ queryKey: context.key('recipients') });
        }}
      >
        <b>{deleting?.name}</b> (<Phone phone={deleting?.phone ?? null} />) is no longer offered in the forms. Payments
        to this phone stay in the history.
      </ConfirmDialog>
    </>
  );
}
