import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTerminal, type Terminal } from '../../test/cli/terminal.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { childEnvironment, entry } from '../../test/service/nsimbi-command.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
let terminal: Terminal;

beforeAll(async () => {
  database = await createTestDatabase();
  terminal = openTerminal(database);
});
afterAll(async () => {
  terminal.close();
  await database.drop();
});

/** Runs a line of a shell in which `nsimbi` is the command. */
function shell(line: string): { stdout: string; stderr: string } {
  const settings = { ...database.settings, NSIMBI_DATA_DIR: terminal.dataDir };
  const nsimbi = `nsimbi() { '${process.execPath}' '${entry}' "$@"; };`;
  return spawnSync('sh', ['-c', `${nsimbi} ${line}`], { encoding: 'utf8', env: childEnvironment(settings) });
}

test.skipIf(process.platform !== 'linux')(
  'an answer that nothing can be written to: done, and one line says so',
  async () => {
    const { stdout, stderr } = shell('{ nsimbi client create --name Shop --phone 256772000001 >/dev/full; echo $?; }');
    expect(stderr).toMatch(/^nsimbi: the output could not be written \(ENOSPC.*\); the command was executed\n$/);
    expect(stdout).toBe('1\n');
    expect(await terminal.ask('client', 'list')).toMatchObject([{ name: 'Shop' }]);
  },
);

test('what is said to nobody ends no command', () => {
  const { stderr } = shell('{ sleep 1; nsimbi key list --client 1 2>&1; echo $? >&3; } 3>&2 | true');
  expect(stderr).toBe('0\n');
});
