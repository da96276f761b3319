import { Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../api/session.ts';
import type { OpenClient } from './last-desk.ts';
import classes from './search.module.css';
import { searchPlaceOf } from './search-options.ts';

type Dialog = typeof import('./search-dialog.tsx')['SearchDialog'];

/** Opens the search, by a button or by `/`, Ctrl-K or Cmd-K on every page. */
export function Search({ openClient }: { readonly openClient: OpenClient | null }) {
  const place = searchPlaceOf(useMe(), openClient);
  const [opened, { open: show, close }] = useDisclosure(false);
  const { Dialog, load } = useDialog();
  const open = () => {
    show();
    load().catch(() => {
      close();
      notifications.show({
        color: 'red',
        title: 'No search',
        message: 'The search could not be loaded. Reload the page.',
      });
    });
  };
  useHotkeys([['/', open]]);
  // Also from within a field, in which people write no such character.
  useHotkeys([['mod+K', open]], [], true);
  if (place === null) return null;
  const label = place.is === 'platform' ? 'Search all clients' : 'Search transactions';
  return (
    <search className={classes.search}>
      <UnstyledButton
        className={classes.button}
        onClick={open}
        aria-label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
      >
        <IconSearch size={16} aria-hidden className={classes.icon} />
        <span className={classes.hint}>{label}</span>
        <Kbd size="xs" className={classes.hint} aria-hidden>
          /
        </Kbd>
      </UnstyledButton>
      {Dialog === null ? null : <Dialog opened={opened} onClose={close} place={place} openClient={openClient} />}
    </search>
  );
}

/** The dialog, whose code comes behind the page: what is typed right after the first `/` must find it there. */
function useDialog() {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const load = useCallback(async () => {
    const { SearchDialog } = await import('./search-dialog.tsx');
    setDialog(() => SearchDialog);
  }, []);
  useEffect(() => {
    // A failed load is tried again when the search is opened.
    load().catch(() => undefined);
  }, [load]);
  return { Dialog, load };
}
