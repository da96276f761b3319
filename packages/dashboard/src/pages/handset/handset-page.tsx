import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useStaffContext } from '../../api/desk.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { AddPhoneForm } from './add-phone-form.tsx';
import { CollectForm } from './collect-form.tsx';
import { FixedNumbers } from './fixed-numbers.tsx';
import { phonesMax, phonesOf, useHandset } from './handset.ts';
import classes from './handset-page.module.css';
import { VirtualPhone } from './virtual-phone.tsx';

const route = getRouteApi('/desk/clients/$clientId/$mode/handset');

/** Phones of test mode, on which payments are approved as customers would. */
export function HandsetPage() {
  const context = useStaffContext();
  const search = route.useSearch();
  const navigate = useNavigate();
  const phones = phonesOf(search.phones);
  const handset = useHandset(phones);
  const [isAdding, setAdding] = useState(false);
  const [collectsFrom, setCollectsFrom] = useState<string | null>(null);
  const show = (next: readonly string[]) =>
    navigate({ to: context.page('/handset'), search: { phones: next.join(',') }, replace: true, resetScroll: false });

  if (context.mode !== 'test') {
    return (
      <EmptyState
        icon={IconDeviceMobile}
        title="The handset is for test mode"
        level={1}
        action={<ButtonLink to={`/clients/${context.clientId}/test/handset` as string}>Go to test mode</ButtonLink>}
      >
        The virtual handset answers test payments only.
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader
        title="Handset"
        description="What your customers see. Collect from a phone here or through the API, then approve or decline on its screen."
        actions={
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={phones.length >= phonesMax}
            onClick={() => setAdding(true)}
          >
            Add a phone
          </Button>
        }
      />
      {handset.isError && handset.data === undefined ? (
        <LoadFailure error={handset.error} retry={() => void handset.refetch()} />
      ) : null}
      <div className={classes.layout}>
        <div className={classes.phones}>
          {phones.map((phone) => (
            <VirtualPhone
              key={phone}
              phone={phone}
              operator={handset.data?.phones.find((one) => one.phone === phone)?.operator ?? null}
              now={handset.data?.now ?? null}
              prompts={handset.data?.prompts.filter((prompt) => prompt.phone === phone) ?? []}
              messages={handset.data?.messages.filter((message) => message.phone === phone) ?? []}
              onAnswered={() => handset.refetch()}
              onRemove={() => void show(phones.filter((one) => one !== phone))}
              onCollect={context.may('money.move') ? () => setCollectsFrom(phone) : null}
            />
          ))}
          {phones.length === 0 ? (
            <EmptyState
              icon={IconDeviceMobile}
              title="No phone on the screen"
              action={
                <Group gap="xs">
                  <Button onClick={() => void show(phonesOf(undefined))}>Show the default phones</Button>
                </Group>
              }
            >
              Add one by its number; any Ugandan number works in test mode.
            </EmptyState>
          ) : null}
        </div>
        <FixedNumbers phones={phones} onAdd={(phone) => void show([...phones, phone].slice(-phonesMax))} />
      </div>
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add a phone"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AddPhoneForm
          onAdd={(phone) => {
            setAdding(false);
            void show([...phones, phone]);
          }}
        />
      </Modal>
      <Modal
        opened={collectsFrom !== null}
        onClose={() => setCollectsFrom(null)}
        title="Collect from this phone"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Text c="dimmed">Test money, requested as your system would do it with POST /wallet/collect-payment.</Text>
          {collectsFrom === null ? null : (
            <CollectForm
              phone={collectsFrom}
              onAsked={() => {
                setCollectsFrom(null);
                void handset.refetch();
              }}
            />
          )}
        </Stack>
      </Modal>
    </>
  );
}
