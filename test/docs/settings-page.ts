import { settingsOf } from '../../src/operators/registry.ts';
import type { Setting } from '../../src/settings/setting.ts';
import { settings } from '../../src/settings/settings.ts';

/** docs/settings.md, made from the table of settings so that the two cannot differ. */
export function settingsPage(): string {
  const rows = allSettings().map(
    ({ name, default: text, kind, purpose }) =>
      `| \`${name}\` | ${text === null ? '' : `\`${text}\``} | ${purpose} | ${kind.allowed} |`,
  );
  return `# Settings

Environment variables, read at the start. A wrong value, or a name that begins with \`NSIMBI_\` and is not below, stops
the start with one line that says which and what is allowed. An empty value counts as not set.

Secrets need not be in the environment: with \`NSIMBI_SECRETS_DIR\` each file in that folder is a setting, named like the variable
([install.md](install.md#secrets)). A setting that is in both places stops the start.

| Name | Default | What it does | Must be |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** The settings of operators follow the one that replaces some of theirs. */
function allSettings(): Setting<unknown>[] {
  return Object.entries(settings).flatMap(([name, one]) => (name === 'pollDelaysMs' ? [one, ...settingsOf()] : [one]));
}
