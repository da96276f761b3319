import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowDownLeft, IconMessage, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useStaffContext } from '../../api/desk.ts';
import { Phone } from '../../components/phone.tsx';
import { phoneText } from '../../components/phone-text.ts';
import { When } from '../../components/when.tsx';
import type { Message, Prompt } from './handset.ts';
import { PromptScreen } from './prompt-screen.tsx';
import classes from './virtual-phone.module.css';

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Kampala', hour: '2-digit', minute: '2-digit' });

/** A phone as it lies on the table: its messages, and the prompt above them while one waits. */
export function VirtualPhone(props: {
  readonly phone: string;
  /** Null until the service has said whose number it is. */
  readonly operator: string | null;
  readonly now: string | null;
  readonly prompts: readonly Prompt[];
  readonly messages: readonly Message[];
  readonly onAnswered: () => Promise<unknown>;
  readonly onRemove: () => void;
  /** Null for a person who may not move money. */
  readonly onCollect: (() => void) | null;
}) {
  const { phone, operator, now, prompts, messages, onAnswered, onRemove, onCollect } = props;
  const [prompt] = prompts;
  return (
    <section className={classes.column} aria-label={`Phone ${phoneText(phone)}`} data-operator={operator}>
      <Group justify="space-between" wrap="nowrap" className={classes.name}>
        <Text fw={600} component="h2" size="md">
          <Phone phone={phone} />
        </Text>
        <Tooltip label="Remove from the screen">
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={onRemove}
            aria-label={`Remove ${phoneText(phone)} from the screen`}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <div className={classes.phone}>
        <div className={classes.screen}>
          <div className={classes.status}>
            <span>{now === null ? '' : clock.format(new Date(now))}</span>
            <span className={classes.speaker} aria-hidden />
            <span className={classes.operator}>{operator ?? ''}</span>
          </div>
          <div className={classes.title}>Messages</div>
          <ol className={classes.messages} aria-label="Messages" aria-live="polite">
            {messages.map((message) => (
              <MessageBubble key={message.id} message={message} />
            ))}
            {messages.length === 0 ? (
              <li className={classes.none}>
                <IconMessage size={22} stroke={1.5} aria-hidden />
                No messages yet. Payment receipts appear here.
              </li>
            ) : null}
          </ol>
          {prompt === undefined || now === null ? null : (
            <PromptScreen
              key={prompt.id}
              prompt={prompt}
              now={now}
              waitingBehind={prompts.length - 1}
              onAnswered={onAnswered}
            />
          )}
          <div className={classes.home} aria-hidden />
        </div>
      </div>
      {onCollect === null ? null : (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconArrowDownLeft size={16} aria-hidden />}
          onClick={onCollect}
        >
          Collect from this phone
        </Button>
      )}
    </section>
  );
}

function MessageBubble({ message }: { readonly message: Message }) {
  const context = useStaffContext();
  return (
    <li className={classes.message} data-kind={message.kind}>
      {message.text}
      <div className={classes.when}>
        <When at={message.at} />
        <Link to={context.page(`/transactions/${message.transaction_id}`)} className={classes.link}>
          Transaction {message.transaction_id}
        </Link>
      </div>
    </li>
  );
}
