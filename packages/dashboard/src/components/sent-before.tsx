import { Alert, Button, Group } from '@mantine/core';
import type { ApiFailure } from '../api/failure.ts';
import { wasSentBefore } from '../api/failure.ts';
import type { IdempotencyKey } from '../api/idempotency-key.ts';
import { ButtonLink } from './links.tsx';

/**
 * Below the error of a form that was accepted before with other values, as after an answer that was lost: only the person
 * knows whether this is another one. Nothing for any other error.
 */
export function SentBefore(props: {
  readonly error: unknown;
  /** The page of what was made then, by the ids of the answer; left out where there is none. */
  readonly pageOf?: (made: NonNullable<ApiFailure['data']>) => string;
  readonly idempotency: IdempotencyKey;
  /** Takes the error away, when the person says that this is another one. */
  readonly reset: () => void;
}) {
  const { error, pageOf, idempotency, reset } = props;
  if (!wasSentBefore(error)) return null;
  return (
    <Group gap="xs">
      {pageOf === undefined || error.data === undefined ? null : (
        <ButtonLink to={pageOf(error.data)} variant="default">
          View the earlier one
        </ButtonLink>
      )}
      <Button
        variant="default"
        onClick={() => {
          idempotency.renew();
          reset();
        }}
      >
        Send as a new one
      </Button>
    </Group>
  );
}

/** Above the button of a form whose answer was lost before the page was reloaded, so that the person dares to press it. */
export function AnswerLost({ idempotency }: { readonly idempotency: IdempotencyKey }) {
  if (!idempotency.isSent) return null;
  return (
    <Alert color="yellow" role="alert">
      This form was already sent, but the response was lost. Send it again to see the result: the same request is never
      carried out twice.
    </Alert>
  );
}
