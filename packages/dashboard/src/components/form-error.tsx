import { Alert } from '@mantine/core';
import { IconAlertCircle, IconWifiOff } from '@tabler/icons-react';
import { ConnectionLost, sentenceOf } from '../api/failure.ts';
import { fieldErrors } from './field-errors.ts';

/**
 * The general message on top of a form. It says nothing when every message stands beside a field already: give the
 * names of the form's fields as `fields`.
 */
export function FormError({ error, fields = [] }: { readonly error: unknown; readonly fields?: readonly string[] }) {
  if (error === null || error === undefined) return null;
  const named = Object.keys(fieldErrors(error));
  if (named.length > 0 && named.every((name) => fields.includes(name))) return null;
  const isLost = error instanceof ConnectionLost;
  const Icon = isLost ? IconWifiOff : IconAlertCircle;
  return (
    <Alert color={isLost ? 'yellow' : 'red'} icon={<Icon size={18} aria-hidden />} role="alert">
      {sentenceOf(error)}
      {isLost ? ' Send it again: the same request is never carried out twice.' : null}
    </Alert>
  );
}
