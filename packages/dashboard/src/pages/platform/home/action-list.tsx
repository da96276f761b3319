import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PlatformHome, WaitingPart } from '../../../../../../src/http/dashboard/schemas/platform-home.ts';
import type { Mode } from '../../../api/session.ts';
import { TextLink } from '../../../components/links.tsx';
import { countText, moneyText } from '../../../components/money-text.ts';
import { When } from '../../../components/when.tsx';
import { LinesSkeleton } from '../../home/lines-skeleton.tsx';
import { ageText } from './age-text.ts';
import classes from './platform-home-page.module.css';

/** What staff must act on, with links to the pages where it does. Undefined while it is read. */
export function ActionList({ home, mode }: { readonly home: PlatformHome | undefined; readonly mode: Mode }) {
  if (home === undefined) return <LinesSkeleton lines={3} />;
  const items = itemsOf(home, mode);
  if (items.length === 0) {
    return (
      <ul className={classes.items} data-clear>
        <li>
          <IconCircleCheck size={18} aria-hidden />
          No reviews, approvals, failing webhooks or low floats.
        </li>
      </ul>
    );
  }
  return (
    <ul className={classes.items}>
      {items.map(([key, item]) => (
        <li key={key}>
          <IconAlertTriangle size={18} aria-hidden />
          <div>{item}</div>
        </li>
      ))}
    </ul>
  );
}

function itemsOf(home: PlatformHome, mode: Mode): (readonly [key: string, item: ReactNode])[] {
  const { reviews, waiting, webhooks, money } = home;
  const items: (readonly [string, ReactNode])[] = [];
  for (const { operator, operator_account_id: id, float, known, level } of money.floats) {
    if (level !== 'low') continue;
    items.push([
      `float ${id} ${float}`,
      <>
        <TextLink to="/platform/operators">
          The {float} float at {operator} is low
        </TextLink>
        {known === null ? '' : `: ${moneyText(known)}, under ${moneyText(money.float_alert)}`}.
      </>,
    ]);
  }
  if (reviews.count > 0) {
    items.push([
      'reviews',
      <>
        <TextLink to="/platform/reviews">{many(reviews.count, 'review case is', 'review cases are')} open</TextLink>
        <Oldest at={reviews.oldest_at} />.
      </>,
    ]);
  }
  if (waiting.staff.count > 0) {
    items.push([
      'staff',
      <>
        <TextLink to="/platform/waiting">
          {atLeast(waiting.staff, 'change waits', 'changes wait')} for a second person
        </TextLink>
        <Oldest at={waiting.staff.oldest_at} />.
      </>,
    ]);
  }
  if (waiting.clients.count > 0) {
    items.push([
      'clients',
      <>
        <TextLink to="/platform/waiting">
          {atLeast(waiting.clients, 'payment of a client waits', 'payments of clients wait')} for approval
        </TextLink>
        <Oldest at={waiting.clients.oldest_at} />.
      </>,
    ]);
  }
  for (const { id, client_id, client_name, url, since } of webhooks.failing) {
    items.push([
      `webhook ${id}`,
      <>
        <TextLink to={`/clients/${client_id}/${mode}/webhooks/${id}` as string}>
          The webhook of {client_name} to {hostOf(url)} is failing
        </TextLink>{' '}
        for {ageText(since, Date.now())}, since <When at={since} />.
      </>,
    ]);
  }
  const others = webhooks.failing_count - webhooks.failing.length;
  if (others > 0) items.push(['more webhooks', `${many(others, 'more webhook is', 'more webhooks are')} failing.`]);
  if (webhooks.disabled_count > 0) {
    items.push([
      'disabled',
      <>
        <TextLink to="/platform/webhooks">
          {many(webhooks.disabled_count, 'webhook is', 'webhooks are')} disabled
        </TextLink>
        .
      </>,
    ]);
  }
  return items;
}

function Oldest({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <>
      , the oldest for {ageText(at, Date.now())}, since <When at={at} />
    </>
  );
}

function many(count: number, one: string, more: string): string {
  return `${countText(count)} ${count === 1 ? one : more}`;
}

function atLeast({ count, has_more }: WaitingPart, one: string, more: string): string {
  return has_more ? `At least ${many(count, one, more)}` : many(count, one, more);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
