import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { api } from '../../../api/api.ts';
import { fieldErrors } from '../../../components/field-errors.ts';
import { type PlainFields, rebased } from './rebased.ts';
import { useClientChange } from './use-client-change.ts';

/**
 * A form of settings of a client that the service takes all at once. It follows what others set while it is open, and reads
 * the client again before it saves: only what the person has changed becomes another.
 */
export function useClientForm<Fields extends PlainFields>(settings: {
  readonly client: ClientAtPlatform;
  /** Where below the client they are set, and what is said when they are. */
  readonly below: string;
  readonly said: string;
  readonly fieldsOf: (client: ClientAtPlatform) => Fields;
  readonly bodyOf: (fields: Fields) => object;
  readonly validate: NonNullable<UseFormInput<Fields>['validate']>;
}) {
  const { client, below, said, fieldsOf, bodyOf, validate } = settings;
  const began = useRef(fieldsOf(client));
  const form = useForm<Fields>({ initialValues: began.current, validate });
  const change = useClientChange<Fields>(client.client_id, below, said, async (typed) => {
    const from = began.current;
    const now = await api.get<ClientAtPlatform>(`/platform/clients/${client.client_id}`);
    return bodyOf(rebased(typed, from, fieldsOf(now)));
  });
  const beginAgain = (from: Fields, now: Fields) => {
    form.setValues(rebased(form.getValues(), from, now));
    form.resetDirty(now);
    began.current = now;
  };
  const follow = useEffectEvent((now: ClientAtPlatform) => beginAgain(began.current, fieldsOf(now)));
  useEffect(() => follow(client), [client]);
  const save = (typed: Fields) =>
    change.mutate(typed, {
      onSuccess: (saved) => beginAgain(typed, fieldsOf(saved)),
      onError: (error) => form.setErrors(fieldErrors(error)),
    });
  return { form, change, save: form.onSubmit(save) };
}
