import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Fact } from '../../../components/fact.tsx';
import { Money } from '../../../components/money.tsx';
import { countText } from '../../../components/money-text.ts';
import type { Tone } from '../../../components/status.ts';
import { wordText } from '../../../components/status.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import { ageTexts, type Circuit, circuitTexts, type Float, type Operator, waitTexts } from './operator.ts';

const circuitTones: Readonly<Record<Circuit, Tone>> = { closed: 'good', open: 'bad', half_open: 'waiting' };
const floatTones: Readonly<Record<Float['level'], Tone>> = { ok: 'good', low: 'bad', unknown: 'neutral' };
const floatTexts: Readonly<Record<Float['level'], string>> = { ok: 'Enough', low: 'Low', unknown: 'Not known' };

/** One operator account: collections and payouts, floats, and what is open. */
export function OperatorCard({ operator }: { readonly operator: Operator }) {
  const { circuits, floats, open, held_back: heldBack, simulated } = operator;
  return (
    <Paper withBorder p="lg" component="article" aria-label={`${operator.operator}, ${operator.mode}`}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={3} size="h4">
            {operator.operator}
          </Title>
          <Text c="dimmed" size="sm">
            Account {operator.operator_account_id}
          </Text>
        </Group>
        <Fact label="Collections">
          <StatusBadge
            status={circuits.collection}
            label={circuitTexts[circuits.collection]}
            tone={circuitTones[circuits.collection]}
          />
        </Fact>
        <Fact label="Payouts">
          <StatusBadge
            status={circuits.payout}
            label={circuitTexts[circuits.payout]}
            tone={circuitTones[circuits.payout]}
          />
        </Fact>
        {simulated ? null : (
          <>
            <FloatLine label="Float from collections" float={floats.collection} />
            <FloatLine label="Float for payouts" float={floats.disbursement} />
          </>
        )}
        <Fact label="Awaiting a final result">
          {open.length === 0 ? (
            <Text c="dimmed">Nothing</Text>
          ) : (
            <Stack gap={2} align="flex-end">
              {open.map(({ direction, age, count }) => (
                <Text key={`${direction} ${age}`} ta="right">
                  {countText(count)} × {wordText(direction)}, {ageTexts[age]}
                </Text>
              ))}
            </Stack>
          )}
        </Fact>
        {heldBack.length === 0 ? null : (
          <Fact label="Waiting to be sent">
            <Stack gap={2} align="flex-end">
              {heldBack.map(({ direction, waits_for: reason, count }) => (
                <Text key={`${direction} ${reason}`} ta="right">
                  {countText(count)} × {wordText(direction)}, {waitTexts[reason] ?? reason}
                </Text>
              ))}
            </Stack>
          </Fact>
        )}
      </Stack>
    </Paper>
  );
}

function FloatLine({ label, float }: { readonly label: string; readonly float: Float }) {
  return (
    <Fact label={label}>
      <Stack gap={2} align="flex-end">
        <Group gap="xs" justify="flex-end">
          <Money amount={float.known} fw={600} />
          <StatusBadge status={float.level} label={floatTexts[float.level]} tone={floatTones[float.level]} />
        </Group>
        <Text c="dimmed" size="xs">
          {float.reported_at === null ? (
            'Not reported yet'
          ) : (
            <>
              As of <When at={float.reported_at} />
            </>
          )}
        </Text>
      </Stack>
    </Fact>
  );
}
