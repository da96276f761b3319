import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Attention } from '../../../../../src/http/dashboard/schemas/home.ts';
import { useStaffContext } from '../../api/desk.ts';
import { useMe } from '../../api/session.ts';
import { TextLink } from '../../components/links.tsx';
import { countText, moneyText } from '../../components/money-text.ts';
import { When } from '../../components/when.tsx';
import { setupText } from '../money/operator-setup.tsx';
import { FailingText } from '../webhooks/failing-text.tsx';
import classes from './home-page.module.css';

/** What needs attention, with links to the pages where it is done. */
export function AttentionList({ attention }: { readonly attention: Attention }) {
  const items = useItems(attention);
  if (items.length === 0) {
    return (
      <ul className={`${classes.attention} ${classes.clear}`}>
        <li>
          <IconCircleCheck size={18} aria-hidden />
          Nothing needs your attention.
        </li>
      </ul>
    );
  }
  return (
    <ul className={classes.attention}>
      {items.map(([key, item]) => (
        <li key={key}>
          <IconAlertTriangle size={18} aria-hidden />
          <div>{item}</div>
        </li>
      ))}
    </ul>
  );
}

function useItems(attention: Attention): (readonly [key: string, item: ReactNode])[] {
  const context = useStaffContext();
  const me = useMe();
  const { approvals, bulk_payouts: bulk, review_cases: cases, payments_in_review: stuck } = attention;
  const items: (readonly [string, ReactNode])[] = [];
  if (attention.wallet_frozen) items.push(['frozen', 'The wallet is frozen: no money can leave it. Contact support.']);
  // A client with one connected operator may not want the other.
  const setup = attention.operator_setup.connected.length === 0 ? setupText(attention.operator_setup, me) : null;
  if (setup !== null) items.push(['operators', setup]);
  if (approvals.count > 0) {
    items.push([
      'approvals',
      <>
        <TextLink to={context.page('/approvals')}>
          {many(approvals.count, 'payment is', 'payments are')} waiting for approval
        </TextLink>
        , {moneyText(approvals.amount)} in all; the next expires <When at={approvals.next_expires_at} />.
      </>,
    ]);
  }
  if (bulk.count > 0) {
    items.push([
      'bulk payouts',
      <>
        <TextLink to={context.page('/approvals')}>
          {many(bulk.count, 'bulk payout is', 'bulk payouts are')} waiting for approval
        </TextLink>
        , {moneyText(bulk.amount)} in all; the next expires <When at={bulk.next_expires_at} />.
      </>,
    ]);
  }
  for (const { id, url, disabled_at } of attention.disabled_webhooks) {
    items.push([
      `disabled ${id}`,
      <>
        <TextLink to={context.page(`/webhooks/${id}`)}>The webhook to {hostOf(url)} is disabled</TextLink> since{' '}
        <When at={disabled_at} />. No events are sent until it is enabled.
      </>,
    ]);
  }
  for (const { id, url, ...failing } of attention.failing_webhooks) {
    items.push([
      `failing ${id}`,
      <>
        <TextLink to={context.page(`/webhooks/${id}`)}>The webhook to {hostOf(url)} is failing</TextLink> since{' '}
        <When at={failing.since} />. <FailingText failing={failing} />
      </>,
    ]);
  }
  for (const { webhook_id, url, count } of attention.failed_deliveries) {
    items.push([
      `failed ${webhook_id}`,
      <TextLink key="link" to={context.page(`/webhooks/${webhook_id}`)}>
        {many(count, 'delivery', 'deliveries')} to {hostOf(url)} failed in the last day
      </TextLink>,
    ]);
  }
  if (stuck > 0) {
    items.push([
      'stuck',
      `The operator has not confirmed the result of ${many(stuck, 'payment', 'payments')}. Support is investigating.`,
    ]);
  }
  if (cases > 0)
    items.push(['cases', `${many(cases, 'review is', 'reviews are')} open. Support decides with the operator.`]);
  for (const { operator, float, known } of attention.low_floats) {
    items.push([
      `float ${operator} ${float}`,
      <>
        <TextLink to="/platform/operators">
          The {float} float at {operator} is low
        </TextLink>
        {known === null ? '.' : `: ${moneyText(known)}.`}
      </>,
    ]);
  }
  return items;
}

function many(count: number, one: string, more: string): string {
  return `${countText(count)} ${count === 1 ? one : more}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
