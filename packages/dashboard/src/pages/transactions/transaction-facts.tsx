import type { TransactionTrail } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Copyable } from '../../components/copyable.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { Phone } from '../../components/phone.tsx';
import { When } from '../../components/when.tsx';
import { Facts, Section } from './section.tsx';

/** The figures of a transaction, who is on the other side, and what it is known under. */
export function TransactionFacts({ trail }: { readonly trail: TransactionTrail }) {
  const { transaction, noted, people, links, review_cases } = trail;
  const { counterparty, metadata } = transaction;
  const receipt = metadata.operator_receipt;
  return (
    <>
      <Section title="Amount">
        <Facts
          facts={[
            [transaction.direction === 'in' ? 'Paid' : 'Total deducted', <Money key="a" amount={transaction.amount} />],
            ['Fee', <Money key="f" amount={transaction.fee_amount} />],
            [
              transaction.direction === 'in' ? 'Wallet receives' : 'Recipient receives',
              <Money key="n" amount={transaction.net_amount} fw={600} />,
            ],
            [
              'Balance after',
              transaction.balance_after === null ? null : <Money key="b" amount={transaction.balance_after} />,
            ],
          ]}
        />
      </Section>
      <Section title="Details">
        <Facts
          facts={[
            ['Name', counterparty.name],
            [
              'Phone',
              counterparty.phone === null ? null : (
                <Copyable key="p" text={counterparty.phone} label="Copy the phone">
                  <Phone phone={counterparty.phone} />
                </Copyable>
              ),
            ],
            ['Operator', transaction.provider],
            ['Description', transaction.description],
            ['Reference', <Copyable key="r" text={transaction.reference} label="Copy the reference" />],
            [
              'Client’s reference',
              transaction.client_reference === undefined ? null : (
                <Copyable key="cr" text={transaction.client_reference} label="Copy the client’s reference" />
              ),
            ],
            ['Id', <Copyable key="i" text={String(transaction.id)} label="Copy the id" />],
            [
              'Operator’s reference',
              transaction.external_reference === null ? null : (
                <Copyable key="e" text={transaction.external_reference} label="Copy the operator’s reference" />
              ),
            ],
            [
              'Receipt',
              typeof receipt === 'string' ? <Copyable key="c" text={receipt} label="Copy the receipt" /> : null,
            ],
            ['Created', <When key="w" at={transaction.created_at} />],
            ['API key', people.api_key],
            ['Requested by', people.api_key === null ? people.maker : null],
            ['Approved by', people.approver],
            ['Rejected by', people.rejected_by],
            ['Failure code', transaction.failure_code],
            ['Refund of', links.refunds === null ? null : <Linked key="l" id={links.refunds} />],
            [
              'Refunded by',
              links.refunded_by.length === 0 ? null : links.refunded_by.map((id) => <Linked key={id} id={id} />),
            ],
            ['Resolves the review of', links.resolves === null ? null : <Linked key="v" id={links.resolves} />],
          ]}
        />
      </Section>
      {Object.keys(noted).length === 0 ? null : (
        <Section title="Details from the client">
          <Facts facts={Object.entries(noted)} />
        </Section>
      )}
      {review_cases.length === 0 ? null : (
        <Section title="Reviews">
          <Facts
            facts={review_cases.map((one) => [
              `Case ${one.id}`,
              one.resolution === null
                ? one.meaning
                : `${one.meaning} Resolution: ${one.resolution.replaceAll('_', ' ')}.`,
            ])}
          />
        </Section>
      )}
    </>
  );
}

function Linked({ id }: { readonly id: number }) {
  const context = useStaffContext();
  return <TextLink to={context.page(`/transactions/${id}`)}>Transaction {id}</TextLink>;
}
