import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { auth } from '../api/api.ts';
import { sentenceOf } from '../api/failure.ts';
import { useMe } from '../api/session.ts';
import classes from './account-menu.module.css';
import { ColorSchemeItems } from './color-scheme-menu.tsx';

/** Who is signed in, their account, and the way out. */
export function AccountMenu() {
  const { person } = useMe();
  // Where the header has room, the colour scheme has a button of its own there. Arrow keys stop before items that are hidden.
  const hasSchemes = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => auth.post('/sign-out'),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      queryClient.clear();
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not signed out', message: sentenceOf(error) }),
  });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Avatar name={person.name} size={32} color="nsimbi" aria-hidden />
          <VisuallyHidden>Account of {person.name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {person.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={16} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ to: '/account' as string })}
        >
          Your account
        </Menu.Item>
        {hasSchemes ? (
          <>
            <Menu.Divider />
            <Menu.Label>Colours</Menu.Label>
            <ColorSchemeItems />
          </>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.7} aria-hidden />}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
