import { userInfo } from 'node:os';
import { InvalidArgumentError } from '@commander-js/extra-typings';

/** The person at the terminal, as audit log and ledger name them: `cli:<user of the machine>`. */
export function thisPerson(): string {
  return `cli:${userName().toLowerCase()}`;
}

/**
 * Another person, named at the terminal. Written the same way as the first, so that one person is not taken for two by
 * writing a name in another case or with a prefix.
 */
export function personNamed(name: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/.test(name)) {
    throw new InvalidArgumentError('It must be a name of letters, digits and . _ @ + -, at most 64.');
  }
  return `cli:${name.toLowerCase()}`;
}

/** A container may run as a number without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
