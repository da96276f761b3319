import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { sentenceOf } from '../../api/failure.ts';
import { moneyText } from '../../components/money-text.ts';
import { type Prompt, timeLeftText } from './handset.ts';
import classes from './prompt-screen.module.css';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const pinLength = { min: 4, max: 5 };

/** The prompt that lies above everything on a phone until it is answered: what is asked, by whom, and the PIN. */
export function PromptScreen(props: {
  readonly prompt: Prompt;
  readonly now: string;
  /** How many more prompts come after this one. */
  readonly waitingBehind: number;
  readonly onAnswered: () => Promise<unknown>;
}) {
  const { prompt, now, waitingBehind, onAnswered } = props;
  const context = useStaffContext();
  const [pin, setPin] = useState('');
  const answer = useMutation({
    mutationFn: (word: 'approve' | 'decline') => api.post(context.path(`/handset/prompts/${prompt.id}/${word}`)),
    onSettled: onAnswered,
  });
  const type = (text: string) => setPin(text.replace(/\D/g, '').slice(0, pinLength.max));
  const approve = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate('approve');
  };
  const isPayout = prompt.kind === 'payout';
  const isBusy = answer.isPending || answer.isSuccess;
  return (
    <form className={classes.prompt} onSubmit={approve} aria-label={isPayout ? 'Incoming payment' : 'Payment request'}>
      <p className={classes.from}>{prompt.merchant_name}</p>
      <p className={classes.asks}>{isPayout ? 'sends you' : 'asks you to pay'}</p>
      <p className={classes.amount}>{moneyText(prompt.amount)}</p>
      {prompt.description === null || prompt.description === '' ? null : (
        <p className={classes.reason}>{prompt.description}</p>
      )}
      <p className={classes.left}>
        Answer within <b>{timeLeftText(prompt.expires_at, now)}</b>
        {waitingBehind > 0 ? `, ${waitingBehind} more waiting` : ''}
      </p>
      <label className={classes.label}>
        Enter PIN to approve
        <input
          className={classes.pin}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={(event) => type(event.currentTarget.value)}
          disabled={isBusy}
        />
      </label>
      <div className={classes.pad}>
        {digits.map((digit) => (
          <button key={digit} type="button" onClick={() => type(pin + digit)} disabled={isBusy}>
            {digit}
          </button>
        ))}
        <button type="button" aria-label="Delete the last digit" onClick={() => setPin(pin.slice(0, -1))}>
          ⌫
        </button>
        <button type="button" onClick={() => type(`${pin}0`)} disabled={isBusy}>
          0
        </button>
        <span />
      </div>
      <p className={classes.note}>{`Any ${pinLength.min} or ${pinLength.max} digits: test PINs are not checked.`}</p>
      {answer.isError ? (
        <p className={classes.error} role="alert">
          {sentenceOf(answer.error)}
        </p>
      ) : null}
      <div className={classes.answers}>
        <button type="button" className={classes.decline} disabled={isBusy} onClick={() => answer.mutate('decline')}>
          Decline
        </button>
        <button type="submit" className={classes.approve} disabled={isBusy || pin.length < pinLength.min}>
          Approve
        </button>
      </div>
    </form>
  );
}
