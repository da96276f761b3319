import { Text } from '@mantine/core';
import type { BusinessSettings } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import { Fact } from '../../components/fact.tsx';
import { Phone } from '../../components/phone.tsx';
import { Panel } from './panel.tsx';

/** Who the business is, as its statements print it. */
export function BusinessFacts({ settings }: { readonly settings: BusinessSettings }) {
  const { business } = settings;
  return (
    <Panel title="On statements and receipts">
      <Fact label="Name">{business.name}</Fact>
      <Fact label="Registered name">{business.legal_name ?? <NotGiven />}</Fact>
      <Fact label="Address">{business.address ?? <NotGiven />}</Fact>
      <Fact label="Tax number (TIN)">{business.tin ?? <NotGiven />}</Fact>
      <Fact label="Phone of the wallet">
        <Phone phone={business.phone} />
      </Fact>
    </Panel>
  );
}

function NotGiven() {
  return (
    <Text span c="dimmed">
      Not given
    </Text>
  );
}
