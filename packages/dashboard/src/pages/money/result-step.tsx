import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TransactionTrail } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Copyable } from '../../components/copyable.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { StepTitle } from '../../components/step-title.tsx';
import type { MoneyOperation } from './money-operation.ts';

/** What every answer to an accepted operation has. */
export interface Moved {
  readonly transaction_id: number;
  readonly reference: string;
  readonly status: string;
  readonly requires_approval?: boolean;
}

/** The last step: what was done, as it is now, and where it can be followed. */
export function ResultStep(props: {
  readonly operation: MoneyOperation;
  readonly moved: Moved;
  readonly onAgain: () => void;
}) {
  const { operation, moved, onAgain } = props;
  const context = useStaffContext();
  const now = useQuery({
    queryKey: context.key('transactions', moved.transaction_id, 'status'),
    queryFn: ({ signal }) =>
      api.get<Pick<TransactionTrail, 'transaction'>>(context.path(`/transactions/${moved.transaction_id}`), {
        signal,
      }),
    refetchInterval: ({ state }) => (isFinal(state.data?.transaction.status ?? moved.status) ? false : 2_000),
  });
  const status = now.data?.transaction.status ?? moved.status;
  const failure = now.data?.transaction.failure_reason;
  const waits = status === 'pending';
  return (
    <Stack gap="md" role="status">
      <Group gap="sm">
        <StepTitle>{headingOf(operation, status)}</StepTitle>
        <StatusBadge status={status} />
      </Group>
      {waits ? (
        <Alert color="yellow">
          Another person in your team must approve it on the page Approvals. The money is held until then. If it is
          rejected or expires, the money returns to the wallet.
        </Alert>
      ) : null}
      {failure == null ? null : <Alert color="red">{failure}</Alert>}
      <Text component="div">
        Reference <Copyable text={moved.reference} />
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={onAgain}>
          {operation.again}
        </Button>
        <ButtonLink to={context.page(`/transactions/${moved.transaction_id}`)}>View the transaction</ButtonLink>
      </Group>
    </Stack>
  );
}

function isFinal(status: string): boolean {
  return status === 'completed' || status === 'failed';
}

function headingOf({ kind }: MoneyOperation, status: string): string {
  if (status === 'pending') return 'Waiting for approval';
  if (status === 'failed') return 'Failed: no money moved';
  if (status === 'completed') return kind === 'collection' ? 'Payment received' : 'Payment completed';
  return kind === 'collection' ? 'Payment requested' : 'Payment in progress';
}
