import { readdirSync, readlinkSync } from 'node:fs';

/** Whether this process holds a file below a folder open, also one that was removed. Only Linux tells; false elsewhere. */
export function holdsOpen(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  return readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      // Closed since the folder was listed.
      return false;
    }
  });
}
