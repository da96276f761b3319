import { Loader } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useDataAge } from '../api/data-age.ts';
import { shortMomentText } from '../components/time-text.ts';
import classes from './offline-banner.module.css';

/**
 * Shown while the service does not answer, and while a page shows data that may have changed since it was loaded. It
 * disappears when the service has answered.
 */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const age = useDataAge();
  const asOf = age === null ? null : `As of ${shortMomentText(new Date(age.at), new Date())}.`;
  const isHidden = online && age === null;
  return (
    <div role="status" className={isHidden ? undefined : classes.banner} data-late={online || undefined}>
      {isHidden ? null : (
        <>
          {online && age?.isFailed === true ? null : <Loader size={14} color="currentColor" aria-hidden />}
          {online ? null : <span>No connection to the service. Trying again.</span>}
          {asOf === null ? null : <span>{asOf}</span>}
          {online ? <span>{age?.isFailed === true ? 'The update failed.' : 'Updating…'}</span> : null}
        </>
      )}
    </div>
  );
}
