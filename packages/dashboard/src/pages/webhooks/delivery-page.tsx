import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { DeliveryShown } from '../../../../../src/http/dashboard/schemas/webhooks.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Copyable } from '../../components/copyable.tsx';
import { Fact } from '../../components/fact.tsx';
import { FormError } from '../../components/form-error.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';
import { typeText } from '../transactions/words.ts';
import { Attempt } from './attempt.tsx';
import { DeliveryAmount } from './deliveries-table.tsx';
import classes from './webhooks.module.css';

/** One delivery: the request byte for byte, and how each attempt was answered. */
export function DeliveryPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const { webhookId, deliveryId } = useParams({
    from: '/desk/clients/$clientId/$mode/webhooks/$webhookId/deliveries/$deliveryId',
  });
  const back = { to: context.page(`/webhooks/${webhookId}`), label: 'Webhook' };
  const { data: delivery } = useQuery({
    queryKey: context.key('webhooks', 'delivery', webhookId, deliveryId),
    queryFn: ({ signal }) =>
      api.get<DeliveryShown>(context.path(`/webhooks/${webhookId}/deliveries/${deliveryId}`), { signal }),
    throwOnError: true,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1_000 : false),
  });
  const again = useMutation({
    mutationFn: () =>
      api.post<{ readonly refused: readonly { readonly message: string }[] }>(
        context.path(`/webhooks/${webhookId}/deliveries/redeliver`),
        { delivery_ids: [Number(deliveryId)] },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: context.key('webhooks') }),
  });
  if (delivery === undefined) return <PageHeader title={`Delivery ${deliveryId}`} back={back} />;
  const { request, attempts, sequence, transaction } = delivery;
  const refused = again.data?.refused[0]?.message;
  return (
    <>
      <PageHeader
        title={`Delivery ${delivery.id}`}
        badge={<StatusBadge status={delivery.status} />}
        description={
          <>
            {sequence === null ? `${delivery.event_type}, a test` : delivery.event_type}
            {transaction === null ? null : (
              <>
                : {typeText(transaction.type)}, <DeliveryAmount transaction={transaction} />
              </>
            )}
          </>
        }
        back={back}
        actions={
          context.may('webhooks.write') && sequence !== null ? (
            <Button loading={again.isPending} onClick={() => again.mutate()}>
              Send again
            </Button>
          ) : undefined
        }
      />
      <Stack gap="md">
        <FormError error={again.error} />
        {again.data === undefined ? null : (
          <Alert color={refused === undefined ? 'green' : 'yellow'} role="status">
            {refused ?? 'Queued: the same event with the same id, so that a receiver handles it once.'}
          </Alert>
        )}
        <div className={classes.columns}>
          <div>
            <Title order={2} size="h3" mb="sm">
              Request
            </Title>
            <Text mb="xs" className={classes.url}>
              {request.method} {request.url}
            </Text>
            <Paper withBorder p="md" mb="md">
              <table className={classes.headers} aria-label="Headers of the request">
                <tbody>
                  {request.headers.map(({ name, value }) => (
                    <tr key={name}>
                      <th scope="row">{name}</th>
                      <td>{value}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Paper>
            <JsonView value={request.body} label="Body of the request" />
            <Text c="dimmed" size="sm" mt="xs">
              Sent as {new TextEncoder().encode(request.body).length} bytes on one line, the same in every attempt;
              shown with line breaks. Signatures are made with the webhook’s current secrets and shown in part.
            </Text>
          </div>
          <Stack gap="md">
            <Paper withBorder p="md">
              <Stack gap="xs">
                <Fact label="Event">
                  {sequence === null ? (
                    delivery.event_id
                  ) : (
                    <TextLink to={context.page(`/events/${sequence}`)}>{delivery.event_id}</TextLink>
                  )}
                </Fact>
                <Fact label="Transaction">
                  {transaction === null ? (
                    '–'
                  ) : (
                    <TextLink to={context.page(`/transactions/${transaction.id}`)}>{transaction.reference}</TextLink>
                  )}
                </Fact>
                <Fact label="Amount">{transaction === null ? '–' : <DeliveryAmount transaction={transaction} />}</Fact>
                <Fact label="Delivery id">
                  <Copyable text={String(delivery.id)} label="Copy the delivery’s id" />
                </Fact>
                <Fact label="Created">
                  <When at={delivery.created_at} />
                </Fact>
                <Fact label="Delivered">
                  <When at={delivery.delivered_at} />
                </Fact>
                <Fact label="Next attempt">
                  {delivery.waiting_for === null ? (
                    <When at={delivery.next_attempt_at} />
                  ) : (
                    <TextLink to={context.page(`/webhooks/${webhookId}/deliveries/${delivery.waiting_for}`)}>
                      After delivery {delivery.waiting_for}
                    </TextLink>
                  )}
                </Fact>
              </Stack>
            </Paper>
            <Title order={2} size="h3">
              Attempts
            </Title>
            {attempts.length === 0 ? <Text c="dimmed">No attempts yet.</Text> : null}
            {[...attempts].reverse().map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
          </Stack>
        </div>
      </Stack>
    </>
  );
}
