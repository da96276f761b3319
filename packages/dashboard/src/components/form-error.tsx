import { Alert } from '@mantine/core';
import { IconAlertCircle, IconWifiOff } from '@tabler/icons-react';
import { ConnectionLost, sentenceOf } from '../api/failure.ts';
import { fieldErrors } from './field-errors.ts';

/** What to do when it is not known whether a form has arrived, by what sending it again does. */
const afterLost = {
  happens_once: 'Send it again: the same request is never carried out twice.',
  only_reads: 'Try it again.',
  may_happen_twice: 'Check whether it was done before you send it again.',
};

export interface FormErrorProps {
  readonly error: unknown;
  readonly fields?: readonly string[];
  readonly whenRepeated?: keyof typeof afterLost | undefined;
}

/**
 * The general message on top of a form. It says nothing when every message stands beside a field already: give the
 * names of the form's fields as `fields`. `whenRepeated` says `happens_once` for a form with an idempotency key.
 */
export function FormError(props: FormErrorProps) {
  const { error, fields = [], whenRepeated = 'may_happen_twice' } = props;
  if (error === null || error === undefined) return null;
  const named = Object.keys(fieldErrors(error));
  if (named.length > 0 && named.every((name) => fields.includes(name))) return null;
  const isLost = error instanceof ConnectionLost;
  const Icon = isLost ? IconWifiOff : IconAlertCircle;
  return (
    <Alert color={isLost ? 'yellow' : 'red'} icon={<Icon size={18} aria-hidden />} role="alert">
      {sentenceOf(error)}
      {isLost ? ` ${afterLost[whenRepeated]}` : null}
    </Alert>
  );
}
