import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { moneyText } from '../../components/money-text.ts';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';

/**
 * Above the empty form: what the person filled in before and did not finish. What may have been sent cannot be discarded
 * here, because only the service knows how it ended.
 */
export function ResumeOffer(props: {
  readonly operation: MoneyOperation;
  readonly values: MoneyValues;
  /** Whether it was sent and its answer was lost. */
  readonly isSent: boolean;
  readonly onResume: () => void;
  readonly onDiscard: () => void;
}) {
  const { operation, values, isSent, onResume, onDiscard } = props;
  return (
    <Alert color={isSent ? 'yellow' : 'blue'} role="status">
      <Stack gap="sm">
        <Text size="sm">
          {isSent
            ? `You sent a ${operation.noun}, but the response was lost: ${summaryOf(values)}. Resume it to see the result. It is never carried out twice.`
            : `You started a ${operation.noun} and did not send it: ${summaryOf(values)}.`}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onResume}>
            Resume the {operation.noun}
          </Button>
          {isSent ? null : (
            <Button size="xs" variant="subtle" onClick={onDiscard}>
              Discard
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function summaryOf({ phone, amount, description }: MoneyValues): string {
  const parts = [typeof amount === 'number' ? moneyText(amount) : amount, phone.trim(), description.trim()];
  return parts.filter((part) => part !== '').join(', ');
}
