import { type ComboboxItem, type ComboboxParsedItem, type OptionsFilter, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RecentRecipientObject } from '../../../../../src/http/dashboard/schemas/recipients.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { completePhone } from './form-problems.ts';
import type { MoneyOperation } from './money-operation.ts';
import { isSearchedFor, recipientGroups } from './recipient-options.ts';
import { savedRecipientsQuery } from './recipients-query.ts';

/** A recipient with the name that is known of it. */
export interface Chosen {
  readonly phone: string;
  readonly name: string | null;
}

/** Fills in the form with a saved recipient or one of the last payments. Absent while there is none, or when they cannot be loaded. */
export function RecipientSelect(props: {
  readonly operation: MoneyOperation;
  /** What stands in the field of the phone. */
  readonly phone: string;
  readonly onChoose: (chosen: Chosen) => void;
}) {
  const { operation, phone, onChoose } = props;
  const context = useStaffContext();
  const { data: saved = [] } = useQuery(savedRecipientsQuery(context));
  const { data: recent = [] } = useQuery({
    queryKey: context.key('recipients', 'recent', operation.kind),
    queryFn: ({ signal }) =>
      api.get<RecentRecipientObject[]>(context.path('/recipients/recent'), {
        query: { operation: operation.kind },
        signal,
      }),
  });
  const groups = recipientGroups(saved, recent);
  if (groups.length === 0) return null;
  const entered = completePhone(phone);
  const isOffered = groups.some(({ items }) => items.some(({ value }) => value === entered));
  const nameOf = (chosen: string) => [...saved, ...recent].find((one) => one.phone === chosen)?.name ?? null;
  return (
    <Select
      label={`Saved and recent ${operation.counterparty}s`}
      placeholder="Search by name or number"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No saved or recent one has this name or number"
      maxDropdownHeight={320}
      data={groups}
      filter={searchedFor}
      value={isOffered ? entered : null}
      onChange={(chosen) => {
        if (chosen !== null) onChoose({ phone: chosen, name: nameOf(chosen) });
      }}
    />
  );
}

const searchedFor: OptionsFilter = ({ options, search }) =>
  options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isFound(option, search) ? [option] : [];
    const items = option.items.filter((item) => isFound(item, search));
    return items.length === 0 ? [] : [{ ...option, items }];
  });

function isFound({ value, label }: ComboboxItem, search: string): boolean {
  return isSearchedFor({ value, label }, search);
}
