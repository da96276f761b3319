import { onlineManager } from '@tanstack/react-query';

/** Milliseconds between two looks whether the service is back. */
const lookEveryMs = 2000;

let looking = false;

/**
 * Notes that no answer came. Reads wait from now on, the banner is shown, and both end when the service answers again.
 * The browser's own idea of being online says nothing of a service that restarts, so we look ourselves.
 */
export function noteConnectionLost(): void {
  onlineManager.setOnline(false);
  if (looking) return;
  looking = true;
  void lookUntilBack();
}

async function lookUntilBack(): Promise<void> {
  while (!(await serviceAnswers())) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  looking = false;
  onlineManager.setOnline(true);
}

/** Whether the service can be reached now. */
export async function serviceAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
