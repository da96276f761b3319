import { Text } from '@mantine/core';
import { useServiceState } from '../../../api/service-state.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { TextLink } from '../../../components/links.tsx';
import { goLivePath } from './live-readiness.ts';

/** Leads an administrator to the steps of live mode, while it is not enabled. */
export function GoLiveLink() {
  const me = useMe();
  const state = useServiceState();
  if (state === undefined || state.is_live_enabled || state.is_rehearsal) return null;
  if (!mayOnPlatform(me, 'live_readiness.read')) return null;
  return (
    <Text c="dimmed" mb="lg">
      Live mode is not enabled. <TextLink to={goLivePath as string}>Go live</TextLink> lists what is missing.
    </Text>
  );
}
