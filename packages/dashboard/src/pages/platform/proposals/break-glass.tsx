import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from '../../../api/api.ts';
import { FormError } from '../../../components/form-error.tsx';
import { When } from '../../../components/when.tsx';

/** The order of the database's owner to make a change without a second person, where there is one. */
export function BreakGlass({
  proposal,
  mayReview,
}: {
  readonly proposal: ProposalObject;
  readonly mayReview: boolean;
}) {
  const queries = useQueryClient();
  const review = useMutation({
    mutationFn: () => api.post(`/platform/proposals/${proposal.id}/review`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['platform'] }),
  });
  const { break_glass: order, status } = proposal;
  if (order === null) return null;
  const isReviewed = order.reviewed_by !== null;
  const isOver = status !== 'waiting';
  return (
    <Alert
      color={isReviewed ? 'gray' : 'red'}
      role="note"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Ordered without a second person"
    >
      <Stack gap="xs" align="flex-start">
        <Text>
          {order.by} ordered this change with the owner’s login to the database. Reason: “{order.reason}”
        </Text>
        {isOver ? null : (
          <Text>
            It takes effect <When at={order.due_at} /> unless an administrator rejects it before then.
          </Text>
        )}
        {isReviewed ? <Text>Reviewed by {order.reviewed_by}.</Text> : null}
        {isOver && !isReviewed && mayReview && proposal.is_yours ? (
          <Text>You proposed this, so another administrator must review it.</Text>
        ) : null}
        {isOver && !isReviewed && mayReview && !proposal.is_yours ? (
          <>
            <FormError error={review.error} whenRepeated="happens_once" />
            <Button variant="default" loading={review.isPending} onClick={() => review.mutate()}>
              Mark as reviewed
            </Button>
          </>
        ) : null}
      </Stack>
    </Alert>
  );
}
