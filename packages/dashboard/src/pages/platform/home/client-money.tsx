import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  OperatorFloat,
  ClientMoney as Shown,
} from '../../../../../../src/http/dashboard/schemas/platform-home.ts';
import { TextLink } from '../../../components/links.tsx';
import { Money } from '../../../components/money.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { LinesSkeleton } from '../../home/lines-skeleton.tsx';
import classes from './platform-home-page.module.css';

/** What the service owes its clients, beside where the money is by the ledger and by the operators. Undefined while it is read. */
export function ClientMoney({ money }: { readonly money: Shown | undefined }) {
  if (money === undefined) return <LinesSkeleton lines={6} />;
  const { available, held, bank, issued, floats } = money;
  return (
    <>
      <dl className={classes.facts}>
        <Line name="Available to clients">
          <Money amount={available} />
        </Line>
        <Line name="Held for payments in progress">
          <Money amount={held} />
        </Line>
        <Line name="Owed to clients" isSum>
          <Money amount={available + held} />
        </Line>
        <Line name="In the bank">
          <Money amount={bank} />
        </Line>
        {issued === 0 ? null : (
          <Line name="Test money given out">
            <Money amount={issued} />
          </Line>
        )}
        {floats.map((float) => (
          <Line
            key={`${float.operator_account_id} ${float.float}`}
            name={`${float.operator}, ${float.float} float, account ${float.operator_account_id}`}
          >
            <FloatOf float={float} />
          </Line>
        ))}
      </dl>
      <TextLink to="/platform/operators" className={classes.more}>
        Operators and floats
      </TextLink>
    </>
  );
}

function Line(props: { readonly name: string; readonly isSum?: boolean; readonly children: ReactNode }) {
  return (
    <div className={props.isSum === true ? classes.sum : undefined}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function FloatOf({ float: { booked, known, level } }: { readonly float: OperatorFloat }) {
  return (
    <Group gap="xs" justify="flex-end">
      <span>
        <Money amount={booked} /> booked
        {known === null ? null : (
          <>
            , <Money amount={known} /> at the operator
          </>
        )}
      </span>
      {level === 'low' ? <StatusBadge status="low" label="Low" tone="bad" /> : null}
    </Group>
  );
}
