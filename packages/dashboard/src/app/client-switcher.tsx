import { Loader, Menu, ScrollArea, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingStore, IconCheck, IconSearch, IconSelector } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { useMe } from '../api/session.ts';
import classes from './client-switcher.module.css';
import type { OpenClient } from './last-desk.ts';

interface ClientName {
  readonly client_id: number;
  readonly name: string;
}

/** Below this a list is read faster than it is searched. */
const searchFrom = 8;

/** Which client the pages show, and the way to another one. People of the platform find every client by search. */
export function ClientSwitcher({ openClient }: { readonly openClient: OpenClient | null }) {
  const me = useMe();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const ofPlatform = me.platform_role !== null;
  const others = useOtherClients(ofPlatform && opened ? text : '');
  const name = useClientName(openClient);

  const wanted = text.trim().toLowerCase();
  const own = me.clients.filter((client) => client.name.toLowerCase().includes(wanted));
  const found = others.data?.filter((other) => !own.some((client) => client.client_id === other.client_id)) ?? [];
  const open = ({ client_id }: ClientName) =>
    void navigate({
      to: '/clients/$clientId/$mode',
      params: { clientId: String(client_id), mode: openClient?.mode ?? 'test' },
    });

  if (openClient === null && !ofPlatform) return null;
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      onClose={() => setText('')}
      position="bottom-start"
      width={280}
      trapFocus
    >
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Client: ${name}. Choose another`}>
          <IconBuildingStore size={16} stroke={1.7} aria-hidden className={classes.icon} />
          <span className={classes.name}>{name}</span>
          <IconSelector size={14} aria-hidden className={classes.icon} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {ofPlatform || me.clients.length >= searchFrom ? (
          <TextInput
            className={classes.search}
            aria-label="Find a client"
            placeholder="Find a client"
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={others.isFetching ? <Loader size={14} /> : null}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
        <ScrollArea.Autosize mah={320} type="auto">
          {own.length > 0 ? <Menu.Label>Your clients</Menu.Label> : null}
          {own.map((client) => (
            <ClientItem key={client.client_id} client={client} openClient={openClient} open={open} />
          ))}
          {found.length > 0 ? <Menu.Label>Other clients</Menu.Label> : null}
          {found.map((client) => (
            <ClientItem key={client.client_id} client={client} openClient={openClient} open={open} />
          ))}
          {own.length + found.length === 0 ? (
            <div className={classes.none}>
              {wanted === ''
                ? 'Type the name of a client.'
                : others.isFetching
                  ? 'Looking…'
                  : 'No client has this name.'}
            </div>
          ) : null}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}

function ClientItem(props: {
  readonly client: ClientName;
  readonly openClient: OpenClient | null;
  readonly open: (client: ClientName) => void;
}) {
  const { client, openClient, open } = props;
  const isOpen = openClient?.clientId === String(client.client_id);
  return (
    <Menu.Item rightSection={isOpen ? <IconCheck size={14} aria-label="current" /> : null} onClick={() => open(client)}>
      {client.name}
    </Menu.Item>
  );
}

/** Clients of the whole platform by name. Empty until something was typed. */
function useOtherClients(text: string) {
  const [search] = useDebouncedValue(text.trim(), 200);
  return useQuery({
    queryKey: ['platform', 'clients', 'switcher', search],
    queryFn: ({ signal }) => api.get<ClientName[]>('/platform/clients', { query: { search, limit: 20 }, signal }),
    enabled: search !== '',
    placeholderData: search === '' ? undefined : keepPreviousData,
  });
}

/** The name of the client that is open; staff may have opened a client that is not their own. */
function useClientName(openClient: OpenClient | null): string {
  const me = useMe();
  const own = me.clients.find((client) => String(client.client_id) === openClient?.clientId);
  const other = useQuery({
    queryKey: ['platform', 'clients', 'name', openClient?.clientId],
    queryFn: ({ signal }) => api.get<ClientName>(`/platform/clients/${openClient?.clientId}`, { signal }),
    enabled: openClient !== null && own === undefined && me.platform_role !== null,
    staleTime: 60_000,
  });
  if (openClient === null) return 'Choose a client';
  return own?.name ?? other.data?.name ?? `Client ${openClient.clientId}`;
}
