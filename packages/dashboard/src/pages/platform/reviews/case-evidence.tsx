import { Accordion, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseEvidence as Evidence, EvidenceCall } from '../../../../../../src/http/dashboard/schemas/reviews.ts';
import { api } from '../../../api/api.ts';
import { LoadFailure } from '../../../components/data-table.tsx';
import { JsonView } from '../../../components/json-view.tsx';
import { When } from '../../../components/when.tsx';
import { CallDetails } from '../../transactions/call-details.tsx';
import type { ReviewCase } from './review-case.ts';

const callNames: Readonly<Record<EvidenceCall['call'], string>> = {
  collect: 'Collection request',
  pay_out: 'Payout request',
  refund: 'Refund request',
  query: 'Status query',
  callback: 'Callback',
};

/** What was found and what the operator was sent and answered, as JSON, closed until a person opens it. */
export function CaseEvidence({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const [opened, setOpened] = useState<string | null>(null);
  const evidence = useQuery({
    queryKey: ['platform', 'reviews', String(reviewCase.id), 'evidence'],
    queryFn: ({ signal }) => api.get<Evidence>(`/platform/reviews/${reviewCase.id}/evidence`, { signal }),
    enabled: opened !== null,
  });
  return (
    <Accordion variant="separated" order={2} value={opened} onChange={setOpened}>
      <Accordion.Item value="evidence">
        <Accordion.Control>Raw evidence</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed" mb="xs">
                Stored when the case was opened.
              </Text>
              <JsonView value={reviewCase.found} label="Findings" />
            </div>
            {evidence.error === null ? null : (
              <LoadFailure error={evidence.error} retry={() => void evidence.refetch()} />
            )}
            {evidence.data === undefined ? null : <Calls evidence={evidence.data} />}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Calls({ evidence: { calls, left_out: leftOut } }: { readonly evidence: Evidence }) {
  if (calls.length === 0) return <Text c="dimmed">No calls of the operator are kept.</Text>;
  return (
    <Stack gap="sm">
      {calls.map((call, index) => {
        const title = `${callNames[call.call]}${call.status === null ? '' : `, HTTP ${call.status}`}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the kept calls of a case come in one order.
          <div key={index}>
            <Text size="sm">
              {title}, <When at={call.at} to="second" />
            </Text>
            <CallDetails call={call} title={title} />
          </div>
        );
      })}
      {leftOut === 0 ? null : <Text c="dimmed">{leftOut} calls between the first and the last are not shown.</Text>}
    </Stack>
  );
}
