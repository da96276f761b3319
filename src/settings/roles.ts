/** What a process of the service does; a process has one role or several. */
export const roles = ['api', 'work', 'dashboard'] as const;

/**
 * `api` serves /api/v1, the callbacks of operators and the reference of the API. `dashboard` serves the pages and their own API. `work`
 * runs the jobs: queries of operators, webhooks, bulk payouts, deadlines, housekeeping.
 */
export type Role = (typeof roles)[number];

/** The roles of a process, in the order of `roles`. */
export type Roles = readonly Role[];

/** Reads a list of roles with commas; null when it is empty, or when a word of it is no role or is there twice. */
export function readRoles(text: string): Roles | null {
  const words = text.split(',').map((word) => word.trim());
  const isRole = (word: string) => roles.some((role) => role === word);
  if (!words.every(isRole) || new Set(words).size < words.length) return null;
  return roles.filter((role) => words.includes(role));
}
