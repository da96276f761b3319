import { Accordion, Group, Stack, Text } from '@mantine/core';
import type { RequestShown } from '../../../../../src/http/dashboard/schemas/requests.ts';
import type { TrailDelivery, TrailWord, Transfer } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Money } from '../../components/money.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { durationText } from '../../components/time-text.ts';
import { When } from '../../components/when.tsx';
import { Section } from './section.tsx';
import { accountText } from './words.ts';

const transferColumns: readonly Column<Transfer>[] = [
  { key: 'debit', header: 'From (debit)', render: ({ debit }) => accountText(debit), narrow: 'what' },
  { key: 'credit', header: 'To (credit)', render: ({ credit }) => accountText(credit), narrow: 'who' },
  {
    key: 'amount',
    header: 'Amount',
    alignRight: true,
    render: ({ amount }) => <Money amount={amount} />,
    narrow: 'amount',
  },
  {
    key: 'balance_after',
    header: 'Balance after',
    alignRight: true,
    render: ({ balance_after }) => <Money amount={balance_after} />,
    narrow: 'status',
    renderNarrow: ({ balance_after: balance }) =>
      balance === null ? null : (
        <span>
          Balance <Money amount={balance} />
        </span>
      ),
  },
];

/** The transaction's lines in the ledger. */
export function Transfers({ transfers }: { readonly transfers: readonly Transfer[] }) {
  if (transfers.length === 0) return null;
  return (
    <Section title="Ledger">
      <DataTable
        label="Ledger transfers"
        rows={transfers}
        columns={transferColumns}
        rowKey={({ line }) => line}
        empty={null}
      />
    </Section>
  );
}

const deliveryColumns: readonly Column<TrailDelivery>[] = [
  {
    key: 'event_type',
    header: 'Event',
    narrow: 'who',
    renderNarrow: ({ event_type: type }) => type,
    render: ({ event_type, url }) => (
      <>
        <Text span inherit display="block">
          {event_type}
        </Text>
        <Text span size="xs" c="dimmed" display="block" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      </>
    ),
  },
  { key: 'status', header: 'Status', render: ({ status }) => <StatusBadge status={status} />, narrow: 'status' },
  { key: 'answer', header: 'Response', render: ({ last_response_status }) => last_response_status ?? '–' },
  {
    key: 'attempts',
    header: 'Attempts',
    alignRight: true,
    render: ({ attempts }) => attempts,
    narrow: 'what',
    renderNarrow: ({ attempts, url }) => `${attempts === 1 ? '1 attempt' : `${attempts} attempts`} to ${url}`,
  },
];

/** What was sent of it to webhooks. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly TrailDelivery[] }) {
  const context = useStaffContext();
  if (deliveries.length === 0) return null;
  return (
    <Section title="Webhook deliveries">
      <DataTable
        label="Webhook deliveries"
        rows={deliveries}
        columns={deliveryColumns}
        rowKey={({ id }) => id}
        rowLink={({ webhook_id }) => context.page(`/webhooks/${webhook_id}`)}
        empty={null}
      />
    </Section>
  );
}

/** The operator's codes and statuses that the service does not know. */
export function UnknownWords({ words }: { readonly words: readonly TrailWord[] }) {
  if (words.length === 0) return null;
  return (
    <Section title="Unknown operator codes">
      <Stack gap="md">
        {words.map((word) => (
          <div key={`${word.call} ${word.word}`}>
            <Text size="sm" mb={6}>
              “{word.word}” in response to {word.call}, {word.times === 1 ? 'once' : `${word.times} times`}, treated as{' '}
              {word.treated_as}; last <When at={word.last_heard_at} to="second" />
            </Text>
            <JsonView value={word.raw} label={`The response with ${word.word}`} maxHeight={200} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** The API requests about it, with their responses. Phones and secrets are masked by the service. */
export function Requests({ requests }: { readonly requests: readonly RequestShown[] }) {
  if (requests.length === 0) return null;
  return (
    <Section title="API requests">
      <Accordion variant="separated" order={3}>
        {requests.map((request) => (
          <Accordion.Item key={request.id} value={request.id}>
            <Accordion.Control>
              <Group gap="xs" wrap="wrap">
                <Text span fw={600} size="sm">
                  {request.method}
                </Text>
                <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {request.path}
                </Text>
                <Text span size="sm" c="dimmed">
                  {request.status} · {durationText(request.duration_ms)} · <When at={request.at} to="second" />
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                {request.idempotency_key === null ? null : (
                  <Text size="sm" c="dimmed">
                    Idempotency-Key {request.idempotency_key}
                  </Text>
                )}
                {request.request_body === null ? null : (
                  <JsonView value={request.request_body} label={`Request body of ${request.method} ${request.path}`} />
                )}
                {request.answer_body === null ? null : (
                  <JsonView value={request.answer_body} label={`Response body of ${request.method} ${request.path}`} />
                )}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  );
}
