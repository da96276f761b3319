import packageJson from '../../package.json' with { type: 'json' };

/** The version of this program. */
export const programVersion: string = packageJson.version;

const form = /^(\d+)\.(\d+)\.(\d+)$/;

/** Whether a version such as `0.10.0` is older than another one. @throws when one of them has another form. */
export function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  for (const [index, number] of ours.entries()) {
    const other = theirs[index] ?? 0;
    if (number !== other) return number < other;
  }
  return false;
}

function numbersOf(version: string): number[] {
  const found = form.exec(version);
  if (found === null) throw new Error(`${version} is not a version such as 0.2.0`);
  return found.slice(1).map(Number);
}
