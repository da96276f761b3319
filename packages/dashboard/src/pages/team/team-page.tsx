import { Button, Menu, Modal, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconHistory, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { sentenceOf } from '../../api/failure.ts';
import type { ClientRole } from '../../api/session.ts';
import { ActsMenu } from '../../components/acts-menu.tsx';
import { AllowedAddresses } from '../../components/allowed-addresses.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { noteProposed } from '../../components/proposed-notice.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { LinkSeenBy, VouchDialog } from '../../components/vouch-dialog.tsx';
import { When } from '../../components/when.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { RoleForm } from './role-form.tsx';
import { type Invitation, type Member, roleLabel, type Team } from './team.ts';

/** Who works with this client's money, and what each may do. The same in both modes. */
export function TeamPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const path = `/clients/${context.clientId}/team`;
  const queryKey = ['clients', context.clientId, 'team'];
  const team = useQuery({ queryKey, queryFn: ({ signal }) => api.get<Team>(path, { signal }) });
  const { invite } = useSearch({ from: '/desk/clients/$clientId/$mode/team' });
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ClientRole | null>(null);
  // The role that the form begins with; null while nobody is invited.
  const inviting = invite ?? chosen;
  const [changing, setChanging] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [vouching, setVouching] = useState<Member | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey }), client.invalidateQueries({ queryKey: ['me'] })]);
  const endInviting = () => {
    setChosen(null);
    // A page that is loaded again must not open the form once more.
    if (invite !== undefined) void navigate({ to: context.page('/team'), replace: true });
  };
  const invited = (invitation: Invitation) => {
    endInviting();
    void refresh();
    if (noteProposed(invitation)) return;
    if (invitation.link === null) notifications.show({ message: invitation.sentence });
    else setLink(invitation.link);
  };
  const inviteAgain = useMutation({
    mutationFn: (member: Member) => api.post<Invitation>(`${path}/${member.id}/invitation`),
    onSuccess: invited,
    onError: (error) => notifications.show({ color: 'red', title: 'Not sent', message: sentenceOf(error) }),
  });
  const rule = useMutation({
    mutationFn: (required: boolean) => api.put(`/clients/${context.clientId}/second-factor`, { required }),
    onSuccess: refresh,
    onError: (error) => notifications.show({ color: 'red', title: 'Not changed', message: sentenceOf(error) }),
  });
  const mayWrite = context.may('team.write');
  const columns: Column<Member>[] = [
    {
      key: 'name',
      header: 'Name',
      narrow: 'who',
      renderNarrow: (member) => `${member.name}${member.is_you ? ' (you)' : ''}`,
      render: (member) => (
        <div>
          <Text fw={550} size="sm">
            {member.name}
            {member.is_you ? ' (you)' : ''}
          </Text>
          <Text c="dimmed" size="xs">
            {member.email}
          </Text>
        </div>
      ),
    },
    { key: 'role', header: 'Role', render: (member) => roleLabel(member.role), narrow: 'amount' },
    {
      key: 'status',
      header: 'Status',
      narrow: 'status',
      renderNarrow: (member) => <StatusBadge status={member.status} />,
      render: (member) => (
        <>
          <StatusBadge status={member.status} />
          <LinkSeenBy account={member} />
        </>
      ),
    },
    {
      key: 'second',
      header: 'Second factor',
      render: (member) => (member.two_factor_enabled ? 'Set up' : 'Not set up'),
    },
    {
      key: 'seen',
      header: 'Last seen',
      render: (member) => <When at={member.last_seen_at} />,
      narrow: 'when',
      renderNarrow: (member) =>
        member.last_seen_at === null ? (
          member.email
        ) : (
          <>
            Seen <When at={member.last_seen_at} />
          </>
        ),
    },
    {
      key: 'acts',
      header: '',
      render: (member) =>
        mayWrite ? (
          <ActsMenu label={`Actions for ${member.name}`}>
            <Menu.Item onClick={() => setChanging(member)}>Change the role…</Menu.Item>
            {member.status === 'invited' ? (
              <Menu.Item onClick={() => inviteAgain.mutate(member)}>Send the invitation again</Menu.Item>
            ) : null}
            {member.link_seen_by.length > 0 ? (
              <Menu.Item onClick={() => setVouching(member)}>Vouch for the account…</Menu.Item>
            ) : null}
            <Menu.Item color="red" onClick={() => setRemoving(member)}>
              Remove…
            </Menu.Item>
          </ActsMenu>
        ) : null,
    },
  ];
  return (
    <>
      <PageHeader
        title="Team"
        description="People who work with this client in test and live mode."
        actions={
          <>
            {context.may('team.activity') ? (
              <ButtonLink
                to={context.page('/team/activity')}
                variant="default"
                leftSection={<IconHistory size={16} aria-hidden />}
              >
                Activity
              </ButtonLink>
            ) : null}
            {mayWrite ? (
              <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setChosen('client_viewer')}>
                Invite a person
              </Button>
            ) : null}
          </>
        }
      />
      <Stack gap="xl">
        <DataTable
          label="Team"
          rows={team.data?.members}
          error={team.data === undefined ? team.error : null}
          retry={() => void team.refetch()}
          columns={columns}
          rowKey={(member) => member.id}
          empty={
            <EmptyState icon={IconUsers} title="No people yet">
              Invite an owner first: only owners change the team.
            </EmptyState>
          }
        />
        <Switch
          label="Require a second factor"
          description="People without one must set it up before they can use this client."
          checked={team.data?.two_factor_required ?? false}
          disabled={!mayWrite || team.data === undefined || rule.isPending}
          onChange={(event) => rule.mutate(event.currentTarget.checked)}
        />
        <AllowedAddresses
          path={`/clients/${context.clientId}/dashboard-ips`}
          mayWrite={mayWrite}
          note="The list must contain your own address."
        />
      </Stack>
      <Modal
        opened={inviting !== null && mayWrite}
        onClose={endInviting}
        title={inviting === 'client_owner' ? 'Invite the owner' : 'Invite a person'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {inviting === null ? null : <InviteForm path={path} role={inviting} onInvited={invited} />}
      </Modal>
      <Modal
        opened={changing !== null}
        onClose={() => setChanging(null)}
        title="Change the role"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {changing === null ? null : (
          <RoleForm
            path={path}
            member={changing}
            onChanged={() => {
              setChanging(null);
              void refresh();
            }}
          />
        )}
      </Modal>
      <InvitationLink link={link} onClose={() => setLink(null)} />
      <VouchDialog
        account={vouching}
        onClose={() => setVouching(null)}
        onConfirm={() => api.post(`${path}/${vouching?.id}/vouch`).then(refresh)}
      />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove from the team?"
        confirmLabel={`Remove ${removing?.name ?? ''}`}
        isDangerous
        onConfirm={() => api.delete(`${path}/${removing?.id}`).then(refresh)}
      >
        <b>{removing?.name}</b> ({removing?.email}) loses access to this client immediately. Their past activity stays
        in the audit log.
      </ConfirmDialog>
    </>
  );
}
