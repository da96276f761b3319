import { Button, Paper, Radio, Stack, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { fieldErrors } from '../../../components/field-errors.ts';
import { FormError } from '../../../components/form-error.tsx';
import { wordText } from '../../../components/status.ts';
import { WholeNumberInput } from '../../../components/whole-number-input.tsx';
import { type WholeNumber, wholeNumberProblem } from '../../../components/whole-number-text.ts';
import type { ReviewCase } from './review-case.ts';

/**
 * Proposes how a case ends. Only what fits the case is offered.
 * @param props.onClient gets the number of the client whose wallet is affected, null while none is entered.
 */
export function ProposeForm(props: {
  readonly reviewCase: ReviewCase;
  readonly onClient: (clientId: number | null) => void;
}) {
  const { reviewCase, onClient } = props;
  const client = useQueryClient();
  const form = useForm({
    initialValues: { resolution: '', reason: '', client_id: '' as WholeNumber },
    validate: { client_id: wholeNumberProblem },
  });
  const namesClient = reviewCase.transaction === null && ['credited', 'charged'].includes(form.values.resolution);
  const propose = useMutation({
    mutationFn: ({ client_id: clientId, ...end }: typeof form.values) =>
      api.post(`/platform/reviews/${reviewCase.id}/proposal`, {
        ...end,
        ...(namesClient && clientId !== '' ? { client_id: clientId } : {}),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['platform', 'reviews'] }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="propose-title">
      <Title order={2} size="h4" mb="md" id="propose-title">
        Propose a resolution
      </Title>
      <form onSubmit={form.onSubmit((values) => propose.mutate(values))}>
        <Stack gap="md">
          <FormError error={propose.error} fields={['resolution', 'reason', 'client_id']} />
          <Radio.Group label="Resolution" {...form.getInputProps('resolution')}>
            <Stack gap="sm" mt="xs">
              {reviewCase.resolutions.map(({ resolution, meaning }) => (
                <Radio key={resolution} value={resolution} label={wordText(resolution)} description={meaning} />
              ))}
            </Stack>
          </Radio.Group>
          {namesClient ? (
            <WholeNumberInput
              label="Client"
              description="The number of the client that owns the wallet."
              textOf={String}
              {...form.getInputProps('client_id')}
              onBlur={() => onClient(typeof form.values.client_id === 'number' ? form.values.client_id : null)}
            />
          ) : null}
          <Textarea
            label="Reason"
            description="The evidence and its source. Shown to the client if the balance of its wallet changes."
            autosize
            minRows={3}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <Button type="submit" loading={propose.isPending} disabled={form.values.resolution === ''}>
            Propose
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
