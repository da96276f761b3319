import { Stack, Text } from '@mantine/core';
import type { TrailCall } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { JsonView } from '../../components/json-view.tsx';
import classes from './call-details.module.css';

/** What the service keeps of a body. */
const keptBytesMax = 4_096;

/** What stands before each body. Where no answer came, the reason is in its place. */
const namesOf: Readonly<Record<TrailCall['outcome'], readonly [asked: string, answered: string | null]>> = {
  answered: ['Sent', 'Received'],
  unknown: ['Sent', 'No response'],
  not_reached: ['Not sent', 'Reason'],
  received: ['Received', null],
};

/** The request to an operator and its response, closed until a person opens it. Masked by the service. */
export function CallDetails({ call, title }: { readonly call: TrailCall; readonly title: string }) {
  const { outcome, method, path, request_body, request_bytes, answer_body, answer_bytes } = call;
  const [asked, answered] = namesOf[outcome];
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>{answered === null ? 'Received data' : 'Request and response'}</summary>
      <Stack gap="xs" mt={8}>
        {path === null ? null : (
          <Text size="sm" ff="monospace">
            {method} {path}
          </Text>
        )}
        <Body name={asked} title={title} text={request_body} bytes={request_bytes} />
        {answered === null ? null : <Body name={answered} title={title} text={answer_body} bytes={answer_bytes} />}
      </Stack>
    </details>
  );
}

function Body(props: {
  readonly name: string;
  readonly title: string;
  readonly text: string | null;
  readonly bytes: number;
}) {
  const { name, title, text, bytes } = props;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {text === null ? `${name}: no body` : name}
        {bytes > keptBytesMax ? `, the first 4 KiB of ${bytes.toLocaleString('en')} bytes` : ''}
      </Text>
      {text === null ? null : <JsonView value={text} label={`${name}: ${title}`} maxHeight={260} />}
    </div>
  );
}
