import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { RequestShown } from '../../../../../src/http/dashboard/schemas/requests.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Copyable } from '../../components/copyable.tsx';
import { Fact } from '../../components/fact.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import classes from './developers.module.css';
import { HttpStatus } from './http-status.tsx';

/** One request of a program, with both bodies as they may be shown. */
export function RequestPage() {
  const context = useStaffContext();
  const { requestLogId } = useParams({ from: '/desk/clients/$clientId/$mode/requests/$requestLogId' });
  const back = { to: context.page('/requests'), label: 'Requests' };
  const { data: request } = useQuery({
    queryKey: context.key('requests', 'one', requestLogId),
    queryFn: ({ signal }) => api.get<RequestShown>(context.path(`/requests/${requestLogId}`), { signal }),
    throwOnError: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (request === undefined) return <PageHeader title="Request" back={back} />;
  return (
    <>
      <PageHeader
        title={`${request.method} ${request.path}`}
        badge={<HttpStatus status={request.status} />}
        description={request.query === null ? undefined : <span className={classes.path}>?{request.query}</span>}
        back={back}
      />
      <div className={classes.columns}>
        <Stack gap="lg">
          <Body title="Request" body={request.request_body} bytes={request.request_bytes} none="Sent without a body." />
          <Body
            title="Response"
            body={request.answer_body}
            bytes={request.answer_bytes}
            none="Streams are not recorded."
          />
        </Stack>
        <Paper withBorder p="md">
          <Stack gap="xs">
            <Fact label="Time">
              <When at={request.at} />
            </Fact>
            <Fact label="Duration">{request.duration_ms} ms</Fact>
            <Fact label="Request id">
              <Copyable text={request.request_id} label="Copy the request id" />
            </Fact>
            <Fact label="API key">
              {request.api_key_name === null ? '–' : `${request.api_key_name} (${request.api_key_id})`}
            </Fact>
            <Fact label="Idempotency-Key">
              {request.idempotency_key === null ? (
                '–'
              ) : (
                <Copyable text={request.idempotency_key} label="Copy the Idempotency-Key" />
              )}
            </Fact>
            <Fact label="Error">{request.error_code ?? '–'}</Fact>
            <Fact label="Transaction">
              {request.transaction_id === null ? (
                '–'
              ) : (
                <TextLink to={context.page(`/transactions/${request.transaction_id}`)}>
                  {request.transaction_id}
                </TextLink>
              )}
            </Fact>
          </Stack>
        </Paper>
      </div>
    </>
  );
}

function Body(props: {
  readonly title: string;
  readonly body: string | null;
  readonly bytes: number;
  readonly none: string;
}) {
  const { title, body, bytes, none } = props;
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      {body === null ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <JsonView value={body} label={`Body of the ${title.toLowerCase()}`} />
      )}
      {bytes > 2_048 ? (
        <Text c="dimmed" size="sm" mt={4}>
          The first 2 KiB of {bytes.toLocaleString('en')} bytes.
        </Text>
      ) : null}
    </section>
  );
}
