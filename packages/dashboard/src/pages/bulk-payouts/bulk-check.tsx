import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { BulkCheckObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { Phone } from '../../components/phone.tsx';
import { Stat } from '../../components/stat.tsx';
import classes from './bulk-payouts.module.css';

/** What a file would do, and what is wrong with it. */
export function BulkCheck({ check, waits }: { readonly check: BulkCheckObject; readonly waits: boolean }) {
  return (
    <Stack gap="md" aria-live="polite">
      {check.problem_count > 0 ? (
        <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
          <Title order={2} size="h4" mb={4}>
            {countText(check.problem_count)} {check.problem_count === 1 ? 'row has' : 'rows have'} to be corrected
          </Title>
          <Text mb="xs">Correct the file and choose it again. Nothing was saved.</Text>
          <List size="sm" className={classes.problems}>
            {check.problems.map(({ line, reason }) => (
              <List.Item key={`${line} ${reason}`}>
                Line {line}: {reason}
              </List.Item>
            ))}
          </List>
          {check.problem_count > check.problems.length ? (
            <Text mt="xs">And {countText(check.problem_count - check.problems.length)} more.</Text>
          ) : null}
        </Alert>
      ) : (
        <Alert color="nsimbi" icon={<IconCheck size={18} aria-hidden />}>
          Every row can be paid.
        </Alert>
      )}
      {check.duplicate_count === 0 ? null : (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Text mb="xs">
            {countText(check.duplicate_count)} {check.duplicate_count === 1 ? 'row has' : 'rows have'} the phone and the
            amount of an earlier row. Each of these rows is still paid once.
          </Text>
          <List size="sm" className={classes.problems}>
            {check.duplicates.map(({ line, same_as_line, phone, amount }) => (
              <List.Item key={line}>
                Line {line} repeats line {same_as_line}: <Phone phone={phone} />, <Money amount={amount} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {check.problem_count > 0 ? null : (
        <div className={classes.stats}>
          <Stat label="Payments">{countText(check.row_count)}</Stat>
          <Stat label="Recipients receive">
            <Money amount={check.amount} />
          </Stat>
          <Stat label="Fees">
            <Money amount={check.fees} />
          </Stat>
          <Stat
            label="Total deducted"
            hint={
              <>
                Available: <Money amount={check.available} />
              </>
            }
          >
            <Money amount={check.total_deducted} />
          </Stat>
        </div>
      )}
      {check.is_frozen ? (
        <Alert color="red" role="alert">
          This wallet is frozen; contact support.
        </Alert>
      ) : null}
      {check.is_affordable ? null : (
        <Alert color={waits ? 'yellow' : 'red'} role="alert">
          The wallet does not have enough{waits ? '; it must have enough when this is approved.' : '.'}
        </Alert>
      )}
      {check.requires_approval ? (
        <Alert color="yellow">Another person must approve the bulk payout. No money moves before that.</Alert>
      ) : null}
    </Stack>
  );
}
