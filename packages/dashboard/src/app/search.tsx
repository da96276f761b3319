import { Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMe } from '../api/session.ts';
import type { OpenClient } from './last-desk.ts';
import classes from './search.module.css';
import { searchPlaceOf } from './search-options.ts';

const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadDialog()).SearchDialog }));

/** Opens the search, by a button or by `/`, Ctrl-K or Cmd-K on every page. */
export function Search({ openClient }: { readonly openClient: OpenClient | null }) {
  const place = searchPlaceOf(useMe(), openClient);
  const [opened, dialog] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    dialog.open();
  };
  useHotkeys([['/', open]]);
  // Also from within a field, in which people write no such character.
  useHotkeys([['mod+K', open]], [], true);
  useEffect(() => {
    // What is typed right after the first `/` must find the dialog there. A failed load is tried again when it opens.
    void loadDialog().catch(() => undefined);
  }, []);
  if (place === null) return null;
  return (
    <search className={classes.search}>
      <UnstyledButton
        className={classes.button}
        onClick={open}
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
      >
        <IconSearch size={16} aria-hidden className={classes.icon} />
        <span className={classes.hint}>{place.is === 'platform' ? 'Search all clients' : 'Search transactions'}</span>
        <Kbd size="xs" className={classes.hint} aria-hidden>
          /
        </Kbd>
      </UnstyledButton>
      {wasOpened ? (
        <Suspense fallback={null}>
          <SearchDialog opened={opened} onClose={dialog.close} place={place} openClient={openClient} />
        </Suspense>
      ) : null}
    </search>
  );
}
