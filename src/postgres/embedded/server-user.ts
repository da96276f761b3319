import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

/** As whom PostgreSQL's programs run; null means as ourselves. PostgreSQL refuses to run as root. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null;

/**
 * Chooses the user of the server. Only root has a choice: the owner of a cluster that exists already, else `postgres`,
 * else `nobody`.
 */
export function chooseServerUser(existingCluster: string | null): ServerUser {
  if (process.getuid?.() !== 0) return null;
  if (existingCluster !== null) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { uid, gid };
  }
  return userNamed('postgres') ?? userNamed('nobody') ?? { uid: 65534, gid: 65534 };
}

/** Gives a file or folder to the server's user. */
export function giveTo(user: ServerUser, path: string): void {
  if (user !== null) chownSync(path, user.uid, user.gid);
}

/**
 * Whether the server's user can enter a folder, asked by trying, because every parent folder and any access list has a
 * say. Always true as ourselves: then the operation itself tells.
 */
export function canEnter(user: ServerUser, folder: string): boolean {
  if (user === null) return true;
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    uid: user.uid,
    gid: user.gid,
    stdio: 'ignore',
  });
  return tried.status === 0;
}

function userNamed(name: string): ServerUser {
  try {
    const number = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: number('-u'), gid: number('-g') };
  } catch {
    return null;
  }
}
