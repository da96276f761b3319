import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliPage, leavesOf } from '../../test/docs/cli-page.ts';
import { permissions, rateLimitNames } from '../access/principal.ts';
import { Cli } from './cli.ts';
import type { Output } from './output.ts';
import { buildProgram, runCli } from './program.ts';

const closed = new AbortController().signal;
const silent: Output = { closed, print: () => undefined, say: () => undefined, progress: () => undefined };
const program = await buildProgram(new Cli({}, silent));
const leaves = leavesOf(program).map(({ path, command }) => [path, command] as const);

async function run(env: NodeJS.ProcessEnv, ...words: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const exitCode = await runCli(words, env, {
    print: (line) => lines.push(line),
    say: (line) => errors.push(line),
    closed,
    progress: () => undefined,
  });
  return { exitCode, text: lines.join('\n'), errors };
}

describe('the command line', () => {
  it('has the commands that were promised', () => {
    expect(leaves.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'start',
        'migrate',
        'client create',
        'client list',
        'client freeze',
        'client limit',
        'client approval-threshold',
        'key create',
        'key list',
        'key revoke',
        'key roll',
        'wallet fund',
        'wallet adjust',
        'fees show',
        'fees set',
        'transaction show',
        'transaction approve',
        'transaction reject',
        'transaction refund',
        'review list',
        'review show',
        'review resolve',
        'float fund',
        'float sweep',
        'float charge',
        'client one-collection-per-payer',
        'client unique-references',
        'webhook create',
        'webhook list',
        'webhook show',
        'webhook enable',
        'webhook disable',
        'webhook test',
        'webhook deliveries',
        'webhook redeliver',
        'listen',
        'trigger',
        'audit',
        'backup check',
        'operators simulate',
        'operators prefixes',
        'operators prefixes set',
        'operators prefixes remove',
        'reconcile',
        'seed',
        'doctor',
      ]),
    );
  });

  it.each(leaves)('nsimbi %s --help tells every option, --json among them, and ends with 0', async (path, command) => {
    const { exitCode, text, errors } = await run({}, ...path.split(' '), '--help');
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    for (const { flags } of command.options) expect(text).toContain(flags);
    expect(text).toContain('--json');
  });

  it.each(leaves)('nsimbi %s --help marks the options that it needs, and no other', async (path, command) => {
    const { text } = await run({}, ...path.split(' '), '--help');
    // An option begins a line; its description may go on below.
    const shown = text.split(/\n(?= {2}-)/).slice(1);
    for (const { long, mandatory } of command.options) {
      const lines = shown.find((one) => one.startsWith(`  ${long} `) || one.startsWith(`  ${long}\n`)) ?? '';
      expect([long, /\(required\)/.test(lines.split('\n\n')[0] ?? '')]).toEqual([long, mandatory === true]);
    }
  });

  it('tells the permissions and rate limits that a key can have', async () => {
    const { text } = await run({}, 'key', 'create', '--help');
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain(`or all: ${permissions.join(', ')}`);
    expect(words).toContain(`may be repeated: ${rateLimitNames.join(', ')}`);
    const ofClient = (await run({}, 'client', 'rate-limit', '--help')).text.replace(/\s+/g, ' ');
    expect(ofClient).toContain(rateLimitNames.join(', '));
  });

  it('docs/cli.md says what --help says (write it again with UPDATE_DOCS=1)', () => {
    const path = join(import.meta.dirname, '../../docs/cli.md');
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path, cliPage(program));
    expect(readFileSync(path, 'utf8')).toBe(cliPage(program));
    for (const [leafPath, command] of leaves) {
      expect(cliPage(program)).toContain(`## ${leafPath}`);
      for (const { long } of command.options) expect(cliPage(program)).toContain(long);
    }
  });

  it.each([
    [['bogus'], /^nsimbi: unknown command 'bogus'/],
    [['audit', '--jsn'], /^nsimbi: unknown option '--jsn' \(Did you mean --json\?\)$/],
    [['client', 'create', '--name', 'Shop'], /^nsimbi: required option '--phone <phone>' not specified$/],
    [['client', 'create', '--name', 'Shop', '--phone', '0772000001'], /12 digits that begins with 256/],
    [['wallet', 'fund', '--client', '1', '--mode', 'test', '--amount', '12.5'], /whole shillings/],
    [['wallet', 'fund', '--client', '1', '--mode', 'prod', '--amount', '12'], /live or test/],
    [['key', 'create', '--client', '1', '--mode', 'test', '--permissions', 'wallet:rob'], /must be all, or some of/],
    [
      ['key', 'create', '--client', '1', '--mode', 'test', '--permissions', 'all', '--rate-limit', 'x=1'],
      /no rate limit x/,
    ],
    [
      ['key', 'create', '--client', '1', '--mode', 'test', '--permissions', 'all', '--allow-ip', 'home'],
      /neither an address/,
    ],
    [['fees', 'set', 'gambling', '--band', 'fixed=1'], /Allowed choices are collection/],
    [['fees', 'set', 'collection', '--band', 'free'], /up_to=N/],
    [
      ['webhook', 'create', '--client', '1', '--mode', 'test', '--url', 'x', '--events', 'a'],
      /must be all, or some of/,
    ],
    [['webhook', 'redeliver', '1'], /either --delivery, or --from/],
    [
      ['webhook', 'redeliver', '1', '--delivery', '2', '--from', '2027-01-31T00:00:00Z'],
      /either --delivery, or --from/,
    ],
    [['webhook', 'redeliver', '1', '--to', '2027-01-31T00:00:00Z'], /either --delivery, or --from/],
    [['wallet', 'fund', '--client', '1', '--mode', 'live', '--amount', '5'], /needs --external-reference/],
    [['client', 'one-collection-per-payer', 'maybe', '--client', '1', '--mode', 'live'], /on, off/],
    [['transaction', 'refund', 'yesterday'], /an id or a reference/],
    [['review', 'resolve', '1', '--as', 'forgotten', '--reason', 'x'], /one of credited, /],
    [['review', 'resolve', '1', '--as', 'kept'], /--reason <text>' not specified/],
    [['float', 'fund', '--operator', 'lyca'], /mtn or airtel/],
    [['float', 'sweep', '--operator', 'mtn', '--mode', 'live', '--float', 'bank'], /collection or disbursement/],
    [['proposal', 'break-glass', '1'], /--reason <text>' not specified/],
  ])('nsimbi %j ends with 1 and one line that says what is wrong', async (words, line) => {
    const { exitCode, text, errors } = await run({}, ...words);
    expect({ exitCode, text, lines: errors.length }).toEqual({ exitCode: 1, text: '', lines: 1 });
    expect(errors[0]).toMatch(line);
    expect(errors[0]).not.toContain('\n');
  });

  it('tells a wrong setting in one line before it touches any database', async () => {
    const { exitCode, errors } = await run({ PORT: 'http' }, 'audit');
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: ['nsimbi: PORT is "http"; it must be a port from 0 to 65535, where 0 takes any free one'],
    });
  });
});
