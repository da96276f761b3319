import { Button, Grid, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TransactionTrail } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { isNotFound } from '../../api/failure.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { moneyText } from '../../components/money-text.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ReceiptSection } from './receipt-section.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { Section } from './section.tsx';
import { Timeline } from './timeline.tsx';
import { Deliveries, Requests, Transfers, UnknownWords } from './trail-parts.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionStatus } from './transaction-status.tsx';
import { useLiveChanges } from './use-live-changes.ts';
import { typeText } from './words.ts';

const route = getRouteApi('/desk/clients/$clientId/$mode/transactions/$transactionId');
const refetchMs = 5_000;

/** One transaction, with everything that is known of it. */
export function TransactionPage() {
  const context = useStaffContext();
  const { transactionId } = route.useParams();
  const isLive = useLiveChanges();
  const trail = useQuery({
    queryKey: context.key('transactions', 'one', transactionId),
    queryFn: ({ signal }) => api.get<TransactionTrail>(context.path(`/transactions/${transactionId}`), { signal }),
    throwOnError: isNotFound,
    // What is not over yet goes on also without an event: calls are made, operators are asked, and logged a little later.
    refetchInterval: ({ state }) => (isLive && state.data?.may_change === false ? false : refetchMs),
  });
  const back = { to: context.page('/transactions'), label: 'Transactions' };
  if (trail.data === undefined) {
    return (
      <>
        <PageHeader title={`Transaction ${transactionId}`} back={back} />
        {trail.error instanceof Error ? (
          <LoadFailure error={trail.error} retry={() => void trail.refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </>
    );
  }
  return <Trail trail={trail.data} back={back} />;
}

function Trail({ trail, back }: { readonly trail: TransactionTrail; readonly back: { to: string; label: string } }) {
  const context = useStaffContext();
  const [refunding, refund] = useDisclosure(false);
  const { transaction, can } = trail;
  return (
    <>
      <PageHeader
        title={`${typeText(transaction.type)} ${moneyText(transaction.amount)}`}
        badge={<TransactionStatus transaction={transaction} />}
        back={back}
        description={transaction.failure_reason ?? transaction.description ?? undefined}
        actions={
          <>
            {can.decide ? <ButtonLink to={context.page('/approvals')}>Approve or reject</ButtonLink> : null}
            {can.refund ? (
              <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={refund.open}>
                Refund
              </Button>
            ) : null}
          </>
        }
      />
      <Grid gap={{ base: 'md', md: 48 }}>
        <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
          <Section title="Timeline">
            <Timeline steps={trail.steps} />
          </Section>
          <Transfers transfers={trail.transfers} />
          <Deliveries deliveries={trail.deliveries} />
          <UnknownWords words={trail.unknown_words} />
          <Requests requests={trail.requests} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
          <Stack gap={0}>
            <TransactionFacts trail={trail} />
            <ReceiptSection transactionId={transaction.id} />
          </Stack>
        </Grid.Col>
      </Grid>
      <RefundDialog
        key={trail.left_to_refund}
        transaction={transaction}
        left={trail.left_to_refund}
        opened={refunding}
        onClose={refund.close}
      />
    </>
  );
}
