import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import type { Mode } from '../../../api/session.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Money } from '../../../components/money.tsx';
import { Stat } from '../../../components/stat.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useClientChange } from './use-client-change.ts';

/** The money of one wallet, and the switch that keeps it there. */
export function WalletPanel(props: {
  readonly client: ClientAtPlatform;
  readonly mode: Mode;
  readonly mayWrite: boolean;
}) {
  const { client, mode, mayWrite } = props;
  const wallet = client[mode];
  const [isAsking, setAsking] = useState(false);
  const change = useClientChange<{ frozen: boolean }>(
    client.client_id,
    `/${mode}/frozen`,
    wallet.frozen ? 'The wallet was unfrozen.' : 'The wallet was frozen.',
  );
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="wallet-title">
      <Group justify="space-between" mb="md" gap="sm">
        <Group gap="sm">
          <Title order={2} size="h4" id="wallet-title">
            {mode === 'live' ? 'Live wallet' : 'Test wallet'}
          </Title>
          <StatusBadge status={wallet.frozen ? 'frozen' : 'active'} />
        </Group>
        {mayWrite ? (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {wallet.frozen ? 'Unfreeze' : 'Freeze'}
          </Button>
        ) : null}
      </Group>
      <Group gap="xl" align="flex-start">
        <Stat label="Balance">
          <Money amount={wallet.balance} />
        </Stat>
        <Stat label="Held">
          <Money amount={wallet.held} />
        </Stat>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={wallet.frozen ? 'Unfreeze this wallet?' : 'Freeze this wallet?'}
        confirmLabel={wallet.frozen ? 'Unfreeze the wallet' : 'Freeze the wallet'}
        isDangerous={!wallet.frozen}
        onConfirm={() => change.mutateAsync({ frozen: !wallet.frozen })}
      >
        <Stack gap="xs">
          <Text>
            {client.name}, {mode} wallet.
          </Text>
          <Text>
            {wallet.frozen
              ? 'Payments can leave the wallet again at once.'
              : 'No new payments can leave the wallet. Payments in progress are completed. The wallet still receives money.'}
          </Text>
        </Stack>
      </ConfirmDialog>
    </Paper>
  );
}
