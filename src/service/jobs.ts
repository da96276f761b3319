import type { Role, Roles } from '../settings/roles.ts';

/**
 * Something that a process does without being asked. Any number of processes may run the same job: its work is shared by leases in the
 * database, or harmless when two do it at once.
 */
export interface Job {
  readonly name: string;
  /** Which processes run it. */
  readonly role: Role;
  start(): void;
  /** Begins nothing more, and resolves when what has begun has ended or was cut off. */
  stop(): Promise<unknown>;
}

/** Starts the jobs of a process's roles. @returns stops them, all at once and once: a later call resolves with the first one. */
export function startJobs(jobs: readonly Job[], roles: Roles): () => Promise<unknown> {
  const ours = jobs.filter(({ role }) => roles.includes(role));
  for (const job of ours) job.start();
  let stopped: Promise<unknown> | undefined;
  return () => (stopped ??= Promise.all(ours.map((job) => job.stop())));
}
