import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconTestPipe } from '@tabler/icons-react';
import { useServiceState } from '../api/service-state.ts';
import { mayOnPlatform, useMe } from '../api/session.ts';
import { ButtonLink } from '../components/links.tsx';
import { goLivePath } from '../pages/platform/live-readiness/live-readiness.ts';
import classes from './service-notices.module.css';

/** What everybody must know about the service before they do anything. `isLive`: whether the page is that of a client's live money. */
export function ServiceNotices({ isLive }: { readonly isLive: boolean }) {
  const me = useMe();
  const state = useServiceState();
  if (state === undefined) return null;
  const { is_rehearsal: isRehearsal, is_live_enabled: isLiveEnabled, unreviewed_break_glass: unreviewed } = state;
  const isNotLiveYet = isLive && !isLiveEnabled && !isRehearsal;
  if (!isRehearsal && unreviewed === 0 && !isNotLiveYet) return null;
  return (
    <Stack gap="xs" className={classes.notices}>
      {isRehearsal ? (
        <Alert color="yellow" role="status" className={classes.notice} icon={<IconTestPipe size={18} aria-hidden />}>
          Rehearsal: one person can do everything in live mode. All operators are simulated.
        </Alert>
      ) : null}
      {unreviewed > 0 ? (
        <Alert color="red" role="status" className={classes.notice} icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Group justify="space-between" gap="sm">
            <Text>
              {unreviewed === 1
                ? 'A change without a second person was ordered and is not reviewed yet.'
                : `${unreviewed} changes without a second person were ordered and are not reviewed yet.`}
            </Text>
            {mayOnPlatform(me, 'proposals.read') ? (
              <ButtonLink to={'/platform/proposals' as string} size="xs" variant="default">
                Proposals
              </ButtonLink>
            ) : null}
          </Group>
        </Alert>
      ) : null}
      {isNotLiveYet ? (
        <Alert color="yellow" role="status" className={classes.notice} icon={<IconLock size={18} aria-hidden />}>
          <Group justify="space-between" gap="sm">
            <Text>
              Live mode is not enabled yet, so no live money can move. Two administrators of the service enable it.
            </Text>
            {mayOnPlatform(me, 'live_readiness.read') ? (
              <ButtonLink to={goLivePath as string} size="xs" variant="default">
                Go live
              </ButtonLink>
            ) : null}
          </Group>
        </Alert>
      ) : null}
    </Stack>
  );
}
