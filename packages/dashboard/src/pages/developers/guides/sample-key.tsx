import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { keyVariable } from '../../../../../../src/http/guides/samples.ts';
import { api } from '../../../api/api.ts';
import { useStaffContext } from '../../../api/desk.ts';
import { FormError } from '../../../components/form-error.tsx';
import { TextLink } from '../../../components/links.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { type NewKey, permissionMeanings } from '../key.ts';
import classes from './guides.module.css';

interface SampleKeyState {
  readonly made: NewKey | null;
  readonly setMade: (key: NewKey) => void;
}

export const SampleKeyContext = createContext<SampleKeyState>({ made: null, setMade: () => {} });

/** The text of the key that stands in samples: the one just created, or the name of a variable. */
export function useSampleKey(): string {
  return useContext(SampleKeyContext).made?.api_key ?? keyVariable;
}

/** Fills the samples with a new test key. The text of an older key cannot be read again: only its hash is stored. */
export function SampleKey() {
  const context = useStaffContext();
  const client = useQueryClient();
  const { made, setMade } = useContext(SampleKeyContext);
  const make = useMutation({
    mutationFn: () =>
      api.post<NewKey>(context.path('/keys'), { name: 'Guides', permissions: Object.keys(permissionMeanings) }),
    onSuccess: (key) => {
      setMade(key);
      void client.invalidateQueries({ queryKey: context.key('keys') });
    },
  });
  const mayCreate = context.mode === 'test' && context.may('keys.write');
  return (
    <section className={classes.key} aria-labelledby="sample-key">
      <Title order={2} size="h4" id="sample-key">
        Your key in the samples
      </Title>
      <FormError error={make.error} />
      {made === null ? (
        <>
          <Text c="dimmed">
            The samples read your key from the variable <code>{keyVariable}</code>. The text of a key is shown only when
            it is created: see <TextLink to={context.page('/keys')}>API keys</TextLink>.
          </Text>
          {mayCreate ? (
            <Group>
              <Button
                variant="default"
                leftSection={<IconKey size={16} aria-hidden />}
                loading={make.isPending}
                onClick={() => make.mutate()}
              >
                Create a test key
              </Button>
            </Group>
          ) : null}
        </>
      ) : (
        <>
          <ShownOnce text={made.api_key} label="Copy the key" />
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            The samples of the guides contain it until you leave them. Save it now: it is shown only once.
          </Alert>
        </>
      )}
    </section>
  );
}
