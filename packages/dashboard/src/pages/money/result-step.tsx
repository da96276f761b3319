import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TransactionTrail } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import type { Preview } from '../../../../../src/wallet/preview.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Copyable } from '../../components/copyable.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { Phone } from '../../components/phone.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { StepTitle } from '../../components/step-title.tsx';
import { isFinal, type MadePayment, type Moved, madePayment } from './made-payment.ts';
import { Fact, Facts } from './money-facts.tsx';
import type { MoneyOperation } from './money-operation.ts';
import { RecipientDialog, type RecipientEdited } from './recipient-dialog.tsx';
import { savedRecipientsQuery } from './recipients-query.ts';

/** The last step: what was done and to whom, as it is now, and where it can be followed. */
export function ResultStep(props: {
  readonly operation: MoneyOperation;
  readonly moved: Moved;
  /** What was confirmed. */
  readonly preview: Preview;
  readonly onAgain: () => void;
}) {
  const { operation, moved, preview, onAgain } = props;
  const context = useStaffContext();
  const now = useQuery({
    queryKey: context.key('transactions', moved.transaction_id, 'status'),
    queryFn: ({ signal }) =>
      api.get<Pick<TransactionTrail, 'transaction'>>(context.path(`/transactions/${moved.transaction_id}`), {
        signal,
      }),
    refetchInterval: ({ state }) => (isFinal(state.data?.transaction.status ?? moved.status) ? false : 2_000),
  });
  const made = madePayment(preview, moved, now.data?.transaction);
  const isPayout = operation.kind !== 'collection';
  return (
    <Stack gap="md" role="status">
      <Group gap="sm">
        <StepTitle>{headingOf(operation, made.status)}</StepTitle>
        <StatusBadge status={made.status} />
      </Group>
      {made.status === 'pending' ? (
        <Alert color="yellow">
          Another person in your team must approve it on the page Approvals. The money is held until then. If it is
          rejected or expires, the money returns to the wallet.
        </Alert>
      ) : null}
      {made.status === 'failed' ? (
        <Alert color="red">
          {made.failureReason} {isPayout ? 'The amount and the fee are back in the wallet.' : null}
        </Alert>
      ) : null}
      <Facts>
        <Fact label={isPayout ? 'To' : 'From'}>
          <Phone phone={made.phone} fw={600} />
        </Fact>
        <Fact label="Name">{made.name ?? 'Not given by the operator'}</Fact>
        <Fact label="Amount">
          <Money amount={made.amount} fw={600} />
        </Fact>
        <Fact label="Fee">
          <Money amount={made.fee} />
        </Fact>
        <Fact label={operation.totalLabel}>
          <Money amount={made.total} />
        </Fact>
        <BalanceAfter operation={operation} made={made} />
        <Fact label="Reference">
          <Copyable text={moved.reference} label="Copy the reference" />
        </Fact>
      </Facts>
      <Group gap="xs">
        <Button variant="default" onClick={onAgain}>
          {operation.again}
        </Button>
        <ButtonLink to={context.page(`/transactions/${moved.transaction_id}`)}>View the transaction</ButtonLink>
        <SaveRecipient operation={operation} made={made} />
      </Group>
    </Stack>
  );
}

/** A collection changes the balance only when it is paid. */
function BalanceAfter({ operation, made }: { readonly operation: MoneyOperation; readonly made: MadePayment }) {
  const { balanceAfter, status } = made;
  if (balanceAfter !== null) {
    return (
      <Fact label="Balance after">
        <Money amount={balanceAfter} />
      </Fact>
    );
  }
  if (operation.kind !== 'collection' || isFinal(status)) return null;
  return <Fact label="Balance after">When the customer has paid</Fact>;
}

/** Saves the other side for the next time, or changes how it is saved. */
function SaveRecipient({ operation, made }: { readonly operation: MoneyOperation; readonly made: MadePayment }) {
  const context = useStaffContext();
  const { data: all } = useQuery(savedRecipientsQuery(context));
  const [editing, setEditing] = useState<RecipientEdited | null>(null);
  if (all === undefined) return null;
  const recipient = all.find(({ phone }) => phone === made.phone);
  const label =
    recipient === undefined ? `Save this ${operation.counterparty}` : `Edit the saved ${operation.counterparty}`;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        onClick={() =>
          setEditing(
            recipient === undefined
              ? { is: 'new', phone: made.phone, name: made.name ?? '' }
              : { is: 'saved', recipient },
          )
        }
      >
        {label}
      </Button>
      <RecipientDialog title={label} editing={editing} onClose={() => setEditing(null)} />
    </>
  );
}

const nouns = { send_money: 'Payment', withdrawal: 'Payment', collection: 'Collection' } as const;

function headingOf({ kind }: MoneyOperation, status: string): string {
  if (status === 'pending') return 'Waiting for approval';
  if (status === 'failed') return `${nouns[kind]} failed`;
  if (status === 'completed') return kind === 'collection' ? 'Payment received' : 'Payment completed';
  return kind === 'collection' ? 'Payment requested' : 'Payment in progress';
}
