import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MoneyInput } from '../../../components/money-input.tsx';
import { type BandValues, bandValues } from './band-values.ts';

export interface FeeValues {
  readonly bands: BandValues[];
  /** As <input type="datetime-local"> has it, in Kampala; empty is now. */
  readonly effective_from: string;
}

/** The bands of a schedule, each with what amounts up to its end cost. The last has no end. */
export function BandsEditor({ form }: { readonly form: UseFormReturnType<FeeValues> }) {
  const { bands } = form.values;
  const add = () => form.insertListItem('bands', bandValues(), bands.length - 1);
  return (
    <Stack gap="sm">
      {bands.map((band, index) => {
        const isLast = index === bands.length - 1;
        const name = isLast ? (bands.length === 1 ? 'All amounts' : 'Amounts above') : `Band ${index + 1}`;
        return (
          <Paper key={band.key} withBorder p="sm" m={0} miw={0} component="fieldset" aria-label={name}>
            <Group justify="space-between" mb="xs">
              <Text fw={500}>{name}</Text>
              {isLast ? null : (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove band ${index + 1}`}
                  onClick={() => form.removeListItem('bands', index)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <SimpleGrid cols={{ base: 2, sm: isLast ? 4 : 5 }} spacing="xs">
              {isLast ? null : <MoneyInput label="Up to" {...form.getInputProps(`bands.${index}.up_to`)} />}
              <MoneyInput label="Fixed" {...form.getInputProps(`bands.${index}.fixed`)} />
              <TextInput
                label="Percent"
                inputMode="decimal"
                autoComplete="off"
                rightSection="%"
                {...form.getInputProps(`bands.${index}.basis_points`)}
              />
              <MoneyInput label="At least" {...form.getInputProps(`bands.${index}.minimum`)} />
              <MoneyInput label="At most" placeholder="No maximum" {...form.getInputProps(`bands.${index}.maximum`)} />
            </SimpleGrid>
          </Paper>
        );
      })}
      <Group>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          Add a band
        </Button>
      </Group>
    </Stack>
  );
}
