import { Alert, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../../api/api.ts';
import { type Column, DataTable, LoadFailure } from '../../../components/data-table.tsx';
import { Money } from '../../../components/money.tsx';
import { wordText } from '../../../components/status.ts';
import { accountWords } from './account-words.ts';
import { clientSentences } from './effect-sentences.ts';
import type { ResolutionEffect, ReviewCase } from './review-case.ts';

/** Milliseconds for which the entries count as those of now: the wallet may have changed since. */
const effectsForMs = 60_000;

type Entry = ResolutionEffect['entries'][number] & { readonly line: number };

/**
 * What each resolution would book now, account by account, and what the client would see; where one is proposed, only that one.
 * @param props.clientId the client that was named for a payment without a transaction; null while none is.
 */
export function ResolutionEffects(props: { readonly reviewCase: ReviewCase; readonly clientId: number | null }) {
  const { reviewCase, clientId } = props;
  const effects = useQuery({
    queryKey: ['platform', 'reviews', String(reviewCase.id), 'effects', clientId],
    queryFn: ({ signal }) =>
      api.get<ResolutionEffect[]>(`/platform/reviews/${reviewCase.id}/effects`, {
        query: { client_id: clientId },
        signal,
      }),
    refetchInterval: effectsForMs,
  });
  const proposed = reviewCase.proposal?.resolution;
  const isShown = ({ resolution }: { readonly resolution: string }) =>
    proposed === undefined || resolution === proposed;
  const named = reviewCase.resolutions.filter(
    (one) => isShown(one) && effects.data?.some(({ resolution }) => resolution === one.resolution) === false,
  );
  return (
    <section aria-labelledby="effects-title">
      <Title order={2} size="h4" mb={4} id="effects-title">
        {proposed === undefined ? 'What each resolution books' : 'What the proposed resolution books'}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        As of now. The entries depend on the balance of the wallet at the time of the confirmation.
      </Text>
      {effects.error === null ? null : <LoadFailure error={effects.error} retry={() => void effects.refetch()} />}
      <Stack gap="md">
        {(effects.data ?? []).filter(isShown).map((effect) => (
          <Effect key={effect.resolution} effect={effect} reviewCase={reviewCase} />
        ))}
        {named.length === 0 ? null : (
          <Text c="dimmed">
            {named.map(({ resolution }) => wordText(resolution)).join(', ')}: enter the number of the client to see the
            entries.
          </Text>
        )}
      </Stack>
    </section>
  );
}

function Effect({ effect, reviewCase }: { readonly effect: ResolutionEffect; readonly reviewCase: ReviewCase }) {
  const id = useId();
  const { client_name: client, operator, transaction } = reviewCase;
  const parties = { client, operator };
  const columns: readonly Column<Entry>[] = [
    {
      key: 'debit',
      header: 'Debit',
      render: ({ debit }) => accountWords(debit, parties),
      narrow: 'who',
      renderNarrow: ({ debit }) => `Debit: ${accountWords(debit, parties)}`,
    },
    {
      key: 'credit',
      header: 'Credit',
      render: ({ credit }) => accountWords(credit, parties),
      narrow: 'what',
      renderNarrow: ({ credit }) => `Credit: ${accountWords(credit, parties)}`,
    },
    {
      key: 'amount',
      header: 'Amount',
      alignRight: true,
      render: ({ amount }) => <Money amount={amount} />,
      narrow: 'amount',
    },
  ];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Title order={3} size="h5" id={id} mb="xs">
        {wordText(effect.resolution)}
      </Title>
      {effect.refusal === null ? (
        <Stack gap="xs">
          {effect.entries.length === 0 ? (
            <Text>Nothing is booked.</Text>
          ) : (
            <DataTable
              label={`Entries of ${wordText(effect.resolution).toLowerCase()}`}
              columns={columns}
              rows={effect.entries.map((entry, index) => ({ ...entry, line: index + 1 }))}
              rowKey={({ line }) => line}
              empty={null}
            />
          )}
          <List size="sm">
            {clientSentences(effect, transaction?.status ?? null).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Stack>
      ) : (
        <Alert color="yellow">This would be refused now: {effect.refusal}</Alert>
      )}
    </Paper>
  );
}
