import { Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import type { OpenClient } from './last-desk.ts';

/** Searches the transactions of the client that is open; the list shows what was found. */
export function Search({
  openClient,
  shortcut = false,
}: {
  readonly openClient: OpenClient | null;
  readonly shortcut?: boolean;
}) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useHotkeys(shortcut ? [['/', () => field.current?.focus()]] : []);
  if (openClient === null) return null;

  const search = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === '') return;
    const transactions: string = `/clients/${openClient.clientId}/${openClient.mode}/transactions`;
    void navigate({ to: transactions, search: { search: text } as never });
  };
  return (
    <search style={{ flex: 1 }}>
      <form onSubmit={search}>
        <TextInput
          ref={field}
          type="search"
          name="search"
          aria-label="Search transactions by reference, phone or id"
          placeholder="Reference, phone or id"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={shortcut ? <Kbd size="xs">/</Kbd> : null}
          enterKeyHint="search"
          autoComplete="off"
        />
      </form>
    </search>
  );
}
