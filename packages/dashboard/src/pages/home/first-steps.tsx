import { Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FirstSteps as Steps } from '../../../../../src/http/dashboard/schemas/home.ts';
import { useStaffContext } from '../../api/desk.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { TextLink } from '../../components/links.tsx';
import classes from './home-page.module.css';

/** A number of test mode whose prompt waits on the handset. */
const handsetPhone = '256770000009';

/** The first steps of a new client, in test mode. Hidden when all are done. */
export function FirstSteps({ steps, baseUrl }: { readonly steps: Steps; readonly baseUrl: string }) {
  const context = useStaffContext();
  const curl = `curl ${baseUrl}/api/v1/wallet/collect-payment \\
  -H "Authorization: Bearer YOUR_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"customer_phone":"${handsetPhone}","amount":5000,"description":"First sale"}'`;
  return (
    <Paper p="lg" mb={36} component="section" aria-labelledby="first-steps">
      <Title order={2} size="h3" id="first-steps" mb={4}>
        Your first payment
      </Title>
      <Text c="dimmed" mb="lg">
        Test mode uses test money and test phones. It is free of charge.
      </Text>
      <ol className={classes.steps}>
        <Step isDone={steps.asked_by_api} title="Request a payment">
          Put your test key into this line and run it in a terminal
          {context.may('keys.read') ? (
            <>
              ; <TextLink to={context.page('/quick-start')}>Quick start</TextLink> has it in other languages
            </>
          ) : null}
          .
          <div className={classes.curl}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
            <pre tabIndex={0}>{curl}</pre>
            <div>
              <CopyButton text={curl} label="Copy the command" />
            </div>
          </div>
        </Step>
        <Step isDone={steps.collected} title="The collection appears">
          It is listed below as soon as it is created.
        </Step>
        <Step isDone={steps.approved_on_handset} title="Approve it as the customer">
          {context.may('handset.use') ? (
            <>
              Open the <TextLink to={context.page('/handset')}>handset</TextLink> and enter any PIN. The wallet is
              credited at once.
            </>
          ) : (
            'A person with access to the handset approves it.'
          )}
        </Step>
        <Step isDone={steps.webhook_added} title="Receive events in your program">
          {context.may('webhooks.write') ? (
            <>
              Add a <TextLink to={context.page('/webhooks')}>webhook</TextLink>. Every event is sent to it, signed.
            </>
          ) : (
            'A developer adds a webhook. Every event is sent to it, signed.'
          )}
        </Step>
      </ol>
    </Paper>
  );
}

function Step(props: { readonly isDone: boolean; readonly title: string; readonly children: ReactNode }) {
  const { isDone, title, children } = props;
  const StepIcon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li data-done={isDone || undefined}>
      <StepIcon size={20} aria-hidden />
      <div className={classes.stepText}>
        <Text fw={600} c={isDone ? 'dimmed' : undefined}>
          {title}
          {isDone ? <VisuallyHidden> (done)</VisuallyHidden> : null}
        </Text>
        {isDone ? null : (
          <Text component="div" c="dimmed">
            {children}
          </Text>
        )}
      </div>
    </li>
  );
}
