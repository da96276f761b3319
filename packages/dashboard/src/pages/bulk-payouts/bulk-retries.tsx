import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BulkPayoutObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextLink } from '../../components/links.tsx';
import { countText } from '../../components/money-text.ts';
import type { BulkPayout } from './bulk-payout.ts';
import { BulkStatus } from './bulk-status.tsx';

const rowsText = (count: number) => `${countText(count)} failed ${count === 1 ? 'row' : 'rows'}`;

/** What it is a retry of, the retries of it, and the button for another one where rows have failed. */
export function BulkRetries({ bulk }: { readonly bulk: BulkPayout }) {
  const context = useStaffContext();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { retry_of: retryOf, retries, retryable_count: count, in_review_count: inReview } = bulk;
  const page = (id: number): string => context.page(`/bulk-payouts/${id}`);
  const retry = async () => {
    const draft = await api.post<BulkPayoutObject>(context.path(`/bulk-payouts/${bulk.id}/retry`));
    void client.invalidateQueries({ queryKey: context.key('bulk-payouts') });
    await navigate({ to: page(draft.id) });
  };
  const mayRetry = count > 0 && context.may('money.move');
  if (retryOf === null && retries.length === 0 && !mayRetry && inReview === 0) return null;
  return (
    <Stack gap="xs" align="flex-start">
      {retryOf === null ? null : (
        <Text>
          Sends failed rows of <TextLink to={page(retryOf)}>bulk payout {retryOf}</TextLink> again.
        </Text>
      )}
      {retries.map(({ id, status }) => (
        <Text key={id} component="div">
          Failed rows are sent again by <TextLink to={page(id)}>bulk payout {id}</TextLink>{' '}
          <BulkStatus status={status} />
        </Text>
      ))}
      {inReview === 0 ? null : (
        <Alert color="yellow">
          {rowsText(inReview)} cannot be retried: {inReview === 1 ? 'its payment is' : 'their payments are'} in review,
          because the operator may have made {inReview === 1 ? 'it' : 'them'} after all.
        </Alert>
      )}
      {mayRetry ? (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setAsking(true)}>
          Retry failed rows
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Retry ${rowsText(count)}?`}
        confirmLabel="Prepare the retry"
        whenRepeated="happens_once"
        onConfirm={retry}
      >
        They are put into a new bulk payout, with the fees of now. Nothing is paid until you have confirmed its total,
        and another person has approved it where that is required.
      </ConfirmDialog>
    </Stack>
  );
}
