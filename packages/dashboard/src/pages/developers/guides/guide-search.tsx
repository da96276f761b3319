import guides from 'virtual:guides';
import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import {
  type Hit,
  hitsMax,
  queryCharactersMax,
  searchGuides,
} from '../../../../../../src/http/guides/search-guides.ts';
import { useStaffContext } from '../../../api/desk.ts';
import { TextLink } from '../../../components/links.tsx';
import classes from './guides.module.css';

/** A field that searches all guides in the browser, as its reader types. What was found takes the place of the page. */
export function GuideSearch({ children }: { readonly children: ReactNode }) {
  const context = useStaffContext();
  const [query, setQuery] = useState('');
  const hits = searchGuides(guides, query);
  return (
    <>
      <search>
        <TextInput
          type="search"
          aria-label="Search the guides"
          placeholder="Search the guides"
          leftSection={<IconSearch size={16} aria-hidden />}
          maw={420}
          maxLength={queryCharactersMax}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </search>
      <Text component="div" role="status" c="dimmed" size="sm" mt={6} mih={20}>
        {query.trim() === '' ? null : summaryOf(hits)}
      </Text>
      {query.trim() === '' ? (
        children
      ) : (
        <ol className={classes.hits} aria-label="Found in the guides">
          {hits.map(({ guide, of, title, anchor, excerpt }) => (
            <li key={`${guide}#${anchor}`}>
              <TextLink to={context.page(`/guides/${guide}`)} hash={anchor} onClick={() => setQuery('')}>
                {title}
              </TextLink>{' '}
              {title === of ? null : (
                <Text span c="dimmed" size="sm">
                  {of}
                </Text>
              )}
              <Text c="dimmed">{excerpt}</Text>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function summaryOf({ length }: readonly Hit[]): string {
  if (length === 0) return 'No guide has all of these words.';
  if (length === hitsMax) return `The first ${hitsMax} sections that have all of these words:`;
  return length === 1 ? '1 section has all of these words:' : `${length} sections have all of these words:`;
}
