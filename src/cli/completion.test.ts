import { expect, test } from 'vitest';
import { runNsimbi } from '../../test/service/nsimbi-command.ts';

/** The words that are offered, without their descriptions and the last line, which is for the script. */
async function offered(...words: string[]): Promise<string[]> {
  const answer = await runNsimbi(['complete', '--', ...words], {});
  return answer
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

test('completes commands, those of a group, and options', async () => {
  expect(await offered('cl')).toEqual(['client']);
  expect(await offered('client', 'cre')).toEqual(['create']);
  expect(await offered('client', 'create', '--ph')).toEqual(['--phone']);
  expect(await offered('')).toEqual(expect.arrayContaining(['start', 'audit', 'completion']));
});

test.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s that asks the command', async (shell) => {
  const script = await runNsimbi(['completion', shell], {});
  expect(script).toMatch(/nsimbi[' ]+complete\b.*--/);
});
