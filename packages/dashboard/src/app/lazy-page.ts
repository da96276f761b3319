import { onlineManager } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { noteConnectionLost, serviceAnswers } from '../api/connection.ts';

/**
 * A page whose code is loaded when it is opened: `lazyPage(() => import('./keys-page.tsx'), 'KeysPage')`.
 * Where the connection is lost it waits for the service. Where the service is there and the file is not, a newer version
 * of the dashboard was installed meanwhile, and the router loads the whole page anew, once.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      if (await serviceAnswers()) throw error;
      noteConnectionLost();
      await untilOnline();
      return await load();
    }
  }, name);

function untilOnline(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onlineManager.subscribe((online) => {
      if (!online) return;
      stop();
      resolve();
    });
  });
}
