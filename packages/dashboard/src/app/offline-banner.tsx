import { Loader } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import classes from './offline-banner.module.css';

/** Shown while the service does not answer. It goes away by itself, and what was asked is asked again. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status" className={online ? undefined : classes.banner}>
      {online ? null : (
        <>
          <Loader size={14} color="currentColor" aria-hidden />
          <span>No connection to the service. Trying again.</span>
        </>
      )}
    </div>
  );
}
