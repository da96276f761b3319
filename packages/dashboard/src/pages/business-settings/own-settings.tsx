import { Text } from '@mantine/core';
import type { BusinessSettings } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Fact } from '../../components/fact.tsx';
import { TextLink } from '../../components/links.tsx';
import { Panel } from './panel.tsx';
import { addressesText } from './setting-texts.ts';

/** What the business sets itself, and where. */
export function OwnSettings({ settings }: { readonly settings: BusinessSettings }) {
  const context = useStaffContext();
  const maySet = context.may('team.write');
  return (
    <Panel
      title="Set by the business"
      description={maySet ? 'You can change these.' : 'An owner of the business can change these.'}
    >
      <Fact label="Second factor">
        {settings.two_factor_required ? 'Required of everybody' : 'Not required by the business'}
      </Fact>
      <Fact label="Pages can be used from">{addressesText(settings.allowed_addresses)}</Fact>
      <Text size="sm">
        Both are set in <TextLink to={context.page('/team')}>Team</TextLink>
        {context.may('keys.read') ? (
          <>
            , budgets of programs in <TextLink to={context.page('/keys')}>API keys</TextLink>
          </>
        ) : null}
        {context.may('notifications.read') ? (
          <>
            , and messages in <TextLink to={context.page('/notifications')}>Notifications</TextLink>
          </>
        ) : null}
        .
      </Text>
    </Panel>
  );
}
