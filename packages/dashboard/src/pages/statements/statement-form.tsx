import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, downloadAddress } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { kampalaDay, monthBefore } from './days.ts';
import classes from './statements.module.css';

interface Sums {
  readonly opening_balance: number;
  readonly money_in: number;
  readonly money_out: number;
  readonly money_in_before_fees: number;
  readonly money_out_before_fees: number;
  readonly fees: number;
  readonly closing_balance: number;
  readonly closing_held: number;
  readonly row_count: number;
}

/** Days, what they add up to, and the statement of them. */
export function StatementForm() {
  const context = useStaffContext();
  const today = kampalaDay(new Date());
  const [days, setDays] = useState({ from: `${today.slice(0, 7)}-01`, to: today });
  const sums = useQuery({
    queryKey: context.key('statement', days),
    queryFn: ({ signal }) => api.get<Sums>(context.path('/statements'), { query: days, signal }),
    enabled: days.from !== '' && days.to !== '',
  });
  const errors = fieldErrors(sums.error);
  const { data } = sums;
  return (
    <Stack gap="md" component="section" aria-labelledby="statement">
      <Title order={2} size="h3" id="statement">
        Statement of account
      </Title>
      <Group align="flex-end" gap="sm">
        <TextInput
          type="date"
          label="From"
          value={days.from}
          max={days.to}
          error={errors.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          value={days.to}
          min={days.from}
          error={errors.to}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
        />
        <Button variant="default" onClick={() => setDays(monthBefore(today))}>
          Last month
        </Button>
      </Group>
      <FormError error={sums.error} fields={['from', 'to']} whenRepeated="only_reads" />
      {sums.error !== null ? null : data === undefined ? (
        <Skeleton height={64} />
      ) : (
        <>
          <dl className={classes.sums}>
            <Sum label="Opening balance" amount={data.opening_balance} />
            <Sum label="Money in, before fees" amount={data.money_in_before_fees} />
            <Sum label="Money out, before fees" amount={-data.money_out_before_fees} />
            <Sum label="Fees" amount={-data.fees} />
            <Sum
              label={`Closing balance, after ${data.row_count === 1 ? '1 line' : `${countText(data.row_count)} lines`}`}
              amount={data.closing_balance}
            />
          </dl>
          <Text size="sm" c="dimmed">
            After fees, <Money amount={data.money_in} /> came in and <Money amount={data.money_out} /> went out.
            {data.closing_held === 0 ? null : (
              <>
                {' '}
                Held at the end for payments in progress: <Money amount={data.closing_held} />.
              </>
            )}
          </Text>
          <div>
            <Button
              component="a"
              href={downloadAddress(context.path('/statements/statement.pdf'), days)}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Download as PDF
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

function Sum({ label, amount }: { readonly label: string; readonly amount: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {/* Less nothing is nothing. */}
        <Money amount={amount === 0 ? 0 : amount} />
      </dd>
    </div>
  );
}
