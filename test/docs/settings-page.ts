import { settings } from '../../src/config/settings.ts';

/** docs/settings.md, made from the table of settings so that the two cannot differ. */
export function settingsPage(): string {
  const rows = Object.values(settings).map(
    ({ name, usual, kind, purpose }) =>
      `| \`${name}\` | ${usual === null ? '' : `\`${usual}\``} | ${purpose} | ${kind.allowed} |`,
  );
  return `# Settings

Environment variables, read at the start. A wrong value, or a name that begins with \`NSIMBI_\` and is not below, stops
the start with one line that says which and what is allowed. An empty value counts as not set.

| Name | Default | What it does | Must be |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
