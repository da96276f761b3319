import { userInfo } from 'node:os';
import { commandLinePrefix } from '../access/second-person.ts';

/** The person at the terminal, as audit log and ledger name them: `cli:<user of the machine>`. */
export function thisPerson(): string {
  return `${commandLinePrefix}${userName().toLowerCase()}`;
}

/** A container may run as a number without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
