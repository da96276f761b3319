import type { Failing } from '../../../../../src/webhooks/deliveries/failing.ts';
import { countText } from '../../components/money-text.ts';
import { When } from '../../components/when.tsx';

/** What waits for a webhook that is failing, when it is tried next, and when it ends. */
export function FailingText({ failing }: { readonly failing: Failing }) {
  const { waiting, has_more_waiting, next_attempt_at, disabled_at_then } = failing;
  return (
    <>
      {waitingText(waiting, has_more_waiting)}.{' '}
      {next_attempt_at === null ? (
        'An attempt is in progress.'
      ) : (
        <>
          Next attempt: <When at={next_attempt_at} />.
        </>
      )}{' '}
      {disabled_at_then === null ? null : (
        <>
          If every attempt fails, the webhook will be disabled on <When at={disabled_at_then} />.
        </>
      )}
    </>
  );
}

function waitingText(waiting: number, hasMore: boolean): string {
  if (hasMore) return `More than ${countText(waiting)} events are waiting`;
  return waiting === 1 ? '1 event is waiting' : `${countText(waiting)} events are waiting`;
}
