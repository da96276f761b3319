import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useDesk } from '../../api/desk.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { FillStep } from './fill-step.tsx';
import { useKeptForm } from './kept-form.ts';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';
import classes from './money-page.module.css';
import { type Moved, ResultStep } from './result-step.tsx';

type Step =
  | { readonly is: 'fill'; readonly values: MoneyValues }
  | { readonly is: 'confirm'; readonly values: MoneyValues };

const nothing: MoneyValues = { phone: '', amount: '', description: '', name: '' };

/** Moves money by hand: fill in, confirm what it costs and who gets it, see what was done. */
export function MoneyPage({ operation }: { readonly operation: MoneyOperation }) {
  const desk = useDesk();
  const [step, setStep] = useKeptForm<Step>({ is: 'fill', values: nothing });
  const [moved, setMoved] = useState<Moved | null>(null);
  if (!desk.may('money.move')) {
    return (
      <EmptyState icon={IconLock} title="Your role does not move money" level={1}>
        Ask an owner of this client.
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader title={operation.title} description={operation.description} />
      <Stack className={classes.form}>
        {moved !== null ? (
          <ResultStep operation={operation} moved={moved} onAgain={() => setMoved(null)} />
        ) : step.is === 'fill' ? (
          <FillStep
            operation={operation}
            values={step.values}
            onTyped={(values) => setStep({ is: 'fill', values })}
            onFilled={(values) => setStep({ is: 'confirm', values })}
          />
        ) : (
          <ConfirmStep
            operation={operation}
            values={step.values}
            onChange={() => setStep({ is: 'fill', values: step.values })}
            onDone={(done) => {
              setMoved(done);
              setStep({ is: 'fill', values: nothing });
            }}
          />
        )}
      </Stack>
    </>
  );
}
