import { Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkGiven, PersonObject } from '../../../../../../src/http/dashboard/schemas/people.ts';
import { api } from '../../../api/api.ts';
import { ActsMenu } from '../../../components/acts-menu.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { noteProposed, type Requested } from '../../../components/proposed-notice.tsx';
import { VouchDialog } from '../../../components/vouch-dialog.tsx';
import { LinkGivenDialog } from './link-given.tsx';
import { RoleSelect } from './role-select.tsx';

type Doing = 'role' | 'access' | 'link' | 'factor' | 'sessions' | 'vouch';

/** What an administrator does with a person; each act is confirmed first. */
export function PersonMenu({ person }: { readonly person: PersonObject }) {
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [role, setRole] = useState<string>(person.platform_role ?? 'none');
  const [given, setGiven] = useState<LinkGiven | null>(null);
  const path = `/platform/people/${person.id}`;
  const isOut = person.status === 'disabled';
  const after = async <T,>(change: Promise<T>): Promise<T> => {
    const done = await change;
    await queries.invalidateQueries({ queryKey: ['platform', 'people'] });
    return done;
  };
  const request = async <T extends Requested>(change: Promise<T>): Promise<T | null> => {
    const requested = await after(change);
    return noteProposed(requested) ? null : requested;
  };
  const close = () => setDoing(null);
  return (
    <>
      <ActsMenu label={`Actions for ${person.name}`}>
        <Menu.Item
          onClick={() => {
            setRole(person.platform_role ?? 'none');
            setDoing('role');
          }}
        >
          Change the role…
        </Menu.Item>
        <Menu.Item disabled={isOut} onClick={() => setDoing('link')}>
          Send a password link…
        </Menu.Item>
        <Menu.Item disabled={!person.two_factor_enabled} onClick={() => setDoing('factor')}>
          Remove the second factor…
        </Menu.Item>
        <Menu.Item disabled={person.status !== 'active'} onClick={() => setDoing('sessions')}>
          End all sessions…
        </Menu.Item>
        {person.link_seen_by.length > 0 ? (
          <Menu.Item onClick={() => setDoing('vouch')}>Vouch for the account…</Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item color={isOut ? undefined : 'red'} onClick={() => setDoing('access')}>
          {isOut ? 'Enable…' : 'Disable…'}
        </Menu.Item>
      </ActsMenu>
      <ConfirmDialog
        opened={doing === 'role'}
        onClose={close}
        title={`Change the role of ${person.name}`}
        confirmLabel="Change the role"
        isDisabled={role === (person.platform_role ?? 'none')}
        onConfirm={() => request(api.put<Requested>(`${path}/role`, { role: role === 'none' ? null : role }))}
      >
        <RoleSelect value={role} onChange={setRole} withNone />
      </ConfirmDialog>
      <ConfirmDialog
        opened={doing === 'link'}
        onClose={close}
        title="Send a password link?"
        confirmLabel="Send the link"
        onConfirm={async () => setGiven(await request(api.post<LinkGiven>(`${path}/password-link`)))}
      >
        {person.email} receives a link to set a new password. The current password works until then.
      </ConfirmDialog>
      <ConfirmDialog
        opened={doing === 'factor'}
        onClose={close}
        title="Remove the second factor?"
        confirmLabel="Remove it"
        isDangerous
        onConfirm={() => request(api.delete<Requested>(`${path}/second-factor`))}
      >
        Do this only when {person.name} has lost the phone and the recovery codes, and after you have verified who is
        asking. Their sessions end.
      </ConfirmDialog>
      <ConfirmDialog
        opened={doing === 'sessions'}
        onClose={close}
        title="End all sessions?"
        confirmLabel="End the sessions"
        isDangerous
        onConfirm={() => after(api.delete(`${path}/sessions`))}
      >
        {person.name} is signed out everywhere at once, and can sign in again. Links that were sent to them end too.
      </ConfirmDialog>
      <ConfirmDialog
        opened={doing === 'access'}
        onClose={close}
        title={isOut ? `Enable ${person.name}?` : `Disable ${person.name}?`}
        confirmLabel={isOut ? 'Enable' : 'Disable'}
        isDangerous={!isOut}
        onConfirm={() => after(api.put(`${path}/access`, { allowed: isOut }))}
      >
        {isOut
          ? 'They can sign in with their password again and keep their roles.'
          : 'They can no longer sign in, and their sessions end now. They keep their roles for when they are enabled again.'}
      </ConfirmDialog>
      <VouchDialog
        account={doing === 'vouch' ? person : null}
        onClose={close}
        onConfirm={() => after(api.post(`${path}/vouch`))}
      />
      <LinkGivenDialog given={given} wasNeeded title="Password link" onClose={() => setGiven(null)} />
    </>
  );
}
