import { Text } from '@mantine/core';
import { moneyText } from '../components/money-text.ts';
import { phoneText } from '../components/phone-text.ts';
import { StatusBadge } from '../components/status-badge.tsx';
import { momentText } from '../components/time-text.ts';
import { typeText } from '../pages/transactions/words.ts';
import classes from './search-dialog.module.css';
import type { SearchOption } from './search-options.ts';

/** What an option of the search shows, in two lines at most. */
export function SearchOptionText({ option: { shows } }: { readonly option: SearchOption }) {
  if (shows.is === 'list') return <span>{shows.label}</span>;
  if (shows.is === 'client') {
    const { name, phone, client_id } = shows.client;
    return <Lines first={name} second={[`Client ${client_id}`, phoneText(phone)]} />;
  }
  const { type, amount, direction, status, counterparty, reference, description, created_at } = shows.transaction;
  const { name, phone } = counterparty;
  return (
    <>
      <Lines
        first={`${typeText(type)} ${direction === 'in' ? '+' : '−'}${moneyText(amount)}`}
        second={[
          shows.client,
          name,
          phone === null ? null : phoneText(phone),
          description,
          reference,
          momentText(new Date(created_at)),
        ]}
      />
      <StatusBadge status={status} />
    </>
  );
}

function Lines({ first, second }: { readonly first: string; readonly second: readonly (string | null)[] }) {
  return (
    <span className={classes.lines}>
      <Text span inherit fw={550} display="block">
        {first}
      </Text>
      <Text span c="dimmed" size="xs" display="block">
        {second.filter((part) => part !== null && part !== '').join(' · ')}
      </Text>
    </span>
  );
}
