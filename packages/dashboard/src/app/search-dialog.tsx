import { Loader, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { FormError } from '../components/form-error.tsx';
import type { OpenClient } from './last-desk.ts';
import classes from './search-dialog.module.css';
import { SearchOptionText } from './search-option-text.tsx';
import {
  type AnySearchResult,
  listSection,
  nextActive,
  type SearchOption,
  type SearchPlace,
  searchPathOf,
  sectionsOf,
  summaryOf,
} from './search-options.ts';

/** The service reads no more of a text. */
const charactersMax = 100;

/** How often a text is searched for while the result is incomplete, and the pause between, in milliseconds. */
const asksMax = 5;
const askAgainMs = 1_000;

interface SearchDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly place: SearchPlace;
  /** Whose list is offered beside the results. */
  readonly openClient: OpenClient | null;
}

/** The search: a field, and below it what was found so far. Arrow keys choose, Enter opens, Escape closes. */
export function SearchDialog(props: SearchDialogProps) {
  const { opened, onClose, place } = props;
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={place.is === 'platform' ? 'Search all clients' : `Search in ${place.mode} mode`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered={false}
      fullScreen={isNarrow}
      size="lg"
      yOffset="8vh"
    >
      <SearchPanel {...props} />
    </Modal>
  );
}

function SearchPanel({ onClose, place, openClient }: SearchDialogProps) {
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { result, error, isCurrent, isFetching, hurry } = useSearch(place, text);
  const sections =
    text === '' ? [] : [...(result === undefined ? [] : sectionsOf(result)), ...ownList(openClient, text)];
  const options = sections.flatMap((section) => section.options);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, Math.max(options.length - 1, 0));
  const optionId = (index: number) => `${listId}-${index}`;

  const open = ({ to, search }: SearchOption) => {
    onClose();
    void navigate({ to, ...(search === undefined ? {} : { search: search as never }) });
  };
  // Enter before the results of the text are there opens the exact match when it comes.
  const [awaited, setAwaited] = useState<string | null>(null);
  useEffect(() => {
    if (awaited === null || awaited !== text || !isCurrent) return;
    setAwaited(null);
    if (result?.opens !== null && options[0] !== undefined) open(options[0]);
  });
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setChosen(nextActive(active, event.key, options.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      if (isCurrent && option !== undefined) open(option);
      else if (text !== '') {
        hurry();
        setAwaited(text);
      }
    }
  };
  let index = -1;
  return (
    <>
      <TextInput
        data-autofocus
        className={classes.field}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(options.length > 0 ? { 'aria-activedescendant': optionId(active) } : {})}
        aria-label="Search for"
        placeholder={
          place.is === 'platform'
            ? 'Client, reference, receipt, phone, amount…'
            : 'Reference, phone, amount, name, note…'
        }
        description="Enter #42 for an id and UGX 25,000 for an amount. Quotes keep words together."
        inputWrapperOrder={['input', 'description']}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isFetching ? <Loader size={14} /> : null}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={charactersMax}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.error}>
        <FormError error={error} whenRepeated="only_reads" />
      </div>
      <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
        {sections.map(({ title, options: ofSection }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box.
          <div key={title} role="group" aria-label={title}>
            <div className={classes.title} aria-hidden>
              {title}
            </div>
            {ofSection.map((option) => {
              index += 1;
              const isActive = index === active;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose and open.
                // biome-ignore lint/a11y/useFocusableInteractive: as above; aria-activedescendant names the option.
                <div
                  key={`${option.to} ${JSON.stringify(option.search)}`}
                  id={optionId(index)}
                  role="option"
                  aria-selected={isActive}
                  className={classes.option}
                  onClick={() => open(option)}
                >
                  <SearchOptionText option={option} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <Text component="p" role="status" c="dimmed" size="sm" className={classes.summary}>
        {text === '' || result === undefined || !isCurrent ? '' : summaryOf(result, countOf(result))}
      </Text>
    </>
  );
}

function ownList(openClient: OpenClient | null, text: string) {
  return openClient === null ? [] : [listSection(openClient, text)];
}

function countOf(result: AnySearchResult): number {
  return sectionsOf(result)
    .flatMap(({ options }) => options)
    .filter(({ shows }) => shows.is !== 'list').length;
}

/** What was found for a text, or for the one before it until then. */
function useSearch(place: SearchPlace, text: string) {
  const [paused] = useDebouncedValue(text, 200);
  const hurried = useRef<string | null>(null);
  const [, setHurries] = useState(0);
  const asked = hurried.current === text ? text : paused;
  const path = searchPathOf(place);
  const query = useQuery({
    queryKey: ['search', path, asked],
    queryFn: ({ signal }) => api.get<AnySearchResult>(path, { query: { q: asked }, signal }),
    enabled: asked !== '',
    placeholderData: asked === '' ? undefined : keepPreviousData,
    retry: false,
    // What a busy service could not look up in time comes from its memory the next time.
    refetchInterval: ({ state }) =>
      state.data?.is_complete === false && state.dataUpdateCount < asksMax ? askAgainMs : false,
  });
  return {
    result: query.data,
    error: text === '' ? null : query.error,
    /** Whether the result is that of the text. */
    isCurrent: asked === text && query.data !== undefined && !query.isPlaceholderData,
    isFetching: query.isFetching,
    /** Searches for the text at once. */
    hurry: () => {
      hurried.current = text;
      setHurries((count) => count + 1);
    },
  };
}
