import { Alert, Grid, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { Fact } from '../../../components/fact.tsx';
import { TextLink } from '../../../components/links.tsx';
import { Money } from '../../../components/money.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Phone } from '../../../components/phone.tsx';
import { wordText } from '../../../components/status.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import { typeText } from '../../transactions/words.ts';
import { CaseBadge } from './case-badge.tsx';
import { CaseEvidence } from './case-evidence.tsx';
import { CaseFacts } from './case-facts.tsx';
import { caseSentences } from './case-sentences.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import { ProposeForm } from './propose-form.tsx';
import { ResolutionEffects } from './resolution-effects.tsx';
import type { ReviewCase } from './review-case.ts';

/** One case: in sentences, both sides' facts, what each resolution books, the evidence, and how it ends. */
export function ReviewPage() {
  const { caseId } = useParams({ from: '/desk/platform/reviews/$caseId' });
  const me = useMe();
  const [namedClient, setNamedClient] = useState<number | null>(null);
  const { data: reviewCase } = useQuery({
    queryKey: ['platform', 'reviews', caseId],
    queryFn: ({ signal }) => api.get<ReviewCase>(`/platform/reviews/${caseId}`, { signal }),
    // Somebody else may propose or confirm meanwhile.
    refetchInterval: 60_000,
    // What is typed stays where the case could not be read again.
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const back = { to: '/platform/reviews', label: 'Reviews' };
  if (reviewCase === undefined) {
    return (
      <>
        <PageHeader title={`Case ${caseId}`} back={back} />
        <Skeleton height={280} />
      </>
    );
  }
  const mayResolve = mayOnPlatform(me, 'reviews.resolve');
  return (
    <>
      <PageHeader
        title={`Case ${reviewCase.id}: ${wordText(reviewCase.kind).toLowerCase()}`}
        badge={<CaseBadge reviewCase={reviewCase} />}
        description={reviewCase.meaning}
        back={back}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <section aria-label="Summary">
              {caseSentences(reviewCase).map((sentence) => (
                <Text key={sentence} size="lg">
                  {sentence}
                </Text>
              ))}
            </section>
            <section aria-labelledby="facts-title">
              <Title order={2} size="h4" mb="xs" id="facts-title">
                Both sides
              </Title>
              <CaseFacts reviewCase={reviewCase} />
            </section>
            {reviewCase.resolved === null ? (
              <ResolutionEffects reviewCase={reviewCase} clientId={reviewCase.proposal?.client_id ?? namedClient} />
            ) : null}
            <Transaction reviewCase={reviewCase} />
            <CaseEvidence reviewCase={reviewCase} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {reviewCase.resolved === null ? null : <Resolved resolved={reviewCase.resolved} />}
          {reviewCase.proposal === null ? null : (
            <ProposalPanel caseId={reviewCase.id} proposal={reviewCase.proposal} mayResolve={mayResolve} />
          )}
          {reviewCase.resolved === null && reviewCase.proposal === null ? (
            mayResolve ? (
              <ProposeForm reviewCase={reviewCase} onClient={setNamedClient} />
            ) : (
              <Alert icon={<IconInfoCircle size={18} aria-hidden />} color="gray">
                One administrator proposes a resolution and another confirms it.
              </Alert>
            )
          ) : null}
        </Grid.Col>
      </Grid>
    </>
  );
}

function Transaction({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const { transaction, client_id: clientId, client_name: clientName, customer } = reviewCase;
  const { mode, in_suspense: inSuspense, opened_at: openedAt } = reviewCase;
  const page: string = `/clients/${clientId}/${mode}/transactions/${transaction?.id}`;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="transaction-title">
      <Title order={2} size="h4" mb="md" id="transaction-title">
        Transaction
      </Title>
      <Stack gap="xs">
        {transaction === null ? (
          <Text c="dimmed">The operator’s statement has a payment that matches no transaction.</Text>
        ) : (
          <>
            <Fact label="Reference">
              {clientId === null ? transaction.reference : <TextLink to={page}>{transaction.reference}</TextLink>}
            </Fact>
            <Fact label="Type">{typeText(transaction.type)}</Fact>
            {clientId === null ? null : (
              <Fact label="Client">
                <TextLink to={`/platform/clients/${clientId}` as string}>{clientName}</TextLink>
              </Fact>
            )}
            <Fact label="Customer">
              {customer.name === null ? null : <>{customer.name}, </>}
              <Phone phone={customer.phone} />
            </Fact>
            <Fact label="Status">
              <StatusBadge status={transaction.status} />
            </Fact>
            <Fact label="Amount">
              <Money amount={transaction.amount} />
            </Fact>
            <Fact label="Created">
              <When at={transaction.created_at} />
            </Fact>
          </>
        )}
        <Fact label="Mode">{wordText(mode)}</Fact>
        <Fact label="In suspense">{inSuspense === 0 ? 'Nothing' : <Money amount={inSuspense} />}</Fact>
        <Fact label="Case opened">
          <When at={openedAt} />
        </Fact>
      </Stack>
    </Paper>
  );
}

function Resolved({ resolved }: { readonly resolved: NonNullable<ReviewCase['resolved']> }) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="resolved-title">
      <Title order={2} size="h4" mb="md" id="resolved-title">
        Result
      </Title>
      <Stack gap="xs">
        <Fact label="Resolution">{wordText(resolved.resolution)}</Fact>
        <Fact label="Reason">{resolved.reason}</Fact>
        <Fact label="Decided by">{resolved.resolved_by}</Fact>
        <Fact label="Confirmed by">{resolved.confirmed_by}</Fact>
        <Fact label="At">
          <When at={resolved.resolved_at} />
        </Fact>
        {resolved.transaction_id === null ? null : <Fact label="Booked as transaction">{resolved.transaction_id}</Fact>}
      </Stack>
    </Paper>
  );
}
