import { Badge, Button, Menu, Modal, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ActsMenu } from '../../components/acts-menu.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Money } from '../../components/money.tsx';
import { OneTimeDialog } from '../../components/one-time-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { noteProposed } from '../../components/proposed-notice.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';
import { BudgetForm } from './budget-form.tsx';
import { type ApiKey, type KeyRequested, keyState, mayEverything, type NewKey } from './key.ts';
import { KeyForm } from './key-form.tsx';
import classes from './keys-page.module.css';
import { RollForm } from './roll-form.tsx';
import { SigningKeysForm } from './signing-keys-form.tsx';

/** The keys of one mode: made, rolled and revoked here; a key's text is seen once. */
export function KeysPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const keys = useQuery({
    queryKey: context.key('keys'),
    queryFn: ({ signal }) => api.get<ApiKey[]>(context.path('/keys'), { signal }),
  });
  const [isMaking, setMaking] = useState(false);
  const [rolling, setRolling] = useState<ApiKey | null>(null);
  const [budgeting, setBudgeting] = useState<ApiKey | null>(null);
  const [signing, setSigning] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: context.key('keys') });
  const show = (key: KeyRequested) => {
    setMaking(false);
    setRolling(null);
    if (key.proposal === null) setMade(key);
    else noteProposed(key);
    void refresh();
  };
  const mayWrite = context.may('keys.write');
  const create = mayWrite ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {context.mode === 'test' ? 'Create a test key' : 'Create a live key'}
    </Button>
  ) : undefined;
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      header: 'Name',
      narrow: 'who',
      renderNarrow: (key) => key.name,
      render: (key) => (
        <div>
          <Text fw={550} size="sm">
            {key.name}
          </Text>
          <Text c="dimmed" size="xs" ff="monospace">
            {key.shown_as}…
          </Text>
        </div>
      ),
    },
    { key: 'state', header: 'Status', render: (key) => <KeyBadge apiKey={key} />, narrow: 'status' },
    {
      key: 'permissions',
      header: 'Permissions',
      render: (key) => <Permissions apiKey={key} />,
      narrow: 'what',
      renderNarrow: (key) => (mayEverything(key) ? 'All permissions' : key.permissions.join(', ')),
    },
    {
      key: 'ips',
      header: 'Addresses',
      render: (key) => (key.allowed_ips.length === 0 ? 'Any' : key.allowed_ips.join(', ')),
    },
    { key: 'budget', header: 'Budget', render: (key) => <BudgetOfKey apiKey={key} /> },
    { key: 'signing', header: 'Signed by', render: (key) => <SigningKeysOfKey apiKey={key} /> },
    {
      key: 'used',
      header: 'Last used',
      render: (key) => <When at={key.last_used_at} />,
      narrow: 'when',
      renderNarrow: (key) =>
        key.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Used <When at={key.last_used_at} />
          </>
        ),
    },
    { key: 'expires', header: 'Expires', render: (key) => <When at={key.expires_at} /> },
    {
      key: 'acts',
      header: '',
      render: (key) =>
        mayWrite && keyState(key, Date.now()) !== 'revoked' && keyState(key, Date.now()) !== 'expired' ? (
          <KeyMenu
            apiKey={key}
            onBudget={() => setBudgeting(key)}
            onSigning={() => setSigning(key)}
            onRoll={() => setRolling(key)}
            onRevoke={() => setRevoking(key)}
          />
        ) : null,
    },
  ];
  return (
    <>
      <PageHeader
        title="API keys"
        description={
          context.mode === 'test'
            ? 'Test keys move no real money.'
            : 'A live key moves real money. Give each program its own key, with only the permissions it needs.'
        }
        actions={create}
      />
      <DataTable
        label="API keys"
        rows={keys.data}
        error={keys.data === undefined ? keys.error : null}
        retry={() => void keys.refetch()}
        columns={columns}
        rowKey={(key) => key.id}
        empty={
          <EmptyState icon={IconKey} title="No keys yet" action={create}>
            A key lets your programs use the API in {context.mode} mode.
          </EmptyState>
        }
      />
      <Modal
        opened={isMaking}
        onClose={() => setMaking(false)}
        title={context.mode === 'test' ? 'Create a test key' : 'Create a live key'}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <KeyForm onMade={show} />
      </Modal>
      <Modal
        opened={rolling !== null}
        onClose={() => setRolling(null)}
        title="Roll this key"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {rolling === null ? null : <RollForm apiKey={rolling} onRolled={show} />}
      </Modal>
      <Modal
        opened={budgeting !== null}
        onClose={() => setBudgeting(null)}
        title="Budget of this key"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {budgeting === null ? null : (
          <BudgetForm
            apiKey={budgeting}
            onSaved={(saved) => {
              setBudgeting(null);
              noteProposed(saved);
              void refresh();
            }}
          />
        )}
      </Modal>
      <Modal
        opened={signing !== null}
        onClose={() => setSigning(null)}
        title="Signing keys of this key"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {signing === null ? null : (
          <SigningKeysForm
            apiKey={signing}
            onSaved={(saved) => {
              setSigning(null);
              noteProposed(saved);
              void refresh();
            }}
          />
        )}
      </Modal>
      <OneTimeDialog
        opened={made !== null}
        title="Save this key now"
        warning="The key is not stored and cannot be shown again. Put it where your program reads its secrets, never in a repository or a browser."
        onStored={() => setMade(null)}
      >
        <ShownOnce text={made?.api_key ?? ''} label="Copy the key" />
      </OneTimeDialog>
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title="Revoke this key?"
        confirmLabel="Revoke the key"
        isDangerous
        onConfirm={() => api.delete(context.path(`/keys/${revoking?.id}`)).then(refresh)}
      >
        <b>{revoking?.name}</b> ({revoking?.shown_as}…) stops working within a second and cannot be restored. Programs
        that still use it get 401. To change a key without an interruption, roll it.
      </ConfirmDialog>
    </>
  );
}

/** What a key may do, short: most may do everything, and six names on each row would hide those that may not. */
function Permissions({ apiKey }: { readonly apiKey: ApiKey }) {
  if (mayEverything(apiKey)) return 'All permissions';
  return (
    <div className={classes.permissions}>
      {apiKey.permissions.map((permission) => (
        <Badge key={permission} color="gray">
          {permission}
        </Badge>
      ))}
    </div>
  );
}

/** The limits of a key, and what is used of them. */
function BudgetOfKey({ apiKey: { budget } }: { readonly apiKey: ApiKey }) {
  if (budget === null) return 'None';
  const { per_payment: perPayment, per_day: perDay, per_month: perMonth } = budget;
  return (
    <Text size="sm" component="div">
      {perPayment === null ? null : (
        <div>
          <Money amount={perPayment} /> per payment
        </div>
      )}
      {perDay === null ? null : (
        <div>
          <Money amount={budget.used_today} /> of <Money amount={perDay} /> today
        </div>
      )}
      {perMonth === null ? null : (
        <div>
          <Money amount={budget.used_this_month} /> of <Money amount={perMonth} /> this month
        </div>
      )}
    </Text>
  );
}

/** The fingerprints of the keys that sign, by their first half: enough to tell two apart. */
function SigningKeysOfKey({ apiKey: { signing_keys: keys } }: { readonly apiKey: ApiKey }) {
  if (keys.length === 0) return 'Not signed';
  return keys.map(({ fingerprint }) => (
    <Text key={fingerprint} size="xs" ff="monospace" title={fingerprint}>
      {fingerprint.slice(0, 16)}…
    </Text>
  ));
}

function KeyBadge({ apiKey }: { readonly apiKey: ApiKey }) {
  const state = keyState(apiKey, Date.now());
  if (state === 'rolled') return <StatusBadge status="expiring" label="Rolled" tone="attention" />;
  if (state === 'expired') return <StatusBadge status="expired" label="Expired" tone="neutral" />;
  return <StatusBadge status={state} />;
}

function KeyMenu(props: {
  readonly apiKey: ApiKey;
  readonly onBudget: () => void;
  readonly onSigning: () => void;
  readonly onRoll: () => void;
  readonly onRevoke: () => void;
}) {
  const { apiKey, onBudget, onSigning, onRoll, onRevoke } = props;
  return (
    <ActsMenu label={`Actions for ${apiKey.name}`}>
      <Menu.Item onClick={onBudget}>Budget…</Menu.Item>
      <Menu.Item onClick={onSigning}>Signing keys…</Menu.Item>
      {apiKey.rolled_to === null ? <Menu.Item onClick={onRoll}>Roll…</Menu.Item> : null}
      <Menu.Item color="red" onClick={onRevoke}>
        Revoke…
      </Menu.Item>
    </ActsMenu>
  );
}
