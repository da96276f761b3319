import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { Preview } from '../../../../../src/wallet/preview.ts';
import { useStaffContext } from '../../api/desk.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { AvailableBalance } from './available-balance.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { FillStep } from './fill-step.tsx';
import { useKeptForm } from './kept-form.ts';
import { LastPayments } from './last-payments.tsx';
import type { Moved } from './made-payment.ts';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';
import classes from './money-page.module.css';
import { OperatorSetupNotice } from './operator-setup.tsx';
import { ResultStep } from './result-step.tsx';
import { ResumeOffer } from './resume-offer.tsx';

type Step =
  | { readonly is: 'fill'; readonly values: MoneyValues }
  | { readonly is: 'confirm'; readonly values: MoneyValues };

const nothing: MoneyValues = { phone: '', amount: '', description: '', name: '' };

/** Moves money by hand: fill in, confirm what it costs and who gets it, see what was done. */
export function MoneyPage(props: {
  readonly operation: MoneyOperation;
  /** What the field of the phone holds at first. */
  readonly phone?: string;
}) {
  const { operation, phone = '' } = props;
  const context = useStaffContext();
  const idempotency = useIdempotencyKey(operation.kind);
  const { state: step, began, ...form } = useKeptForm<Step>({ is: 'fill', values: { ...nothing, phone } });
  const offered = began === null || isEmpty(began.values) ? null : began;
  const [keyWhenOpened] = useState(idempotency.key);
  const isAnotherSent = offered !== null && idempotency.isSent && idempotency.key === keyWhenOpened;
  // What may have been sent stays kept, and its key in use, until it is known how it ended.
  const setStep = idempotency.isSent ? form.show : form.keep;
  const [done, setDone] = useState<{ readonly moved: Moved; readonly preview: Preview } | null>(null);
  if (!context.may('money.move')) {
    return (
      <EmptyState icon={IconLock} title="Your role cannot move money" level={1}>
        Ask an owner of this client.
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader title={operation.title} description={operation.description} />
      <div className={classes.page}>
        <Stack className={classes.form}>
          <OperatorSetupNotice />
          {done !== null ? (
            <ResultStep operation={operation} {...done} onAgain={() => setDone(null)} />
          ) : step.is === 'fill' ? (
            <>
              {offered === null ? null : (
                <ResumeOffer
                  operation={operation}
                  values={offered.values}
                  isSent={isAnotherSent}
                  onResume={form.resume}
                  onDiscard={form.drop}
                />
              )}
              <AvailableBalance operation={operation} />
              <FillStep
                key={began === null ? 'own' : 'beside an offer'}
                operation={operation}
                values={step.values}
                onTyped={(values) => setStep({ is: 'fill', values })}
                onFilled={(values) => {
                  if (!idempotency.isSent) form.drop();
                  setStep({ is: 'confirm', values });
                }}
              />
            </>
          ) : (
            <ConfirmStep
              operation={operation}
              values={step.values}
              idempotency={idempotency}
              isAnotherSent={isAnotherSent}
              onForgotten={() => {
                form.drop();
                form.keep(step);
              }}
              onChange={() => setStep({ is: 'fill', values: step.values })}
              onDone={(moved, preview) => {
                setDone({ moved, preview });
                form.show({ is: 'fill', values: nothing });
                form.drop();
              }}
            />
          )}
        </Stack>
        {done === null ? <LastPayments operation={operation} phone={step.values.phone} /> : null}
      </div>
    </>
  );
}

function isEmpty({ phone, amount, description, name }: MoneyValues): boolean {
  return [phone, amount, description, name].every((value) => value === '');
}
