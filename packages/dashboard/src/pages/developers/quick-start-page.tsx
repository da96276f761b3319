import { Alert, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconDeviceMobile, IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { CodeSample } from './code-sample.tsx';
import { type NewKey, permissionMeanings } from './key.ts';
import classes from './quick-start-page.module.css';
import { keyToFillIn, type Language, languages, quickStart } from './quick-start-samples.ts';

/** The first minute with the API: samples that run as they are pasted, with a key of one's own in them. */
export function QuickStartPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const [language, setLanguage] = useState<Language>('curl');
  // Only for as long as this page lives: the text of a key is kept nowhere.
  const [made, setMade] = useState<NewKey | null>(null);
  const make = useMutation({
    mutationFn: () =>
      api.post<NewKey>(context.path('/keys'), { name: 'Quick start', permissions: Object.keys(permissionMeanings) }),
    onSuccess: (key) => {
      setMade(key);
      void client.invalidateQueries({ queryKey: context.key('keys') });
    },
  });
  if (context.mode !== 'test') {
    return (
      <EmptyState
        icon={IconDeviceMobile}
        title="Start in test mode"
        level={1}
        action={<ButtonLink to={`/clients/${context.clientId}/test/quick-start` as string}>Go to test mode</ButtonLink>}
      >
        The samples collect from a test phone. When they work, replace the test key with a live key.
      </EmptyState>
    );
  }
  const steps = quickStart(window.location.origin, made?.api_key ?? keyToFillIn);
  return (
    <>
      <PageHeader
        title="Quick start"
        description="Collect a test payment. Paste each sample into a terminal."
        actions={
          <Button component="a" href="/docs" variant="default">
            API reference
          </Button>
        }
      />
      <Stack gap="xl" maw={820}>
        <section className={classes.key} aria-labelledby="your-key">
          <Title order={2} size="h3" id="your-key">
            Your key
          </Title>
          <FormError error={make.error} />
          {made === null ? (
            <>
              <Text c="dimmed">
                The samples need a key. A new one is filled into them while this page is open; the key that was made at
                the first start is in <code>credentials.json</code>.
              </Text>
              {context.may('keys.write') ? (
                <Group>
                  <Button
                    leftSection={<IconKey size={16} aria-hidden />}
                    loading={make.isPending}
                    onClick={() => make.mutate()}
                  >
                    Create a test key
                  </Button>
                </Group>
              ) : (
                <Text c="dimmed">An owner or a developer of this client can create one.</Text>
              )}
            </>
          ) : (
            <>
              <ShownOnce text={made.api_key} label="Copy the key" />
              <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
                The samples below contain it. Save it now: it is shown only once.
              </Alert>
            </>
          )}
        </section>
        <SegmentedControl
          aria-label="Language"
          data={[...languages]}
          value={language}
          onChange={(value) => setLanguage(value as Language)}
          className={classes.languages}
        />
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step.id} className={classes.step}>
              <Title order={2} size="h3">
                {step.title}
              </Title>
              <Text c="dimmed">{step.text}</Text>
              <CodeSample label={`${step.title}, ${language}`} code={step.code[language]} />
              {step.id === 'collect' ? (
                <Group>
                  <ButtonLink
                    to={context.page('/handset')}
                    target="_blank"
                    variant="default"
                    leftSection={<IconDeviceMobile size={16} aria-hidden />}
                  >
                    Approve it on the handset
                  </ButtonLink>
                </Group>
              ) : null}
              {step.id === 'events' ? (
                <>
                  <Text mt="xs">
                    To receive events instead of polling,{' '}
                    <TextLink to={context.page('/webhooks')}>set up a webhook</TextLink>. During development, this
                    command forwards every event to your machine:
                  </Text>
                  <CodeSample
                    label="Forward every event to your machine"
                    code="npm run nsimbi -- listen --forward-to http://localhost:3000/hooks"
                  />
                </>
              ) : null}
            </li>
          ))}
        </ol>
      </Stack>
    </>
  );
}
