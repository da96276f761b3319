import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Notifications } from '../../../../../src/http/dashboard/schemas/notifications.ts';
import { api } from '../../api/api.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { ChoiceForm } from '../notifications/choice-form.tsx';
import { Section } from './section.tsx';

const path = '/account/notifications';

/** What a person is mailed about their own account. */
export function AccountNotifications() {
  const settings = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<Notifications>(path, { signal }),
  });
  return (
    <Section
      title="Notifications"
      description="By e-mail. Changes of your password, passkeys and app are always mailed."
    >
      {settings.isError && settings.data === undefined ? (
        <LoadFailure error={settings.error} retry={() => void settings.refetch()} />
      ) : null}
      {settings.isPending ? <Skeleton height={48} /> : null}
      {settings.data === undefined ? null : <ChoiceForm path={path} settings={settings.data} />}
    </Section>
  );
}
