import { Alert, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { Copyable } from '../../../components/copyable.tsx';
import { LoadFailure } from '../../../components/data-table.tsx';
import { countText } from '../../../components/money-text.ts';
import { When } from '../../../components/when.tsx';

interface Proofs {
  readonly state: 'ok' | 'elsewhere' | 'behind_published' | 'failing' | 'off';
  readonly round: {
    readonly number: number;
    readonly tree_size: number;
    readonly signed_at: string;
    readonly hash: string;
  } | null;
  readonly lag_seconds: number;
  readonly history_proven: boolean;
}

/** Behind by more than this, people should look why. */
const lateSeconds = 15 * 60;

/** The newest signed round of the ledger. */
export function ProofsPanel() {
  const proofs = useQuery({
    queryKey: ['platform', 'ledger', 'proofs'],
    queryFn: ({ signal }) => api.get<Proofs>('/platform/ledger/proofs', { signal }),
    refetchInterval: 10_000,
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="proofs-title">
      <Title order={2} size="h4" id="proofs-title" mb="sm">
        Proofs
      </Title>
      {proofs.data === undefined ? (
        proofs.error === null ? (
          <Skeleton height={20} width="50%" />
        ) : (
          <LoadFailure error={proofs.error} retry={() => void proofs.refetch()} />
        )
      ) : (
        <Newest proofs={proofs.data} />
      )}
    </Paper>
  );
}

/** Why no more rounds are signed, where that is so. */
function NotSigning({ state }: Pick<Proofs, 'state'>) {
  if (state === 'behind_published') {
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title="Published rounds are missing">
        The database has lost signed rounds that were published, so the service has stopped signing rounds. Investigate
        the cause. If the database was restored on purpose, run <Code>nsimbi proof fork</Code>.
      </Alert>
    );
  }
  if (state === 'failing') {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title="No rounds can be signed now">
        The log of the service says why, and it tries again. <Code>nsimbi doctor</Code> checks the keys and the file of
        rounds.
      </Alert>
    );
  }
  return state === 'off' ? <Text c="dimmed">This process signs no rounds: NSIMBI_PROOFS is off.</Text> : null;
}

function Newest({
  proofs: { state, round, lag_seconds: lag, history_proven: isHistoryProven },
}: {
  readonly proofs: Proofs;
}) {
  return (
    <Stack gap="sm">
      <NotSigning state={state} />
      {lag < lateSeconds ? null : (
        <Alert color="yellow" icon={<IconClock size={18} aria-hidden />} title="The proofs are behind">
          What was written {countText(Math.round(lag / 60))} minutes ago is not proven yet.
        </Alert>
      )}
      {round === null ? (
        <Text c="dimmed">No round is signed yet.</Text>
      ) : (
        <>
          <Text>
            Round {countText(round.number)} proves {countText(round.tree_size)} records. Signed{' '}
            <When at={round.signed_at} />.
          </Text>
          <Group gap={8} wrap="nowrap">
            <Text size="sm" c="dimmed">
              Hash
            </Text>
            <Copyable text={round.hash} label="Copy the hash" />
          </Group>
        </>
      )}
      {isHistoryProven ? null : (
        <Text size="sm" c="dimmed">
          Records from before the proofs are still being proven.
        </Text>
      )}
    </Stack>
  );
}
