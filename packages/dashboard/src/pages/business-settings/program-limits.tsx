import { Title } from '@mantine/core';
import type { BusinessSettings, NamedNumber } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import { Fact } from '../../components/fact.tsx';
import { countText } from '../../components/money-text.ts';
import { wordText } from '../../components/status.ts';
import { Panel } from './panel.tsx';

/** How often programs may ask, and how much the business may have as a whole. */
export function ProgramLimits({ settings }: { readonly settings: BusinessSettings }) {
  return (
    <Panel title="Limits of programs" description="Those marked “own” were set for this business.">
      <Title order={3} size="h4">
        Requests per minute of one API key
      </Title>
      <Numbers numbers={settings.rate_limits} />
      <Title order={3} size="h4" mt="sm">
        Quotas of the business
      </Title>
      <Numbers numbers={settings.quotas} />
    </Panel>
  );
}

function Numbers({ numbers }: { readonly numbers: readonly NamedNumber[] }) {
  return numbers.map(({ name, value, is_own }) => (
    <Fact key={name} label={wordText(name)}>
      {countText(value)}
      {is_own ? ' (own)' : ''}
    </Fact>
  ));
}
