import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program.ts';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import type { TestDatabase } from '../database.ts';

/** What a command answered. */
export interface Said {
  readonly exitCode: number;
  readonly lines: readonly string[];
  readonly errors: readonly string[];
}

/** A terminal whose commands work in a test's database. */
export interface Terminal {
  readonly dataDir: string;
  /** Runs a command and gives what it said. */
  run(...words: string[]): Promise<Said>;
  /** Runs a command with --json and gives what its lines hold. @throws when it ends with an error. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which the tests then compare.
  ask(...words: string[]): Promise<any[]>;
  close(): void;
}

export function openTerminal(
  database: Pick<TestDatabase, 'settings'>,
  settings: Record<string, string> = {},
): Terminal {
  const dataDir = mkdtempSync(join(tmpdir(), 'nsimbi-cli-'));
  writeFileSync(join(dataDir, testFolderMark), '');
  const env = { ...database.settings, NSIMBI_DATA_DIR: dataDir, ...settings };
  const run = async (...words: string[]): Promise<Said> => {
    const lines: string[] = [];
    const errors: string[] = [];
    const exitCode = await runCli(words, env, {
      closed: new AbortController().signal,
      print: (line) => lines.push(line),
      say: (line) => errors.push(line),
      progress: () => undefined,
    });
    return { exitCode, lines, errors };
  };
  return {
    dataDir,
    run,
    ask: async (...words) => {
      const said = await run(...words, '--json');
      if (said.exitCode !== 0)
        throw new Error(`nsimbi ${words.join(' ')}: ${[...said.errors, ...said.lines].join('\n')}`);
      return said.lines.map((line): unknown => JSON.parse(line));
    },
    close: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
