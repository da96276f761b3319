import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { Me } from '../api/session.ts';
import { countText } from '../components/money-text.ts';
import type { OpenClient } from './last-desk.ts';
import { type Group, groupsOfClient, groupsOfPlatform } from './navigation.ts';
import classes from './navigation-bar.module.css';
import { useWaiting } from './waiting.ts';

/** The side navigation: what this person may open, of the client at hand and of the platform. */
export function NavigationBar({ me, openClient }: { readonly me: Me; readonly openClient: OpenClient | null }) {
  const navigation = useRef<HTMLElement>(null);
  useEffect(() => {
    // The entry of a page that was opened by its address may lie below the lower end of a low screen.
    navigation.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const waiting = useWaiting(openClient);
  const ofClient = openClient === null ? [] : groupsOfClient(me, openClient);
  return (
    <nav ref={navigation} className={classes.navigation} aria-label="Main">
      {ofClient.map((group) => (
        <NavigationGroup
          key={group.label}
          group={group}
          base={`/clients/${openClient?.clientId}/${openClient?.mode}`}
          waiting={waiting.atClient}
        />
      ))}
      {groupsOfPlatform(me).map((group) => (
        <NavigationGroup key={group.label} group={group} base="/platform" waiting={waiting.onPlatform} />
      ))}
    </nav>
  );
}

function NavigationGroup(props: {
  readonly group: Group<unknown>;
  readonly base: string;
  /** How much waits for a second person, beside the entry that counts it. */
  readonly waiting: number;
}) {
  const { group, base, waiting } = props;
  const id = useId();
  return (
    <div className={classes.group}>
      {group.label === null ? null : (
        <div id={id} className={classes.label}>
          {group.label}
        </div>
      )}
      <ul aria-labelledby={group.label === null ? undefined : id} className={classes.entries}>
        {group.entries.map(({ label, icon: Icon, path, isCounted = false }) => (
          <li key={path}>
            <Link
              to={`${base}${path}` as string}
              activeOptions={{ exact: path === '', includeSearch: false }}
              className={classes.entry}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              {label} {isCounted && waiting > 0 ? <span className={classes.count}>{countText(waiting)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
