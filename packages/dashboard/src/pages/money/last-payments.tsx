import { Group, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { exactMomentText } from '../../components/time-text.ts';
import { When } from '../../components/when.tsx';
import { Section } from '../transactions/section.tsx';
import { TransactionStatus } from '../transactions/transaction-status.tsx';
import { completePhone } from './form-problems.ts';
import classes from './last-payments.module.css';
import type { MoneyOperation } from './money-operation.ts';

const shownMax = 5;

/** Beside the form: what was paid to the phone before, as soon as the whole number is typed. */
export function LastPayments({
  operation,
  phone: typed,
}: {
  readonly operation: MoneyOperation;
  readonly phone: string;
}) {
  const [phone] = useDebouncedValue(completePhone(typed), 200);
  return (
    <div className={phone === null ? classes.wideOnly : undefined}>
      <Section title={operation.lastTitle}>
        {phone === null ? (
          <Text c="dimmed">Enter a phone number to see them.</Text>
        ) : (
          <OfPhone operation={operation} phone={phone} />
        )}
      </Section>
    </div>
  );
}

function OfPhone({ operation, phone }: { readonly operation: MoneyOperation; readonly phone: string }) {
  const { noun, transactionType: type } = operation;
  const context = useStaffContext();
  const { data, error, refetch } = useQuery({
    queryKey: context.key('transactions', 'of phone', type, phone),
    queryFn: ({ signal }) =>
      api.page<DashboardTransaction>(context.path('/transactions'), {
        query: { type, phone, limit: shownMax },
        signal,
      }),
  });
  if (data === undefined && error !== null) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} radius="md" />;
  const { data: payments, pagination, asOf } = data;
  return (
    <>
      {payments.length === 0 ? (
        <Text c="dimmed">{pagination.has_more ? `No recent ${noun}s.` : `No ${noun}s yet.`}</Text>
      ) : (
        <ul className={classes.list} aria-label={operation.lastTitle}>
          {payments.map((payment) => (
            <li key={payment.id}>
              <OnePayment payment={payment} />
            </li>
          ))}
        </ul>
      )}
      {asOf === undefined ? null : (
        <Text c="dimmed" size="xs" mb="xs">
          As of {exactMomentText(new Date(asOf))}
        </Text>
      )}
      {pagination.has_more ? (
        <TextLink to={context.page('/transactions') as string} search={{ phone, type }} size="sm">
          All {noun}s of this phone
        </TextLink>
      ) : null}
    </>
  );
}

function OnePayment({ payment }: { readonly payment: DashboardTransaction }) {
  const context = useStaffContext();
  const { id, type, amount, net_amount: net, description, created_at: at } = payment;
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <TextLink to={context.page(`/transactions/${id}`)}>
          <When at={at} />
        </TextLink>
        {/* As the form asks for it: what the customer paid, or what the recipient received. */}
        <Money amount={type === 'collection' ? amount : net} fw={600} />
      </Group>
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <Text c="dimmed" size="sm" className={classes.note}>
          {description}
        </Text>
        <TransactionStatus transaction={payment} />
      </Group>
    </>
  );
}
