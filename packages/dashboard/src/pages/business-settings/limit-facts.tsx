import { List, Text } from '@mantine/core';
import type { BusinessSettings } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Fact } from '../../components/fact.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { Phone } from '../../components/phone.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Panel } from './panel.tsx';

/** What may leave the wallet, and when a second person must approve. */
export function LimitFacts({ settings }: { readonly settings: BusinessSettings }) {
  const context = useStaffContext();
  const { limits, amounts, withdrawal_numbers: numbers } = settings;
  return (
    <Panel title="Limits and approvals" description="Amounts include fees.">
      {limits.frozen ? (
        <Fact label="Wallet">
          <StatusBadge status="frozen" label="Frozen: nothing can leave it" />
        </Fact>
      ) : null}
      <Fact label="A second person approves payouts from">
        <AmountOr amount={limits.approval_threshold} otherwise="Not required" />
      </Fact>
      <Fact label="Largest payout">
        <AmountOr amount={limits.per_payment} otherwise="No limit of its own" />
      </Fact>
      <Fact label="Payouts per day, in Kampala time">
        <AmountOr amount={limits.per_day} otherwise="No limit" />
        <Text c="dimmed" size="sm">
          <Money amount={limits.used_today} /> used today
          {limits.left_today === null ? null : (
            <>
              , <Money amount={limits.left_today} /> left
            </>
          )}
        </Text>
      </Fact>
      <Fact label="Amount of one payout, before fees">
        <Money amount={amounts.payout.minimum} /> to <Money amount={amounts.payout.maximum} />
      </Fact>
      <Fact label="Amount of one collection">
        <Money amount={amounts.collection.minimum} /> to <Money amount={amounts.collection.maximum} />
      </Fact>
      <Fact label="Withdrawals go to">
        {limits.withdraw_listed_only ? 'Registered numbers only' : 'Any mobile money number'}
        {limits.withdraw_listed_only ? <Numbers phones={numbers} /> : null}
      </Fact>
      <Fact label="Open collections per payer">{limits.one_collection_per_payer ? 'One at a time' : 'Any number'}</Fact>
      <Fact label="Each client reference">
        {limits.unique_client_references ? 'Can be used once' : 'Can be used again'}
      </Fact>
      {limits.approval_threshold !== null && context.may('approvals.read') ? (
        <Text size="sm">
          Payouts that wait are in <TextLink to={context.page('/approvals')}>Approvals</TextLink>.
        </Text>
      ) : null}
    </Panel>
  );
}

function AmountOr({ amount, otherwise }: { readonly amount: number | null; readonly otherwise: string }) {
  return amount === null ? otherwise : <Money amount={amount} fw={600} />;
}

function Numbers({ phones }: { readonly phones: readonly string[] }) {
  if (phones.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        None is registered: no withdrawal is possible.
      </Text>
    );
  }
  return (
    <List listStyleType="none" size="sm" c="dimmed">
      {phones.map((phone) => (
        <List.Item key={phone}>
          <Phone phone={phone} />
        </List.Item>
      ))}
    </List>
  );
}
