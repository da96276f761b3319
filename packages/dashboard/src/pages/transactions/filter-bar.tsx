import { Pill, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useStaffContext } from '../../api/desk.ts';
import { Filters as FilterFields } from '../../components/filters.tsx';
import { useFollowing } from '../../components/use-following.ts';
import classes from './filter-bar.module.css';
import { type Filters, namedFilters } from './filters.ts';
import { statusChoices, typeChoices } from './words.ts';

/** What is shown of the list. It stands in the address, so that a link shows the same. */
export function FilterBar({ filters }: { readonly filters: Filters }) {
  const context = useStaffContext();
  const navigate = useNavigate();
  const [text, setText] = useFollowing(filters.search);
  const [from, setFrom] = useFollowing(filters.from);
  const [to, setTo] = useFollowing(filters.to);
  const show = (changed: { readonly [name in keyof Filters]: Filters[name] | null | undefined }) =>
    void navigate({ to: context.page('/transactions') as string, search: { ...filters, ...changed } as never });
  const search = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    show({ search: text.trim() });
  };
  return (
    <FilterFields
      count={Object.keys(filters).length}
      countBeside={filters.search === undefined ? 0 : 1}
      onClear={() => void navigate({ to: context.page('/transactions') as string })}
      className={classes.bar}
      beside={
        <TextInput
          className={classes.search}
          label="Search"
          type="search"
          placeholder="Reference, phone, amount, name or note"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={search}
          enterKeyHint="search"
        />
      }
    >
      <Select
        label="Type"
        placeholder="All"
        data={typeChoices}
        value={filters.type ?? null}
        onChange={(type) => show({ type })}
        clearable
      />
      <Select
        label="Status"
        placeholder="All"
        data={statusChoices}
        value={filters.status ?? null}
        onChange={(status) => show({ status })}
        clearable
      />
      <TextInput
        label="From"
        type="date"
        value={from}
        onChange={(event) => {
          setFrom(event.currentTarget.value);
          show({ from: event.currentTarget.value });
        }}
      />
      <TextInput
        label="To"
        type="date"
        value={to}
        onChange={(event) => {
          setTo(event.currentTarget.value);
          show({ to: event.currentTarget.value });
        }}
      />
      {namedFilters(filters).map(({ name, label }) => (
        <Pill
          key={name}
          className={classes.named}
          size="md"
          withRemoveButton
          onRemove={() => show({ [name]: null })}
          removeButtonProps={{ 'aria-label': `Remove the filter: ${label}`, tabIndex: 0, 'aria-hidden': false }}
        >
          {label}
        </Pill>
      ))}
    </FilterFields>
  );
}
